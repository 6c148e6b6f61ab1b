import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A stretch of a subscription's life: a period, or the time between periods.
public struct SubscriptionSpan: Sendable, Hashable {
    /// What it is; more may come.
    public struct Kind: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// A stable name.
        public var rawValue: String
        /// A kind by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The raw value.
        public var description: String { rawValue }
        /// A period at the usual price, or one that somebody else pays.
        public static let paid = Kind(rawValue: "paid")
        /// A period with an offer.
        public static let offer = Kind(rawValue: "offer")
        /// A free trial.
        public static let trial = Kind(rawValue: "trial")
        /// A period that was refunded or revoked; it ends at that moment.
        public static let revoked = Kind(rawValue: "revoked")
        /// The customer keeps what could not be paid.
        public static let grace = Kind(rawValue: "grace")
        /// The customer has lost it, and the App Store tries to be paid.
        public static let retry = Kind(rawValue: "retry")
        /// There is no subscription.
        public static let expired = Kind(rawValue: "expired")
    }

    /// What it is.
    public let kind: Kind
    /// When it begins.
    public let start: Date
    /// When it ends; `nil` for one that nothing ends by itself.
    public let end: Date?
    /// The transaction of a period; `nil` between periods.
    public let transactionID: String?
}

extension SubscriptionSpan {
    /// A period.
    ///
    /// - Parameter next: when the next period begins, at the latest when this one ends; `nil` where there is none.
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

    /// The time between periods; `nil` for a state in which a period runs, or was revoked.
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
    /// The life of a subscription so far, in its order.
    init(of line: SubscriptionLine, in book: AccountBook) {
        let periods = book.transactions.history.map(\.transaction).filter {
            $0.subscriptionGroupID == line.groupID && ($0.ownershipType != .purchased) == line.isShared
        }
        var spans = periods.enumerated().map { place, transaction in
            // Seats that were added to a period are transactions of the same period.
            let next = periods[(place + 1)...].first { $0.additionalTransactionReason == nil }
            return SubscriptionSpan(transaction, until: next?.purchaseTime)
        }
        spans += line.passed.compactMap { SubscriptionSpan(.init(rawValue: $0.state), $0.start, until: $0.end) }
        if let present = SubscriptionSpan(
            line.phase.state, line.phaseStart ?? line.recentStart, until: line.nextEvent?.time)
        {
            spans.append(present)
        }
        self = spans.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(
            \.element)
    }
}
