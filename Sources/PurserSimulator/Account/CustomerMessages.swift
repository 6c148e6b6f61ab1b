import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The App Store's messages to the customer on one device: each is reported once for as long as its reason lasts.
struct CustomerMessages: Sendable {
    /// The reasons of the messages that the app has displayed, in that order.
    let displayed: Lock<[StoreMessage.Reason]>
    private var reported: [LineID: [StoreMessage.Reason]] = [:]
    private var count = 0

    /// No message was reported yet.
    ///
    /// - Parameter displayed: where displayed messages are noted.
    init(displayed: Lock<[StoreMessage.Reason]> = Lock([])) { self.displayed = displayed }

    /// A store was opened: every message whose reason lasts is reported again.
    mutating func forget() { reported = [:] }

    /// The messages of a subscription that were not reported yet.
    ///
    /// - Parameter reasons: the reasons that there are now.
    mutating func events(for line: LineID, _ reasons: [StoreMessage.Reason]) -> [BackendEvent] {
        let former = reported[line] ?? []
        reported[line] = reasons.isEmpty ? nil : reasons
        return reasons.filter { !former.contains($0) }.map { reason in
            count += 1
            return .message(
                StoreMessage(id: UUID(number: 1 << 40 + count), reason: reason) { [displayed] _ in
                    displayed.withLock { $0.append(reason) }
                })
        }
    }

    /// Why the App Store has a message for the customer of a subscription.
    ///
    /// - Parameter winBackOffers: the win-back offers that the customer may have.
    static func reasons(for line: SubscriptionLine, winBackOffers: [String]) -> [StoreMessage.Reason] {
        if line.isShared { return [] }
        if line.phase.isInRetry { return [.billingIssue] }
        if case .expired = line.phase { return winBackOffers.isEmpty ? [] : [.winBackOffer] }
        return line.phase == .active && line.increase?.isAgreed == false ? [.priceIncreaseConsent] : []
    }
}
