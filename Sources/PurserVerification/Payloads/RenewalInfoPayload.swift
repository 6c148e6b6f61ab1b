public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A signed renewal info, as the store spells it (Apple's `JWSRenewalInfoDecodedPayload`, and what StoreKit reads besides).
///
/// It names no app: that it is about the app's own products is for its reader to see.
public struct RenewalInfoPayload: SignedPayload {
    let fields: SignedFields

    /// Decodes a renewal info that is not verified.
    public init(json: Data) throws(SignedDataError) {
        fields = try SignedFields(payload: Array(json), of: "payload")
    }

    /// The first transaction of the subscription's line.
    public var originalTransactionID: String? { fields.text("originalTransactionId") }
    /// The product of the present period.
    public var productID: String? { fields.text("productId") }
    /// The product of the next period.
    public var autoRenewProductID: String? { fields.text("autoRenewProductId") }
    /// Whether it renews by itself: 1 when it does; other numbers than 0 and 1 are newer than this version.
    public var autoRenewStatus: Int? { fields.int("autoRenewStatus") }
    /// Why it ended.
    public var expirationReason: StoreRenewalInfo.ExpirationReason? {
        fields.int("expirationIntent").map { .init(rawValue: $0) }
    }
    /// Whether the store still tries to be paid.
    public var isInBillingRetry: Bool? { fields.flag("isInBillingRetryPeriod") }
    /// What the customer says to a higher price: 0 while there is no answer, 1 for consent; absent without an increase.
    public var priceIncreaseStatus: Int? { fields.int("priceIncreaseStatus") }
    /// Until when the customer keeps it though it could not be paid.
    public var gracePeriodExpirationDate: Date? { fields.time("gracePeriodExpiresDate")?.date }
    /// The offer of the next period; `nil` without one, and when its type is not told.
    public var offer: StoreTransaction.Offer? { fields.offer }
    /// When the store signed it.
    public var signedDate: Date? { fields.time("signedDate")?.date }
    /// Where it happens.
    public var environment: StoreEnvironment? { fields.text("environment").map { .init(rawValue: $0) } }
    /// When the subscription began, short breaks left out.
    public var recentSubscriptionStartDate: Date? { fields.time("recentSubscriptionStartDate")?.date }
    /// When the next period begins.
    public var renewalDate: Date? { fields.time("renewalDate")?.date }
    /// What the next period costs, in ``currencyCode``.
    public var renewalPrice: Decimal? { fields.price("renewalPrice") }
    /// The ISO 4217 currency of the price.
    public var currencyCode: String? { fields.text("currency") }
    /// The win-back offers that the customer may have, the best first.
    public var eligibleWinBackOfferIDs: [String]? { fields.texts("eligibleWinBackOfferIds") }
    /// The app's own user.
    public var appAccountToken: UUID? { fields.uuid("appAccountToken") }
    /// The customer's copy of the app.
    public var appTransactionID: String? { fields.text("appTransactionId") }
    /// How the next period is billed.
    public var renewalBillingPlanType: StoreProduct.BillingPlanType? {
        fields.text("renewalBillingPlanType").map { .init(rawValue: $0) }
    }
    /// What Apple's Advanced Commerce API says, as JSON.
    public var advancedCommerceInfo: String? { fields.json("advancedCommerceInfo") }
    /// Proves that it was signed for one device.
    public var deviceVerification: DeviceVerification? { fields.deviceVerification }
}

extension RenewalInfoPayload {
    /// What follows the present commitment; `nil` unless all of it is told.
    public var commitmentInfo: StoreRenewalInfo.CommitmentInfo? {
        guard let info = fields.object("commitmentInfo"), let product = info.text("commitmentAutoRenewProductId"),
            let status = info.int("commitmentAutoRenewStatus"), let date = info.time("commitmentRenewalDate"),
            let plan = info.text("commitmentRenewalBillingPlanType"), let price = info.price("commitmentRenewalPrice")
        else { return nil }
        return .init(
            autoRenewPreference: product, renewalBillingPlanType: .init(rawValue: plan), renewalDate: date.date,
            renewalPrice: price, willAutoRenew: status == 1)
    }

    /// The bundle that the subscription belongs to.
    public var bundle: StoreRenewalInfo.Bundle? {
        fields.text("bundleProductId").map { product in
            StoreRenewalInfo.Bundle(
                productID: product, subscriptionGroupID: fields.text("bundleSubscriptionGroupIdentifier"),
                originalTransactionID: fields.text("bundleOriginalTransactionId"),
                willUnbundle: fields.flag("willUnbundle") ?? false)
        }
    }

    /// How many seats the next period has.
    public var renewalQuantity: Int? { fields.int("renewalQuantity") }

    /// What the seats of the next period cost; `nil` unless all of it can be read.
    public var multiSeatInfo: StoreRenewalInfo.MultiSeatInfo? {
        fields.object("multiSeatInfo")?.priceTiers("renewalPriceTiers").map { .init(renewalPriceTiers: $0) }
    }

    /// The members that this version has no property for, or of another type than the property's, as one JSON object.
    public var unknownFields: String? {
        fields.rest(
            without: Self.keys, untold: offer == nil ? SignedFields.offerKeys : nil,
            deviceVerification == nil ? SignedFields.deviceKeys : nil,
            commitmentInfo == nil ? SignedFields.commitmentKeys : nil, bundle == nil ? Self.bundleKeys : nil,
            multiSeatInfo == nil ? SignedFields.seatKeys : nil)
    }

    private static let bundleKeys: [String: SignedFields.Kind] = [
        "bundleProductId": .text, "bundleSubscriptionGroupIdentifier": .text, "bundleOriginalTransactionId": .text,
        "willUnbundle": .flag,
    ]

    private static let keys: [String: SignedFields.Kind] = [
        "originalTransactionId": .text, "productId": .text, "autoRenewProductId": .text, "autoRenewStatus": .integer,
        "expirationIntent": .integer, "isInBillingRetryPeriod": .flag, "priceIncreaseStatus": .integer,
        "gracePeriodExpiresDate": .time, "signedDate": .time, "environment": .text,
        "recentSubscriptionStartDate": .time, "renewalDate": .time, "renewalPrice": .integer, "currency": .text,
        "eligibleWinBackOfferIds": .texts, "appAccountToken": .uuid, "appTransactionId": .text,
        "renewalBillingPlanType": .text, "advancedCommerceInfo": .json, "commitmentInfo": .object,
        "renewalQuantity": .integer, "multiSeatInfo": .object,
    ].and(bundleKeys).and(SignedFields.offerKeys).and(SignedFields.deviceKeys)
}

extension RenewalInfoPayload {
    /// The renewal info that a store follows, without its signed form.
    ///
    /// - Throws: ``SignedDataError`` with ``SignedDataError/Code/unreadableField`` when it does not name its line, its product
    ///   or whether it renews.
    public func storeRenewalInfo() throws(SignedDataError) -> StoreRenewalInfo {
        var info = StoreRenewalInfo(
            originalTransactionID: try fields.needed("originalTransactionId", originalTransactionID),
            currentProductID: try fields.needed("productId", productID),
            willAutoRenew: try fields.needed("autoRenewStatus", autoRenewStatus) == 1)
        // The store names the product of a period that will not come, too.
        info.autoRenewPreference = info.willAutoRenew ? autoRenewProductID : nil
        info.expirationReason = expirationReason
        info.priceIncreaseStatus = Self.priceIncrease(priceIncreaseStatus)
        info.isInBillingRetry = isInBillingRetry ?? false
        info.gracePeriodExpirationTime = fields.time("gracePeriodExpiresDate")
        info.offer = offer
        info.environment = environment ?? .production
        info.recentSubscriptionStartTime = fields.time("recentSubscriptionStartDate")
        info.renewalTime = fields.time("renewalDate")
        info.renewalPrice = renewalPrice
        info.currencyCode = currencyCode
        info.eligibleWinBackOfferIDs = eligibleWinBackOfferIDs ?? []
        info.appAccountToken = appAccountToken
        info.appTransactionID = appTransactionID
        info.renewalBillingPlanType = renewalBillingPlanType
        info.commitmentInfo = commitmentInfo
        info.bundle = bundle
        info.renewalQuantity = renewalQuantity
        info.multiSeatInfo = multiSeatInfo
        info.signedTime = fields.time("signedDate")
        info.deviceVerification = deviceVerification
        return info
    }
    private static func priceIncrease(_ status: Int?) -> StoreRenewalInfo.PriceIncreaseStatus {
        switch status {
        case 0: .pending
        case 1: .agreed
        default: .noIncreasePending
        }
    }
}
