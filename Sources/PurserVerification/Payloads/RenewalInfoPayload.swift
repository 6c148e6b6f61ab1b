public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A signed renewal info, with the App Store's spelling (Apple's `JWSRenewalInfoDecodedPayload`, and more keys of StoreKit).
///
/// It has no app: check that its product is one of the app's.
public struct RenewalInfoPayload: SignedPayload {
    let fields: SignedFields

    /// Decodes a renewal info that is not verified.
    public init(json: Data) throws(SignedDataFailure) {
        fields = try SignedFields(payload: Array(json), of: "payload")
    }

    /// The identifier of the subscription's first transaction.
    package var originalTransactionID: String? { fields.text("originalTransactionId") }
    /// The product of the current period.
    package var productID: String? { fields.text("productId") }
    /// The product of the next period.
    package var autoRenewProductID: String? { fields.text("autoRenewProductId") }
    /// Whether renewal is on: 1, or off: 0; other numbers are newer than this version.
    package var autoRenewStatus: Int? { fields.int("autoRenewStatus") }
    /// Why it ended.
    package var expirationReason: StoreRenewalInfo.ExpirationReason? {
        fields.int("expirationIntent").map { .init(rawValue: $0) }
    }
    /// Whether the App Store still tries to charge.
    package var isInBillingRetry: Bool? { fields.flag("isInBillingRetryPeriod") }
    /// The customer's answer to a higher price: 0 without an answer, 1 for consent; missing without an increase.
    package var priceIncreaseStatus: Int? { fields.int("priceIncreaseStatus") }
    /// The end of the grace period.
    package var gracePeriodExpirationDate: Date? { fields.time("gracePeriodExpiresDate")?.date }
    /// The offer of the next period; `nil` without one, and when its type is missing.
    package var offer: StoreTransaction.Offer? { fields.offer }
    /// When the App Store signed it.
    public var signedDate: Date? { fields.time("signedDate")?.date }
    /// Where it happens.
    public var environment: StoreEnvironment? { fields.text("environment").map { .init(rawValue: $0) } }
    /// When the subscription began, without regard to short breaks.
    package var recentSubscriptionStartDate: Date? { fields.time("recentSubscriptionStartDate")?.date }
    /// When the next period begins.
    package var renewalDate: Date? { fields.time("renewalDate")?.date }
    /// The price of the next period, in ``currencyCode``.
    package var renewalPrice: Decimal? { fields.price("renewalPrice") }
    /// The ISO 4217 currency of the price.
    package var currencyCode: String? { fields.text("currency") }
    /// The win-back offers that the customer may use, the best first.
    package var eligibleWinBackOfferIDs: [String]? { fields.texts("eligibleWinBackOfferIds") }
    /// The app's own user.
    package var appAccountToken: UUID? { fields.uuid("appAccountToken") }
    /// The customer's copy of the app.
    package var appTransactionID: String? { fields.text("appTransactionId") }
    /// How the next period is billed.
    package var renewalBillingPlanType: StoreProduct.BillingPlanType? {
        fields.text("renewalBillingPlanType").map { .init(rawValue: $0) }
    }
    /// The data of Apple's Advanced Commerce API, as JSON.
    package var advancedCommerceInfo: String? { fields.json("advancedCommerceInfo") }
    /// Proves that it was signed for one device.
    package var deviceVerification: DeviceVerification? { fields.deviceVerification }
}

extension RenewalInfoPayload {
    /// The next commitment; `nil` unless it is complete.
    package var commitmentInfo: StoreRenewalInfo.CommitmentInfo? {
        guard let info = fields.object("commitmentInfo"), let product = info.text("commitmentAutoRenewProductId"),
            let status = info.int("commitmentAutoRenewStatus"), let date = info.time("commitmentRenewalDate"),
            let plan = info.text("commitmentRenewalBillingPlanType"), let price = info.price("commitmentRenewalPrice")
        else { return nil }
        return .init(
            autoRenewPreference: product, renewalBillingPlanType: .init(rawValue: plan), renewalDate: date.date,
            renewalPrice: price, willAutoRenew: status == 1)
    }

    /// The bundle that the subscription belongs to.
    package var bundle: StoreRenewalInfo.Bundle? {
        fields.text("bundleProductId").map { product in
            StoreRenewalInfo.Bundle(
                productID: product, subscriptionGroupID: fields.text("bundleSubscriptionGroupIdentifier"),
                originalTransactionID: fields.text("bundleOriginalTransactionId"),
                willUnbundle: fields.flag("willUnbundle") ?? false)
        }
    }

    /// The number of seats of the next period.
    package var renewalQuantity: Int? { fields.int("renewalQuantity") }

    /// The prices of the next period's seats; `nil` unless all can be read.
    package var multiSeatInfo: StoreRenewalInfo.MultiSeatInfo? {
        fields.object("multiSeatInfo")?.priceTiers("renewalPriceTiers").map { .init(renewalPriceTiers: $0) }
    }

    /// The members without a property in this version, or with another type, as one JSON object.
    public var unknownFields: String? {
        fields.rest(
            without: Self.keys, unreported: offer == nil ? SignedFields.offerKeys : nil,
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
    /// The renewal info as a `StoreRenewalInfo`, without its signed form.
    ///
    /// - Throws: ``SignedDataFailure`` with ``SignedDataFailure/Code/unreadableField`` when the original identifier, the product or the
    ///   renewal status is missing.
    public func storeRenewalInfo() throws(SignedDataFailure) -> StoreRenewalInfo {
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
