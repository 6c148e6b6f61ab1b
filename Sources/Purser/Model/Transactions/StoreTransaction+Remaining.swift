#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// The part of a transaction that is not refunded.
extension StoreTransaction {
    /// The quantity that the customer still has: the purchased quantity without the refunded part; 0 after an upgrade.
    ///
    /// For a consumable, the refunded part is subtracted in whole units: a unit that was refunded in part still counts.
    /// For a subscription with seats, revoked seats are subtracted. For all other products a refund leaves 0. It is
    /// never negative. Set what the app credits for the transaction to this number, in the handlers `grant` and
    /// `revoke` of the configuration: then partial refunds, reversals, upgrades and repeated calls have the right
    /// result.
    public var remainingQuantity: Int {
        guard !isUpgraded else { return 0 }
        let quantity = Swift.max(0, purchasedQuantity)
        guard isRevoked else { return seats ?? quantity }
        return isConsumable ? revocation.units(leftOf: quantity) : 0
    }

    /// How many seats of the transaction are left; `nil` when it is not a subscription with seats.
    ///
    /// These are the seats that were bought with it, without those that the App Store has revoked; 0 once the
    /// transaction is revoked. One period may have several transactions: ``StoreSubscription/seats`` is the sum.
    public var seats: Int? {
        guard let info = multiSeatInfo else { return nil }
        return isRevoked ? 0 : Swift.max(0, Swift.max(0, purchasedQuantity) - info.revokedSeats)
    }

    /// The refunded part of the price, in percent: 50 is one half.
    ///
    /// It is 100 for a full refund that is reported without a percentage. It is `nil` for other refunds without one,
    /// which count as full.
    ///
    /// For a consumable, the part that was not refunded continues to count in the balance, in whole units of the
    /// quantity: of ten at 25 percent, eight remain. Any other revoked purchase is no longer owned, also after a
    /// partial refund.
    public var revocationPercentage: Decimal? { revocation.percentage }

    var revocation: Revocation {
        Revocation(time: revocationTime, type: revocationType, thousandths: revocationThousandths)
    }

    /// Whether nothing of it is left: fully revoked, or replaced by an upgrade.
    package var isRevokedOrUpgraded: Bool { isUpgraded || isRevoked && remainingQuantity == 0 }

    /// Whether it is neither revoked nor replaced by an upgrade; all others count as never bought.
    package var stands: Bool { !isRevoked && !isUpgraded }

    /// The same transaction as revoked at a time; this version is not signed.
    package func revoked(at time: Timestamp) -> StoreTransaction {
        with { ($0.revocationTime, $0.jwsRepresentation) = (time, nil) }
    }
}

// Comparing versions of a transaction.
extension StoreTransaction {
    /// Whether two versions of one identifier are of one purchase (D3): the same product and environment, and purchase
    /// dates within a second, by which StoreKit 1 and 2 differ.
    package func isSamePurchase(as other: StoreTransaction) -> Bool {
        productID == other.productID && purchaseTime.isWithinSecond(of: other.purchaseTime)
            && !environment.differs(from: other.environment)
    }

    /// Whether this version of a transaction differs from an earlier one (O6).
    ///
    /// A version that was signed earlier is no change, nor is one that only lacks fields of the other, except for
    /// fields that take effect. Refunds, upgrades and extensions always are changes (D1).
    package func isChange(after old: StoreTransaction) -> Bool {
        isChange(after: old, DescriptionComparison(of: self, after: old))
    }

    /// The same, by the difference of this version from the earlier one.
    func isChange(after old: StoreTransaction, _ comparison: @autoclosure () -> DescriptionComparison) -> Bool {
        !isOlder(than: old) && comparison().isChange
    }

    /// Whether this version was signed before the other; false without both dates.
    package func isOlder(than other: StoreTransaction) -> Bool {
        signedTime.isEarlier(than: other.signedTime)
    }

    /// Whether another transaction of its subscription or purchase counts in its place.
    ///
    /// The one that was bought later counts; of two with the same date the one whose identifier sorts last (E2).
    func isOutranked(by other: StoreTransaction) -> Bool {
        let (time, otherTime) = (countedTime, other.countedTime)
        return time == otherTime ? ledgerID < other.ledgerID : time < otherTime
    }

    /// When it counts as bought (E2).
    ///
    /// A period that ended before its own date is a copy of an earlier one: StoreKit 1 answers a repeated purchase so.
    /// It counts as bought right before its end, and so before the renewal that follows.
    var countedTime: Timestamp {
        guard let end = expirationTime, end < purchaseTime else { return purchaseTime }
        return end.advanced(by: .milliseconds(-1))
    }

    func named(_ ledgerID: String) -> StoreTransaction { with { $0.particulars.ledgerID = ledgerID } }

    /// The same version, with another signed date.
    package func signed(at date: Timestamp?) -> StoreTransaction { with { $0.signedTime = date } }

    /// The same transaction with another account token, or none.
    package func naming(_ account: UUID?) -> StoreTransaction {
        account == appAccountToken ? self : with { $0.appAccountToken = account }
    }

    /// The same version, with missing fields copied from another version of the same transaction (O6).
    func completed(from other: StoreTransaction) -> StoreTransaction {
        guard DescriptionComparison(of: self, after: other).lacks || lacksUnread(of: other) else { return self }
        return StoreTransaction(fields.completed(from: other.fields))
    }

    /// Whether another version has a field that this one lacks; its signed form counts only if it is later.
    func isLacking(_ other: StoreTransaction, isLater: Bool, _ comparison: DescriptionComparison) -> Bool {
        if isLater, jwsRepresentation == nil, other.jwsRepresentation != nil { return true }
        return comparison.adds || lacksUnread(of: other)
    }

    /// Whether another version has unknown fields, and this one has none.
    private func lacksUnread(of other: StoreTransaction) -> Bool {
        guard let others = other.particularsBox?.particulars else { return false }
        return others.unknownFields != nil && unknownFields == nil
            || !others.laterFields.isEmpty && particularsBox?.particulars.laterFields.isEmpty != false
    }

    /// The same version, completed from an older one in all fields but its subscription, end and refund.
    func described(by older: StoreTransaction) -> StoreTransaction {
        with { fields in
            fields = fields.completed(from: older.fields)
            (fields.originalID, fields.expirationTime) = (originalID, expirationTime)
            fields.revocationThousandths = revocationThousandths
        }
    }

    /// What is recorded of it after an earlier record: the later version, completed from the other.
    ///
    /// If it has another original identifier, the earlier one becomes its previous one (M6).
    func recorded(after old: StoreTransaction) -> StoreTransaction {
        if isOlder(than: old) { return old.completed(from: self) }
        let completed = completed(from: old)
        guard completed.originalID != old.originalID, previousOriginalTransactionID == nil else { return completed }
        return completed.with { $0.previousOriginalTransactionID = old.originalID }
    }

    /// Whether both have different numbers of their periods: in tests two may begin within one second.
    func isOtherPeriod(than other: StoreTransaction) -> Bool {
        guard let item = webOrderLineItemID, let otherItem = other.webOrderLineItemID else { return false }
        return item != otherItem
    }

    /// Whether it is StoreKit 1's copy of an earlier purchase: only then its type has another original transaction.
    package var isCopy: Bool { productType == .nonConsumable && id != originalID }

    /// Whether it reports, under another identifier, that the first purchase of its subscription was revoked.
    package var isRefundOfOriginal: Bool {
        guard id != originalID, isRevoked, purchaseTime == originalPurchaseTime, reason == .purchase
        else { return false }
        return additionalTransactionReason == nil && ownershipType == .purchased
            && (productType != .autoRenewable || webOrderLineItemID != nil)
    }

    /// This report under the identifier of its purchase; a copy does not report that its purchase was replaced.
    func named(as purchase: StoreTransaction) -> StoreTransaction {
        with {
            $0.id = purchase.id
            $0.isUpgraded = $0.isUpgraded || purchase.isUpgraded
        }
    }

    /// Whether another transaction is this purchase under another identifier, as far as both report it.
    func isDescribed(by other: StoreTransaction) -> Bool {
        // Added seats are a separate purchase within the period.
        guard additionalTransactionReason == nil, other.additionalTransactionReason == nil,
            ownershipType == other.ownershipType, purchasedQuantity == other.purchasedQuantity
        else { return false }
        if let item = webOrderLineItemID, let other = other.webOrderLineItemID { return item == other }
        return purchaseTime == other.purchaseTime && expirationTime == other.expirationTime
    }
}
