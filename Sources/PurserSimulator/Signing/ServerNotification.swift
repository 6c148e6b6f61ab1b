public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A notification (version 2) of the App Store to the app's server, before it is signed.
///
/// The module `PurserSigning` signs it, with its signed parts.
public struct ServerNotification: Sendable, Hashable {
    /// The identifier; it counts up, so that equal histories have equal identifiers.
    public let id: UUID
    /// The type, in the App Store's spelling, such as `DID_RENEW`.
    public let type: String
    /// The subtype, in the App Store's spelling, such as `BILLING_RECOVERY`.
    public let subtype: String?
    /// The date of the event, and of all signatures in the notification.
    public let date: Date
    /// The transaction in its state at that date; `nil` for a test.
    public let transaction: StoreTransaction?
    /// The renewal info of its subscription at that date.
    public let renewalInfo: StoreRenewalInfo?
    /// The state of its subscription at that date.
    public let state: StoreSubscriptionStatus.RenewalState?
    /// The customer's reason for a refund request, in the App Store's spelling.
    public let consumptionRequestReason: String?
    /// The summary of an extension for all subscribers; `nil` for other notifications.
    public let summary: Summary?
    /// The app transaction, in a notification about the app itself; `nil` otherwise.
    public let appTransaction: StoreAppTransaction?
    /// The token for purchases outside the App Store; `nil` in other notifications.
    public let externalPurchaseToken: ExternalPurchaseToken?
    /// The app that sells.
    public let app: SimulatedApp
    /// The environment of the app.
    public let environment: StoreEnvironment
}

extension ServerNotification {
    /// The summary of an extension for all subscribers of a product.
    public struct Summary: Sendable, Hashable {
        /// The identifier of the server's request.
        public let requestIdentifier: String
        /// The subscription.
        public let productID: String
        /// The storefronts of the extension, as ISO 3166-1 alpha-3 countries; empty for all.
        public let storefrontCountryCodes: [String]
        /// The number of extended subscriptions.
        public let succeededCount: Int
        /// The number of subscriptions whose extension failed.
        public let failedCount: Int
    }
}

/// A token for purchases outside the App Store, with which an app's server reports them to Apple.
public struct ExternalPurchaseToken: Sendable, Hashable, Identifiable {
    /// Identifies the token; it begins with `SANDBOX` unless the environment is production.
    public let id: String
    /// The date of the token.
    public let creationDate: Date
    /// The value for the app: JSON with `appAppleId`, `bundleId`, `externalPurchaseId` and `tokenCreationDate`, in
    /// Base64URL.
    public let value: String
}

extension ServerNotification: CustomStringConvertible {
    /// The type, the subtype and the transaction.
    public var description: String {
        let name = subtype.map { "\(type)/\($0)" } ?? type
        return transaction.map { "\(name) \($0.id)" } ?? name
    }
}
