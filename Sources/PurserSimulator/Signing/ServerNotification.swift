public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What the App Store has to tell the app's server: a notification (version 2), before it is signed.
///
/// The module `PurserSigning` signs it, with what is inside.
public struct ServerNotification: Sendable, Hashable {
    /// Identifies the notification; it counts up, so that equal lives have equal ones.
    public let id: UUID
    /// What happened, in the store's spelling, such as `DID_RENEW`.
    public let type: String
    /// What happened, more exactly, in the store's spelling, such as `BILLING_RECOVERY`.
    public let subtype: String?
    /// When it happened; it is signed then, with what is inside it.
    public let date: Date
    /// The transaction that it is about, as it was then; a test has none.
    public let transaction: StoreTransaction?
    /// How its subscription was to go on then.
    public let renewalInfo: StoreRenewalInfo?
    /// Where its subscription stood then.
    public let state: StoreSubscriptionStatus.RenewalState?
    /// Why the customer asks for a refund, in the store's spelling.
    public let consumptionRequestReason: String?
    /// How an extension for all subscribers went; `nil` in what is not about one.
    public let summary: Summary?
    /// The customer's copy of the app, of what is about the app itself; `nil` in all else.
    public let appTransaction: StoreAppTransaction?
    /// The token for purchases outside the App Store, of what is about one; `nil` in all else.
    public let externalPurchaseToken: ExternalPurchaseToken?
    /// The app that sells.
    public let app: SimulatedApp
    /// Where it was sold.
    public let environment: StoreEnvironment
}

extension ServerNotification {
    /// How an extension of the renewal dates of all who have a product went.
    public struct Summary: Sendable, Hashable {
        /// The name that the app's server gave to its request.
        public let requestIdentifier: String
        /// The subscription.
        public let productID: String
        /// The storefronts in which it was extended, as ISO 3166-1 alpha-3 countries; none for all.
        public let storefrontCountryCodes: [String]
        /// How many were extended.
        public let succeededCount: Int
        /// How many were not.
        public let failedCount: Int
    }
}

/// A token for purchases outside the App Store, by which an app's server reports them to Apple.
public struct ExternalPurchaseToken: Sendable, Hashable, Identifiable {
    /// Identifies the token; it begins with `SANDBOX` unless the store's environment is production.
    public let id: String
    /// When the App Store has made it.
    public let creationDate: Date
    /// What the app is given: JSON with `appAppleId`, `bundleId`, `externalPurchaseId` and `tokenCreationDate`, in Base64URL.
    public let value: String
}

extension ServerNotification: CustomStringConvertible {
    /// The type, the subtype and the transaction.
    public var description: String {
        let name = subtype.map { "\(type)/\($0)" } ?? type
        return transaction.map { "\(name) \($0.id)" } ?? name
    }
}
