#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One subscription of the customer: all periods, from the first purchase through every renewal and upgrade.
///
/// The App Store assigns all transactions of one subscription the same original transaction identifier. Its state
/// follows from its transactions, from the last signed renewal info, and from the time (T2).
public struct StoreSubscription: Sendable, Hashable, CustomStringConvertible {
    /// The period that decides: the last bought one that has begun and that no upgrade has replaced; if none
    /// has begun, the first that will.
    public let transaction: StoreTransaction
    /// Whether the subscription may be used, and if not, why.
    public let state: RenewalState
    /// Whether its period has ended and its renewal is not reported yet.
    ///
    /// Its state is then `inGracePeriod`, for as long as ``EntitlementPolicy/renewalGrace``.
    public let awaitsRenewal: Bool
    /// How many periods had its ``offer``, up to the current one and without a break, refunded ones too; 0 when it has
    /// none.
    public let offerPeriodCount: Int
    /// How many seats its current period has; `nil` when it was not bought with seats.
    ///
    /// One period may have several transactions, because seats were added: this is the sum of them all, without revoked
    /// seats.
    public let seats: Int?
    /// When it ends, as far as is known now.
    package let end: Timestamp?
    private let renewal: ReportedRenewal?

    /// The states of a subscription, by the App Store's numbers (`Product.SubscriptionInfo.RenewalState`).
    public typealias RenewalState = StoreSubscriptionStatus.RenewalState

    /// Makes a subscription in a given state, for previews and tests of an app; those of a customer come from
    /// ``StoreEntitlements``.
    ///
    /// - Parameters:
    ///   - transaction: its latest period, which has the product.
    ///   - state: whether it may be used.
    ///   - renewalInfo: how it renews; `nil` when that is not reported.
    public init(_ transaction: StoreTransaction, state: RenewalState, renewalInfo: StoreRenewalInfo? = nil) {
        let end = state == .inGracePeriod ? renewalInfo?.gracePeriodExpirationTime : transaction.expirationTime
        self.init(
            transaction, CurrentState(state: state, end: end), renewalInfo.map { ReportedRenewal($0, nil) },
            offerPeriodCount: transaction.offer == nil ? 0 : 1, seats: transaction.seats)
    }

    private init(
        _ transaction: StoreTransaction, _ current: CurrentState, _ renewal: ReportedRenewal?, offerPeriodCount: Int,
        seats: Int?
    ) {
        self.transaction = transaction
        (state, end, awaitsRenewal) = (current.state, current.end, current.awaitsRenewal)
        self.offerPeriodCount = offerPeriodCount
        self.seats = seats
        self.renewal = renewal
    }

    /// The subscription at a moment, under an app's terms; `nil` when it has no periods.
    package init?(_ known: SubscriptionPeriods, at time: Timestamp, under terms: EntitlementTerms = .none) {
        guard let (period, current) = known.current(at: time, under: terms) else { return nil }
        self.init(
            period, current, known.renewal, offerPeriodCount: known.offerPeriods(upTo: period),
            seats: known.seats(in: period))
    }

    /// The identifier of the subscription's first transaction, which never changes.
    public var originalTransactionID: String { transaction.originalID }

    /// The product that the customer subscribes to: that of ``transaction``.
    public var productID: String { transaction.productID }

    /// The subscription group of that product.
    public var subscriptionGroupID: String? { transaction.subscriptionGroupID }

    /// Whether it may be used now: in a paid period or in a grace period.
    public var isActive: Bool { state.isActive }

    /// When it ends, as far as is known now: the end of the paid period, or of the grace period after it; `nil` when no
    /// end is reported.
    public var expirationDate: Date? { end?.date }

    /// How it renews, as last signed; `nil` when that is not reported.
    public var renewalInfo: StoreRenewalInfo? { renewal?.renewalInfo }

    /// Whether it renews automatically; `nil` when that is not reported.
    public var willAutoRenew: Bool? { renewalInfo?.willAutoRenew }

    /// The product of the next period, which differs from ``productID`` when the customer changes it; `nil` when it
    /// does not renew, or that is not reported.
    public var renewalProductID: String? {
        guard let info = renewalInfo, info.willAutoRenew else { return nil }
        return info.autoRenewPreference ?? info.currentProductID
    }

    /// Until when it may be used although its payment failed; `nil` without a grace period, or when its end is not reported.
    public var gracePeriodExpirationDate: Date? { renewalInfo?.gracePeriodExpirationDate }

    /// Why it has ended; `nil` while it has not ended, or when that is not reported.
    public var expirationReason: StoreRenewalInfo.ExpirationReason? {
        guard state == .expired || state == .inBillingRetryPeriod, renewal?.isOutdated(for: transaction) != true
        else { return nil }
        return renewalInfo?.expirationReason
    }

    /// Since when the App Store cannot charge the renewal; `nil` when it could, or when a failure is not reported.
    ///
    /// It lasts in a reported grace period and in billing retry, and after the subscription has expired because of it. Earlier ones
    /// are in ``StoreEntitlements/billingProblems(of:)``.
    public var billingProblem: BillingProblem? {
        let isUnpaid =
            switch state {
            case .inGracePeriod: !awaitsRenewal
            case .inBillingRetryPeriod: true
            default: expirationReason == .billingError
            }
        return isUnpaid ? transaction.expirationTime.map { BillingProblem(start: $0) } : nil
    }

    /// The customer's consent to a price increase.
    public var priceIncreaseStatus: StoreRenewalInfo.PriceIncreaseStatus {
        renewalInfo?.priceIncreaseStatus ?? .noIncreasePending
    }

    /// The commitment that the current period is part of; `nil` without one.
    public var commitment: StoreTransaction.CommitmentInfo? { transaction.commitmentInfo }

    /// The data of the next commitment; `nil` without one, or when that is not reported.
    public var renewalCommitment: StoreRenewalInfo.CommitmentInfo? { renewalInfo?.commitmentInfo }

    /// The offer of the current period; `nil` when it has the ordinary price.
    public var offer: StoreTransaction.Offer? { transaction.offer }

    /// The price of the next period, in ``StoreRenewalInfo/currencyCode``; `nil` when that is not reported.
    public var renewalPrice: Decimal? { renewalInfo?.renewalPrice }

    /// The bundle that it came with; `nil` without one.
    public var bundle: StoreRenewalInfo.Bundle? {
        if let bundle = renewalInfo?.bundle { return bundle }
        guard let bundle = transaction.bundle, let productID = bundle.productID else { return nil }
        return StoreRenewalInfo.Bundle(
            productID: productID, subscriptionGroupID: bundle.subscriptionGroupID,
            originalTransactionID: bundle.originalTransactionID)
    }

    /// How many seats the next period has; `nil` without seats, when it does not renew, or when that is not reported.
    public var renewalSeats: Int? { renewalInfo.flatMap { $0.willAutoRenew ? $0.renewalQuantity : nil } }

    /// Whether it is a seat that another person paid for and assigned.
    public var isAssigned: Bool { transaction.ownershipType == .assigned }

    /// Whether a member of the family pays for it.
    public var isFamilyShared: Bool { transaction.ownershipType == .familyShared }

    /// The number of further periods with the current offer; `nil` when there is none, or the product is not that of
    /// the offer.
    ///
    /// Only an offer that is paid as it goes has more than one period.
    ///
    /// - Parameter product: the subscribed product, which has the length of its offers.
    public func offerPeriodsLeft(of product: StoreProduct) -> Int? {
        guard let offer, product.id == productID,
            let terms = product.subscription?.offers.first(where: { $0.type == offer.type && $0.id == offer.id })
        else { return nil }
        guard terms.paymentMode == .payAsYouGo else { return 0 }
        return max(0, max(0, terms.periodCount) - offerPeriodCount)
    }

    /// The win-back offers that the customer may have, the best first.
    public var eligibleWinBackOfferIDs: [String] { renewalInfo?.eligibleWinBackOfferIDs ?? [] }

    /// The subscription in one line, such as `com.example.club subscribed until 2026-01-31T12:00:00Z (transaction 43)`.
    public var description: String {
        let end = expirationDate.map { " until \(Wording.moment($0))" } ?? ""
        return "\(productID) \(state)\(end) (transaction \(transaction.id))"
    }
}
