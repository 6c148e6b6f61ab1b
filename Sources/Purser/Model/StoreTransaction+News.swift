extension StoreTransaction {
    /// The fields by which the entries of archived transactions are compared that formats 1 and 2 of the ledger have.
    ///
    /// All fields that make news are those of ``Field``.
    struct News: Sendable, Hashable {
        var productID: String
        var purchasedQuantity: Int
        var expirationTime: Timestamp?
        var revocationTime: Timestamp?
        var isUpgraded: Bool
        var ownershipType: OwnershipType
    }

    /// What the entries of formats 1 and 2 keep of it.
    var news: News {
        News(
            productID: productID, purchasedQuantity: purchasedQuantity, expirationTime: expirationTime,
            revocationTime: revocationTime, isUpgraded: isUpgraded, ownershipType: ownershipType)
    }

    /// Whether this description of a transaction says anything that an earlier one does not (O6).
    ///
    /// It is no news when it was signed before the earlier one, or when it describes the same state, whenever it was
    /// signed. What one of the two lacks is no news either, except what takes effect: an end of the subscription, the
    /// line that it belongs to, its seats, and how much of it was refunded. Refunds, upgrades and extensions always are news (D1).
    package func isNews(after old: StoreTransaction) -> Bool { !isOlder(than: old) && compared(with: old).isNews }

    /// What this description says that an earlier one does not, and the other way round.
    func compared(with old: StoreTransaction) -> NewsComparison {
        var comparison = NewsComparison()
        readNews(beside: old, &comparison)
        if isRefundedOtherwise(than: old) { comparison.noteRefund() }
        return comparison
    }

    /// Whether the store signed this description before the other.
    ///
    /// Without both dates it is not older.
    func isOlder(than other: StoreTransaction) -> Bool {
        guard let signedTime, let otherDate = other.signedTime else { return false }
        return signedTime < otherDate
    }

    /// What has happened to the transaction since an earlier description; `nil` means that it is new.
    func kindOfUpdate(after old: StoreTransaction?, phase: StoreUpdate.Phase) -> StoreUpdate.Kind {
        guard let old else {
            // Of what was paid back in part before it was heard of, the rest is new.
            if isRevoked, isTakenBack { return .revoked }
            if isUpgraded { return .upgraded }
            if phase == .restore { return .restored }
            return reason == .renewal ? .renewed : .purchased
        }
        if isRevoked { return old.isRevoked ? .changed : .revoked }
        if old.isRevoked { return .reinstated }
        return isUpgraded && !old.isUpgraded ? .upgraded : .changed
    }
}

extension StoreTransaction.News {
    /// Every field that makes news when two descriptions say different things of it.
    ///
    /// The numbers are those under which a ledger may keep what stands for a value: a new field gets the next one, and
    /// none is ever given to another field. What is not in this list makes no news: the identifier, the product and the
    /// purchase date, by which a purchase is known (D3), the signed date, the
    /// signed form, what was signed for a device, and what Purser has no field for.
    enum Field: UInt8, Sendable, Hashable, CaseIterable {
        case productType = 1
        case purchasedQuantity = 2
        case originalID = 3
        case originalPurchaseTime = 5
        case expirationTime = 6
        case revocationTime = 7
        case revocationReason = 8
        case revocationType = 9
        case revocationThousandths = 10
        case isUpgraded = 11
        case ownershipType = 12
        case subscriptionGroupID = 13
        case appAccountToken = 14
        case offerType = 15
        case offerID = 16
        case offerPaymentMode = 17
        case offerPeriod = 18
        case reason = 19
        case price = 20
        case currencyCode = 21
        case storefrontCountryCode = 22
        case storefrontID = 23
        case environment = 24
        case webOrderLineItemID = 25
        case appTransactionID = 26
        case appBundleID = 27
        case billingPlanType = 28
        case commitmentInfo = 29
        case bundleProductID = 30
        case bundleSubscriptionGroupID = 31
        case bundleTransactionID = 32
        case bundleOriginalTransactionID = 33
        case previousOriginalTransactionID = 34
        case advancedCommerceInfo = 35
        case multiSeatInfo = 36
        case multiSeatInfoRevoked = 37
        case additionalTransactionReason = 38

        /// Whether it is news also where the earlier description lacks it: an end of the subscription, the line that it belongs
        /// to, and how many seats it has.
        var takesEffect: Bool { self == .expirationTime || self == .originalID || self == .multiSeatInfoRevoked }
    }
}

/// How two descriptions of one transaction differ in the fields that make news.
struct NewsComparison: NewsReader, Sendable {
    /// Whether the newer one says something else than the older one, or ends or moves what is owned.
    private(set) var isNews = false
    /// Whether the newer one says something that the older one lacks.
    private(set) var adds = false
    /// Whether the newer one lacks something that the older one says.
    private(set) var lacks = false

    /// Another part was refunded than the older one says; a part that neither says is all.
    mutating func noteRefund() { isNews = true }

    @inline(__always)
    mutating func read<Value: NewsValue>(_ field: StoreTransaction.News.Field, _ new: Value?, _ old: Value?) {
        if let new, let old {
            if new != old { isNews = true }
        } else if new != nil {
            adds = true
            if field.takesEffect { isNews = true }
        } else if old != nil {
            lacks = true
        }
    }
}
