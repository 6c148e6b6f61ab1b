public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A part of a notification that names its app.
protocol NotificationPart {
    var environment: StoreEnvironment? { get }
    var appID: UInt64? { get }
    var bundleID: String? { get }
}

extension NotificationPayload {
    /// About a transaction or a subscription.
    public struct TransactionData: NotificationPart, Sendable, Hashable {
        let fields: SignedFields

        /// Where it happened.
        package var environment: StoreEnvironment? { fields.text("environment").map { .init(rawValue: $0) } }
        /// The app's number in the App Store.
        package var appID: UInt64? { fields.integer("appAppleId").flatMap { UInt64(exactly: $0) } }
        /// The app.
        package var bundleID: String? { fields.text("bundleId") }
        /// The version of the app.
        public var appVersion: String? { fields.text("bundleVersion") }
        /// The signed transaction, as compact JWS.
        public var signedTransaction: String? { fields.text("signedTransactionInfo") }
        /// The signed renewal info, as compact JWS.
        public var signedRenewalInfo: String? { fields.text("signedRenewalInfo") }
        /// The state of the subscription when the notification was signed.
        public var status: StoreSubscriptionStatus.RenewalState? { fields.int("status").map { .init(rawValue: $0) } }
        /// Why the customer requests a refund, in the App Store's spelling.
        public var consumptionRequestReason: String? { fields.text("consumptionRequestReason") }
        /// The members without a property in this version, as one JSON object.
        public var unknownFields: String? {
            fields.rest(without: [
                "environment": .text, "appAppleId": .integer, "bundleId": .text, "bundleVersion": .text,
                "signedTransactionInfo": .text, "signedRenewalInfo": .text, "status": .integer,
                "consumptionRequestReason": .text,
            ])
        }
    }

    /// The result of a mass extension of renewal dates.
    public struct Summary: NotificationPart, Sendable, Hashable {
        let fields: SignedFields

        /// Where it happened.
        package var environment: StoreEnvironment? { fields.text("environment").map { .init(rawValue: $0) } }
        /// The app's number in the App Store.
        package var appID: UInt64? { fields.integer("appAppleId").flatMap { UInt64(exactly: $0) } }
        /// The app.
        package var bundleID: String? { fields.text("bundleId") }
        /// The product.
        public var productID: String? { fields.text("productId") }
        /// The identifier of the request.
        public var requestIdentifier: String? { fields.text("requestIdentifier") }
        /// The storefronts, as ISO 3166-1 alpha-3 countries.
        public var storefrontCountryCodes: [String]? { fields.texts("storefrontCountryCodes") }
        /// How many were extended.
        public var succeededCount: Int? { fields.int("succeededCount") }
        /// How many were not.
        public var failedCount: Int? { fields.int("failedCount") }
        /// The members without a property in this version, as one JSON object.
        public var unknownFields: String? {
            fields.rest(without: [
                "environment": .text, "appAppleId": .integer, "bundleId": .text, "productId": .text,
                "requestIdentifier": .text, "storefrontCountryCodes": .texts, "succeededCount": .integer,
                "failedCount": .integer,
            ])
        }
    }

    /// About a purchase outside the App Store.
    public struct ExternalPurchaseToken: NotificationPart, Sendable, Hashable {
        let fields: SignedFields

        /// The sandbox, when the token's identifier begins with `SANDBOX`; production otherwise.
        public var environment: StoreEnvironment? {
            externalPurchaseID.map { $0.hasPrefix("SANDBOX") ? .sandbox : .production }
        }
        /// The token's identifier.
        public var externalPurchaseID: String? { fields.text("externalPurchaseId") }
        /// When the token was made.
        public var creationDate: Date? { fields.time("tokenCreationDate")?.date }
        /// When the token expires.
        public var expirationDate: Date? { fields.time("tokenExpirationDate")?.date }
        /// The token's type, in the App Store's spelling.
        public var tokenType: String? { fields.text("tokenType") }
        /// The app's number in the App Store.
        package var appID: UInt64? { fields.integer("appAppleId").flatMap { UInt64(exactly: $0) } }
        /// The app.
        package var bundleID: String? { fields.text("bundleId") }
        /// The members without a property in this version, as one JSON object.
        public var unknownFields: String? {
            fields.rest(without: [
                "externalPurchaseId": .text, "tokenCreationDate": .time, "tokenExpirationDate": .time,
                "tokenType": .text, "appAppleId": .integer, "bundleId": .text,
            ])
        }
    }

    /// About the app itself.
    public struct AppData: NotificationPart, Sendable, Hashable {
        let fields: SignedFields

        /// Where it happened.
        package var environment: StoreEnvironment? { fields.text("environment").map { .init(rawValue: $0) } }
        /// The app's number in the App Store.
        package var appID: UInt64? { fields.integer("appAppleId").flatMap { UInt64(exactly: $0) } }
        /// The app.
        package var bundleID: String? { fields.text("bundleId") }
        /// The signed app transaction, as compact JWS.
        public var signedAppTransaction: String? { fields.text("signedAppTransactionInfo") }
        /// The members without a property in this version, as one JSON object.
        public var unknownFields: String? {
            fields.rest(without: [
                "environment": .text, "appAppleId": .integer, "bundleId": .text, "signedAppTransactionInfo": .text,
            ])
        }
    }

    /// The seats that the App Store has withdrawn from members whom the app invited.
    public struct UnclaimInfo: NotificationPart, Sendable, Hashable {
        let fields: SignedFields

        /// Where it happened.
        package var environment: StoreEnvironment? { fields.text("environment").map { .init(rawValue: $0) } }
        /// The app's number in the App Store.
        package var appID: UInt64? { fields.integer("appAppleId").flatMap { UInt64(exactly: $0) } }
        /// The app.
        package var bundleID: String? { fields.text("bundleId") }
        /// The identifiers of the claims, as Apple's server returned them when the app's server claimed the seats.
        public var seatClaimIDs: [String]? { fields.texts("unclaimSeatIds") }
        /// The members without a property in this version, as one JSON object.
        public var unknownFields: String? {
            fields.rest(without: [
                "environment": .text, "appAppleId": .integer, "bundleId": .text, "unclaimSeatIds": .texts,
            ])
        }
    }
}
