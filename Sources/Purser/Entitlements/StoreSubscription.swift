#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One subscription of the customer: all periods, from the first purchase through every renewal and upgrade.
///
/// The App Store gives all transactions of one subscription the same original transaction identifier. Where it stands
/// follows from its transactions, from the renewal info that the store signed last, and from the time (T2).
public struct StoreSubscription: Sendable, Hashable {
    /// The identifier of the subscription's first transaction, which stays the same for as long as it lives.
    public let originalTransactionID: String
    /// The product that the customer subscribes to: that of ``transaction``.
    public let productID: String
    /// The subscription group of that product.
    public let subscriptionGroupID: String?
    /// The latest period that was neither refunded nor replaced by an upgrade; when there is none, the latest of all.
    public let transaction: StoreTransaction
    /// Whether the subscription may be used, and if not, why.
    public let state: RenewalState
    private let told: ToldRenewal?

    /// The states of a subscription, by the App Store's numbers (`Product.SubscriptionInfo.RenewalState`).
    public typealias RenewalState = StoreSubscriptionStatus.RenewalState

    /// A subscription in a given state, for previews and tests of an app; those of a customer come from
    /// ``StoreEntitlements``.
    ///
    /// - Parameters:
    ///   - transaction: its latest period, which says what it is a subscription to.
    ///   - state: whether it may be used.
    ///   - renewalInfo: how it goes on; `nil` when the store has not told it.
    public init(_ transaction: StoreTransaction, state: RenewalState, renewalInfo: StoreRenewalInfo? = nil) {
        self.init(transaction, state, renewalInfo.map { ToldRenewal($0, nil) })
    }

    private init(_ transaction: StoreTransaction, _ state: RenewalState, _ told: ToldRenewal?) {
        self.transaction = transaction
        originalTransactionID = transaction.originalID
        productID = transaction.productID
        subscriptionGroupID = transaction.subscriptionGroupID
        self.state = state
        self.told = told
    }

    /// The subscription that these periods make at a moment; `nil` when there are none.
    ///
    /// - Parameters:
    ///   - periods: transactions with the same original transaction, the one that ends last first.
    ///   - told: what the store told last of its renewal.
    ///   - time: the moment at which periods count as over or not.
    package init?(periods: [StoreTransaction], told: ToldRenewal? = nil, at time: Timestamp) {
        guard let first = periods.first else { return nil }
        let standing = Self.standing(of: periods, at: time)
        let state = Self.state(of: standing, in: periods, told?.renewalInfo, at: time)
        self.init(standing ?? first, state, told)
    }

    /// Where a line stands.
    ///
    /// Only revoked periods: revoked. Else it is subscribed until its latest period ends, then in grace for as long as the
    /// store says (whether or not that says, too, that it tries to be paid), then in billing retry, then expired.
    private static func state(
        of standing: StoreTransaction?, in periods: [StoreTransaction], _ info: StoreRenewalInfo?, at time: Timestamp
    ) -> RenewalState {
        guard let standing else { return periods.contains { $0.revocationTime != nil } ? .revoked : .expired }
        guard standing.hasEnded(at: time) else { return .subscribed }
        if let end = info?.gracePeriodExpirationTime, end > time { return .inGracePeriod }
        return info?.isInBillingRetry == true ? .inBillingRetryPeriod : .expired
    }

    /// The period that decides: of those that stand the one that ends last; where that is over, the one bought last if its
    /// end is not known.
    private static func standing(of periods: [StoreTransaction], at time: Timestamp) -> StoreTransaction? {
        let standing = periods.filter { $0.revocationTime == nil && !$0.isUpgraded }
        guard let last = standing.first, last.hasEnded(at: time) else { return standing.first }
        let latest = standing.max { ($0.purchaseTime, $0.id) < ($1.purchaseTime, $1.id) }
        return latest.flatMap { $0.expirationTime == nil ? $0 : nil } ?? last
    }
}

extension StoreSubscription {
    /// Whether it may be used now: in a paid period or in a grace period.
    public var isActive: Bool { state == .subscribed || state == .inGracePeriod }

    /// When it may not be used any more, as far as is known now: the end of the paid period, or of the grace period after
    /// it; `nil` when the store tells no end.
    public var expirationDate: Date? { end?.date }

    /// The same in whole milliseconds.
    package var end: Timestamp? {
        state == .inGracePeriod ? renewalInfo?.gracePeriodExpirationTime : transaction.expirationTime
    }

    /// How it goes on, as the store signed it last; `nil` when it has not told it.
    public var renewalInfo: StoreRenewalInfo? { told?.renewalInfo }

    /// Whether it renews by itself; `nil` when the store has not told it.
    public var willAutoRenew: Bool? { renewalInfo?.willAutoRenew }

    /// The product of the next period: another one than ``productID`` when the customer changes; `nil` when it does not
    /// renew, or the store has not told it.
    public var renewalProductID: String? {
        guard let info = renewalInfo, info.willAutoRenew else { return nil }
        return info.autoRenewPreference ?? info.currentProductID
    }

    /// Until when it may be used though it could not be paid; `nil` when there is no grace period.
    public var gracePeriodExpirationDate: Date? { renewalInfo?.gracePeriodExpirationDate }

    /// Why it has ended; `nil` while it has not, and when the store has not told it.
    public var expirationReason: StoreRenewalInfo.ExpirationReason? {
        state == .expired || state == .inBillingRetryPeriod ? renewalInfo?.expirationReason : nil
    }

    /// What the customer says to a higher price.
    public var priceIncreaseStatus: StoreRenewalInfo.PriceIncreaseStatus {
        renewalInfo?.priceIncreaseStatus ?? .noIncreasePending
    }

    /// The offer of the present period; `nil` when it has the ordinary price.
    public var offer: StoreTransaction.Offer? { transaction.offer }

    /// The offer of the next period; `nil` when it has the ordinary price, or the store has not told it.
    public var renewalOffer: StoreTransaction.Offer? { renewalInfo?.offer }

    /// The win-back offers that the customer may have, the best first.
    public var eligibleWinBackOfferIDs: [String] { renewalInfo?.eligibleWinBackOfferIDs ?? [] }
}

extension StoreTransaction {
    /// Whether a period is known to be over; one of which no end is known is not.
    fileprivate func hasEnded(at time: Timestamp) -> Bool { expirationTime.map { $0 <= time } ?? false }
}
