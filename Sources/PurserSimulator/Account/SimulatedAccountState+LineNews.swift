import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// What is told of lines: how each goes on and where it stands, behind the transactions that it belongs to.
extension SimulatedAccountState {
    /// Takes renewals that are to be told, the oldest ones, at most so many.
    mutating func takeRenewals(_ limit: Int) -> [BackendEvent] {
        guard !untoldRenewals.isEmpty else { return [] }
        return untoldRenewals.removeFirst(limit).compactMap { index in
            guard !book.renewals.isFinished(index) else { return nil }
            let place = AccountBook.renewalPlace + index
            return reported(place, otherOrigin(of: place))
        }
    }

    /// A transaction is told already, or on its way.
    mutating func isTold(_ place: Int) {
        if place >= AccountBook.renewalPlace { untoldRenewals.remove(place - AccountBook.renewalPlace) }
    }

    /// All renewals that are not finished are to be told, and how every line goes on.
    mutating func tellEverything() {
        untoldRenewals = book.renewals.allUnfinished
        touched = Set(book.allLines.map(\.id))
    }

    /// Takes what is to be told of the lines that have changed since it was last asked, the oldest line first.
    mutating func takeLineNews() -> [BackendEvent] {
        guard !touched.isEmpty else { return [] }
        let lines = touched.compactMap { book[$0] }.sorted { $0.first < $1.first }
        touched = []
        return lines.flatMap(news)
    }

    /// What is told of a line.
    func news(of line: SubscriptionLine) -> [BackendEvent] {
        [
            .renewalInfo(BackendRenewalInfo(renewalInfo(of: line), verification: verification)),
            .subscriptionStatus(
                StoreSubscriptionStatus(
                    state: line.phase.state, transactionID: id(of: line.current), subscriptionGroupID: line.groupID)),
        ]
    }

    /// How a line goes on, as the store signs it.
    func renewalInfo(of line: SubscriptionLine) -> StoreRenewalInfo {
        let next = nextPeriod(of: line)
        let renews = line.isToRenew && !line.isOver
        var info = StoreRenewalInfo(
            originalTransactionID: originalID(of: line), currentProductID: line.productID, willAutoRenew: renews)
        if renews {
            info.autoRenewPreference = next.product?.id ?? line.preferredProductID ?? line.productID
            info.offer = next.offer?.offer
            if !line.isShared { (info.renewalPrice, info.currencyCode) = (next.price, next.product?.currencyCode) }
            info.renewalBillingPlanType = next.commitment == nil ? .upFront : .monthly
            info.renewalQuantity = next.seats
            if next.seats != nil { info.multiSeatInfo = .init(renewalPriceTiers: next.tiers) }
        }
        info.priceIncreaseStatus = line.increase.map { $0.isAgreed ? .agreed : .pending } ?? .noIncreasePending
        info.isInBillingRetry = line.phase.isInRetry
        switch line.phase {
        case .active: if renews { info.renewalDate = line.end.date }
        case .grace(let until, _):
            info.gracePeriodExpirationDate = until.date
            info.renewalDate = line.end.date
        case .retry: info.expirationReason = .billingError
        case .expired(let reason): info.expirationReason = .init(rawValue: reason)
        case .revoked: if renews { info.renewalDate = line.end.date }
        }
        if line.isOver { info.eligibleWinBackOfferIDs = winBackOffers(for: line) }
        info.commitmentInfo = commitmentInfo(of: line)
        info.environment = catalog.settings.environment
        info.recentSubscriptionStartDate = line.recentStart.date
        info.appAccountToken = line.appAccountToken
        info.appTransactionID = catalog.settings.app.transactionID
        info.signedDate = line.signed.date
        return info
    }

    /// The win-back offers that the customer may have, the best first: the longest free time, then the lowest price.
    private func winBackOffers(for line: SubscriptionLine) -> [String] {
        guard !line.isShared else { return [] }
        let offers = catalog.unpriced(line.productID)?.subscription?.winBackOffers ?? []
        return offers.filter { ineligibility(for: $0, of: line.productID, in: line.groupID, at: line.signed) == nil }
            .sorted { ($0.price, -$0.period.approximateDays) < ($1.price, -$1.period.approximateDays) }
            .compactMap(\.id)
    }

    private func commitmentInfo(of line: SubscriptionLine) -> StoreRenewalInfo.CommitmentInfo? {
        guard let commitment = line.commitment else { return nil }
        // What follows the last part.
        var last = line
        last.commitment?.part = commitment.parts
        let next = nextPeriod(of: last)
        return .init(
            autoRenewPreference: line.preferredProductID ?? line.productID,
            renewalBillingPlanType: next.commitment == nil ? .upFront : .monthly, renewalDate: commitment.end.date,
            renewalPrice: next.commitment?.price ?? next.price ?? commitment.price, willAutoRenew: line.willAutoRenew)
    }

    /// The identifier of the transaction at a place.
    func id(of place: Int) -> String { book.id(of: place) }

    /// The identifier that all transactions of a line name.
    func originalID(of line: SubscriptionLine) -> String { book[line.first].transaction.originalID }
}
