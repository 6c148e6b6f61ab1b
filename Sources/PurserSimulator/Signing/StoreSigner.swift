package import Purser

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Signs what the embedded App Store tells; the module `PurserSigning` has one.
package protocol StoreSigner: Sendable {
    /// Signs something as compact JWS.
    ///
    /// - Parameters:
    ///   - subject: what is signed.
    ///   - isGenuine: whether the signature is to be valid.
    /// - Returns: `nil` when it could not be signed; then it goes out without a signed form, which no verifier takes.
    func jws(of subject: SignedSubject, isGenuine: Bool) -> String?

    /// Writes a receipt (PKCS#7) and signs it.
    func receipt(_ content: ReceiptContent) throws -> Data
}

/// What a store signs.
package enum SignedSubject: Sendable {
    /// A transaction.
    case transaction(StoreTransaction)
    /// How a subscription goes on.
    case renewalInfo(StoreRenewalInfo)
    /// The customer's copy of the app.
    case appTransaction(StoreAppTransaction)
    /// What the app's server is told, with what is signed inside it.
    case notification(ServerNotification)
}

/// What a receipt says.
package struct ReceiptContent: Sendable {
    /// The app.
    package var app: SimulatedApp
    /// Where it is sold.
    package var environment: StoreEnvironment
    /// When the receipt is made.
    package var creationDate: Date
    /// When the customer got the app first.
    package var originalPurchaseDate: Date
    /// What was bought.
    package var transactions: [StoreTransaction]

    /// A receipt's content.
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

/// Checks what an app's server has signed for a purchase; the module `PurserSigning` has one.
package protocol OfferChecking: Sendable {
    /// Why a signature over the joined fields of a promotional offer does not count; `nil` when it does.
    func flaw(in signature: StoreOffer.Signature, over subject: OfferSubject, at now: Date) -> String?

    /// Why a compact JWS does not count; `nil` when it does.
    ///
    /// - Parameters:
    ///   - text: the JWS.
    ///   - audience: what it is for: the claim `aud`.
    ///   - bundleID: the app that it is for: the claim `bid`.
    func flaw(inCompactJWS text: String, for audience: String, bundleID: String) -> String?
}

/// What a signature over a promotional offer covers, besides its own fields.
package struct OfferSubject: Sendable, Hashable {
    /// The app.
    package var bundleID: String
    /// The subscription.
    package var productID: String
    /// The offer.
    package var offerID: String
    /// The app's own user.
    package var appAccountToken: UUID?

    /// What is covered.
    package init(bundleID: String, productID: String, offerID: String, appAccountToken: UUID?) {
        self.bundleID = bundleID
        self.productID = productID
        self.offerID = offerID
        self.appAccountToken = appAccountToken
    }
}
