import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The App Store's messages to the customer on one device: each is reported once while its reason lasts.
struct CustomerMessages: Sendable {
    /// The reasons of the displayed messages, in the order of their display.
    let displayed: Lock<[StoreMessage.Reason]>
    private var reported: [SubscriptionID: [StoreMessage.Reason]] = [:]
    private var count = 0

    /// Makes a state without reported messages.
    ///
    /// - Parameter displayed: records the displayed messages.
    init(displayed: Lock<[StoreMessage.Reason]> = Lock([])) { self.displayed = displayed }

    /// Forgets the reported messages when a store is opened, so that lasting ones are reported again.
    mutating func forget() { reported = [:] }

    /// The events for messages of a subscription that were not reported yet.
    ///
    /// - Parameter reasons: the current reasons.
    mutating func events(for subscription: SubscriptionID, _ reasons: [StoreMessage.Reason]) -> [BackendEvent] {
        let former = reported[subscription] ?? []
        reported[subscription] = reasons.isEmpty ? nil : reasons
        return reasons.filter { !former.contains($0) }.map { reason in
            count += 1
            return .message(
                StoreMessage(id: UUID(number: 1 << 40 + count), reason: reason) { [displayed] _ in
                    displayed.withLock { $0.append(reason) }
                })
        }
    }

    /// The reasons of the App Store's messages to the customer of a subscription.
    ///
    /// - Parameter winBackOffers: the win-back offers that the customer is eligible for.
    static func reasons(for subscription: AccountSubscription, winBackOffers: [String]) -> [StoreMessage.Reason] {
        if subscription.isShared { return [] }
        if subscription.phase.isInRetry { return [.billingIssue] }
        if case .expired = subscription.phase { return winBackOffers.isEmpty ? [] : [.winBackOffer] }
        return subscription.phase == .active && subscription.increase?.isAgreed == false ? [.priceIncreaseConsent] : []
    }
}
