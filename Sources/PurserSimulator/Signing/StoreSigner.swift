package import Purser

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Signs the reports of the embedded App Store; the module `PurserSigning` has an implementation.
package protocol StoreSigner: Sendable {
    /// Signs a subject as compact JWS.
    ///
    /// - Parameters:
    ///   - subject: the subject.
    ///   - isGenuine: whether the signature is to be valid.
    /// - Returns: `nil` if it could not be signed; it is then reported without a signature, which every verifier
    ///   rejects.
    func jws(of subject: SignedSubject, isGenuine: Bool) -> String?

    /// Writes a receipt (PKCS#7) and signs it.
    func receipt(_ content: ReceiptContent) throws -> Data
}

/// The subject of a signature.
package enum SignedSubject: Sendable {
    /// A transaction.
    case transaction(StoreTransaction)
    /// The renewal info of a subscription.
    case renewalInfo(StoreRenewalInfo)
    /// The app transaction.
    case appTransaction(StoreAppTransaction)
    /// A notification to the app's server, with its signed parts.
    case notification(ServerNotification)
}

/// The content of a receipt.
package struct ReceiptContent: Sendable {
    /// The app.
    package var app: SimulatedApp
    /// The environment of the app.
    package var environment: StoreEnvironment
    /// The date of the receipt.
    package var creationDate: Date
    /// The customer's first purchase date of the app.
    package var originalPurchaseDate: Date
    /// The purchases.
    package var transactions: [StoreTransaction]

    /// Makes the content of a receipt.
    package init(
        app: SimulatedApp, environment: StoreEnvironment, creationDate: Date, originalPurchaseDate: Date,
        transactions: [StoreTransaction]
    ) {
        self.app = app
        self.environment = environment
        self.creationDate = creationDate
        self.originalPurchaseDate = originalPurchaseDate
        self.transactions = transactions
    }
}

/// Checks the signatures of an app's server for a purchase; the module `PurserSigning` has an implementation.
package protocol OfferChecking: Sendable {
    /// The reason why a signature over the joined fields of a promotional offer is rejected; `nil` if it is accepted.
    func flaw(in signature: StoreOffer.Signature, over subject: OfferSubject, at now: Date) -> String?

    /// The reason why a compact JWS is rejected; `nil` if it is accepted.
    ///
    /// - Parameters:
    ///   - text: the JWS.
    ///   - audience: the purpose: the claim `aud`.
    ///   - bundleID: the app: the claim `bid`.
    func flaw(inCompactJWS text: String, for audience: String, bundleID: String) -> String?
}

/// The signed fields of a promotional offer, other than those of the signature.
package struct OfferSubject: Sendable, Hashable {
    /// The app.
    package var bundleID: String
    /// The subscription.
    package var productID: String
    /// The offer.
    package var offerID: String
    /// The app's own user.
    package var appAccountToken: UUID?

    /// Makes a subject.
    package init(bundleID: String, productID: String, offerID: String, appAccountToken: UUID?) {
        self.bundleID = bundleID
        self.productID = productID
        self.offerID = offerID
        self.appAccountToken = appAccountToken
    }
}
