/// Every field in which a difference between two versions of a transaction is a change.
///
/// The numbers are those in the ledger: a new field gets the next one, and no number is reused. Identifier, product and
/// purchase date are no changes (D3), nor are signed forms and unknown fields.
enum ComparedField: UInt8, Sendable, Hashable, CaseIterable {
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

    /// Whether it is a change also when the earlier version lacks it.
    var takesEffect: Bool { self == .expirationTime || self == .originalID || self == .multiSeatInfoRevoked }
}
