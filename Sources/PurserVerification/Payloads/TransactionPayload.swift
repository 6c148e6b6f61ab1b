public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A signed transaction, with the App Store's spelling (Apple's `JWSTransactionDecodedPayload`, and more keys of StoreKit).
public struct TransactionPayload: SignedPayload {
    let fields: SignedFields

    /// Decodes a transaction that is not verified.
    public init(json: Data) throws(SignedDataFailure) {
        fields = try SignedFields(payload: Array(json), of: "payload")
    }

    /// The transaction's identifier.
    package var transactionID: String? { fields.text("transactionId") }
    /// The identifier of the subscription's first transaction.
    package var originalTransactionID: String? { fields.text("originalTransactionId") }
    /// The original identifier that the subscription had before.
    package var previousOriginalTransactionID: String? { fields.text("previousOriginalTransactionId") }
    /// Identifies the subscription period across devices.
    package var webOrderLineItemID: String? { fields.text("webOrderLineItemId") }
    /// The app's bundle identifier.
    package var bundleID: String? { fields.text("bundleId") }
    /// The product's identifier.
    package var productID: String? { fields.text("productId") }
    /// The type of that product.
    package var productType: StoreProduct.ProductType? { fields.text("type").map { .init(rawValue: $0) } }
    /// The subscription group of the product.
    package var subscriptionGroupID: String? { fields.text("subscriptionGroupIdentifier") }
    /// The quantity.
    package var quantity: Int? { fields.int("quantity") }
    /// When it was bought.
    package var purchaseDate: Date? { fields.time("purchaseDate")?.date }
    /// When the subscription's first transaction was bought.
    package var originalPurchaseDate: Date? { fields.time("originalPurchaseDate")?.date }
    /// When the subscription period ends.
    package var expirationDate: Date? { fields.time("expiresDate")?.date }
    /// When the App Store signed it.
    public var signedDate: Date? { fields.time("signedDate")?.date }
    /// When the App Store revoked it.
    package var revocationDate: Date? { fields.time("revocationDate")?.date }
    /// Why it was revoked.
    package var revocationReason: StoreTransaction.RevocationReason? {
        fields.int("revocationReason").map { .init(rawValue: $0) }
    }
    /// How it was revoked.
    package var revocationType: StoreTransaction.RevocationType? {
        fields.text("revocationType").map { .init(rawValue: $0) }
    }
    /// The refunded part, in thousandths of a percent.
    package var revocationThousandths: Int? { fields.int("revocationPercentage") }
    /// Whether an upgrade has replaced it.
    package var isUpgraded: Bool? { fields.flag("isUpgraded") }
    /// The app's own user.
    package var appAccountToken: UUID? { fields.uuid("appAccountToken") }
    /// How the customer got it.
    package var ownershipType: StoreTransaction.OwnershipType? {
        fields.text("inAppOwnershipType").map { .init(rawValue: $0) }
    }
    /// Whether it is a purchase or a renewal.
    package var reason: StoreTransaction.Reason? { fields.text("transactionReason").map { .init(rawValue: $0) } }
    /// Where it was made.
    public var environment: StoreEnvironment? { fields.text("environment").map { .init(rawValue: $0) } }
    /// The storefront, as an ISO 3166-1 alpha-3 country.
    package var storefrontCountryCode: String? { fields.text("storefront") }
    /// The App Store's number of the storefront.
    package var storefrontID: String? { fields.text("storefrontId") }
    /// The price, in ``currencyCode``.
    package var price: Decimal? { fields.price("price") }
    /// The ISO 4217 currency of the price.
    package var currencyCode: String? { fields.text("currency") }
    /// The customer's copy of the app.
    package var appTransactionID: String? { fields.text("appTransactionId") }
    /// How the subscription is billed.
    package var billingPlanType: StoreProduct.BillingPlanType? {
        fields.text("billingPlanType").map { .init(rawValue: $0) }
    }
    /// The data of Apple's Advanced Commerce API, as JSON.
    package var advancedCommerceInfo: String? { fields.json("advancedCommerceInfo") }
    /// Proves that it was signed for one device.
    package var deviceVerification: DeviceVerification? { fields.deviceVerification }
}

extension TransactionPayload {
    /// The applied offer; `nil` without one, and when its type is missing.
    package var offer: StoreTransaction.Offer? { fields.offer }

    /// The customer's position in a commitment that is paid in parts; `nil` unless it is complete.
    package var commitmentInfo: StoreTransaction.CommitmentInfo? {
        guard let info = fields.object("commitmentInfo"), let number = info.int("billingPeriodNumber"),
            let total = info.int("totalBillingPeriods"), let end = info.time("commitmentExpiresDate"),
            let price = info.price("commitmentPrice")
        else { return nil }
        return .init(
            billingPeriodNumber: number, totalBillingPeriods: total, expirationDate: end.date, price: price)
    }

    /// The bundle that the subscription belongs to.
    package var bundle: StoreTransaction.Bundle? {
        let bundle = StoreTransaction.Bundle(
            productID: fields.text("bundleProductId"),
            subscriptionGroupID: fields.text("bundleSubscriptionGroupIdentifier")
                ?? fields.text("bundleSubscriptionGroupId"),
            transactionID: fields.text("bundleTransactionId"),
            originalTransactionID: fields.text("bundleOriginalTransactionId"))
        return bundle == .init() ? nil : bundle
    }

    /// The seats of a subscription for several people; `nil` unless all values can be read.
    package var multiSeatInfo: StoreTransaction.MultiSeatInfo? {
        guard let info = fields.object("multiSeatInfo"), let tiers = info.priceTiers("priceTiers") else { return nil }
        let (invitations, revoked) = (info.text("invitationManagement"), info.int("revokedSeatQuantity"))
        guard info.says("invitationManagement") == (invitations != nil),
            info.says("revokedSeatQuantity") == (revoked != nil)
        else { return nil }
        return .init(
            invitationManagement: .init(rawValue: invitations ?? ""), priceTiers: tiers, revokedSeatQuantity: revoked)
    }

    /// Why the period has several transactions.
    package var additionalTransactionReason: StoreTransaction.AdditionalTransactionReason? {
        fields.text("additionalTransactionReason").map { .init(rawValue: $0) }
    }

    /// The members without a property in this version, or with another type, as one JSON object.
    public var unknownFields: String? {
        fields.rest(
            without: Self.keys, unreported: offer == nil ? SignedFields.offerKeys : nil,
            deviceVerification == nil ? SignedFields.deviceKeys : nil,
            commitmentInfo == nil ? SignedFields.commitmentKeys : nil,
            multiSeatInfo == nil ? SignedFields.seatKeys : nil)
    }

    private static let keys: [String: SignedFields.Kind] = [
        "transactionId": .text, "originalTransactionId": .text, "previousOriginalTransactionId": .text,
        "webOrderLineItemId": .text, "bundleId": .text, "productId": .text, "type": .text,
        "subscriptionGroupIdentifier": .text, "quantity": .integer, "purchaseDate": .time,
        "originalPurchaseDate": .time, "expiresDate": .time, "signedDate": .time, "revocationDate": .time,
        "revocationReason": .integer, "revocationType": .text, "revocationPercentage": .integer, "isUpgraded": .flag,
        "appAccountToken": .uuid, "inAppOwnershipType": .text, "transactionReason": .text, "environment": .text,
        "storefront": .text, "storefrontId": .text, "price": .integer, "currency": .text, "appTransactionId": .text,
        "billingPlanType": .text, "advancedCommerceInfo": .json, "commitmentInfo": .object, "bundleProductId": .text,
        "bundleSubscriptionGroupIdentifier": .text, "bundleSubscriptionGroupId": .text, "bundleTransactionId": .text,
        "bundleOriginalTransactionId": .text, "multiSeatInfo": .object, "additionalTransactionReason": .text,
    ].and(SignedFields.offerKeys).and(SignedFields.deviceKeys)
}
