import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A span of a subscription's history: a period, or the time between periods.
public struct SubscriptionSpan: Sendable, Hashable {
    /// The kind of span; more may be added.
    public struct Kind: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// A stable name.
        public var rawValue: String
        /// A kind by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The raw value.
        public var description: String { rawValue }
        /// A period at the usual price, or a period that another person pays for.
        public static let paid = Kind(rawValue: "paid")
        /// A period with an offer.
        public static let offer = Kind(rawValue: "offer")
        /// A free trial.
        public static let trial = Kind(rawValue: "trial")
        /// A period that was refunded or revoked, and ended at that moment.
        public static let revoked = Kind(rawValue: "revoked")
        /// The grace period after a failed payment, in which the customer keeps the subscription.
        public static let grace = Kind(rawValue: "grace")
        /// The billing retry, in which the customer has lost the subscription.
        public static let retry = Kind(rawValue: "retry")
        /// The time without a subscription.
        public static let expired = Kind(rawValue: "expired")
    }

    /// The kind of span.
    public let kind: Kind
    /// The start of the span.
    public let start: Date
    /// The end of the span; `nil` if no end is set.
    public let end: Date?
    /// The transaction of a period; `nil` between periods.
    public let transactionID: String?
}

extension SubscriptionSpan {
    /// A period.
    ///
    /// - Parameter next: the start of the next period, at most the end of this one; `nil` for none.
    init(_ transaction: StoreTransaction, until next: Timestamp?) {
        var end = transaction.expirationTime
        for earlier in [next, transaction.revocationTime] {
            if let earlier, end.map({ earlier < $0 }) ?? true { end = earlier }
        }
        kind =
            if transaction.revocationTime != nil {
                .revoked
            } else if let offer = transaction.offer {
                offer.paymentMode == .freeTrial ? .trial : .offer
            } else { .paid }
        start = transaction.purchaseTime.date
        self.end = end?.date
        transactionID = transaction.id
    }

    /// The time between periods; `nil` for a state with a running or revoked period.
    init?(_ state: StoreSubscriptionStatus.RenewalState, _ start: Timestamp, until end: Timestamp?) {
        switch state {
        case .inGracePeriod: kind = .grace
        case .inBillingRetryPeriod: kind = .retry
        case .expired: kind = .expired
        default: return nil
        }
        self.start = start.date
        self.end = end?.date
        transactionID = nil
    }
}

extension [SubscriptionSpan] {
    /// The history of a subscription, in order.
    init(of subscription: AccountSubscription, in book: AccountBook) {
        let periods = book.transactions.history.map(\.transaction).filter {
            $0.subscriptionGroupID == subscription.groupID && ($0.ownershipType != .purchased) == subscription.isShared
        }
        var spans = periods.enumerated().map { place, transaction in
            // Added seats are transactions of the same period.
            let next = periods[(place + 1)...].first { $0.additionalTransactionReason == nil }
            return SubscriptionSpan(transaction, until: next?.purchaseTime)
        }
        spans += subscription.passed.compactMap { SubscriptionSpan(.init(rawValue: $0.state), $0.start, until: $0.end) }
        if let present = SubscriptionSpan(
            subscription.phase.state, subscription.phaseStart ?? subscription.recentStart,
            until: subscription.nextEvent?.time)
        {
            spans.append(present)
        }
        self = spans.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(
            \.element)
    }
}
