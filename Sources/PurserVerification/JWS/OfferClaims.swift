import Purser
package import PurserFormats

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The claims of a compact JWS that a server signs for an app's purchase.
///
/// The keys are Apple's ("Generating JWS to sign App Store requests").
package struct OfferClaims: Sendable {
    /// The claims.
    package private(set) var members: [String: JSONValue]

    private init(_ audience: String, _ bundleID: String, _ issuer: String, _ nonce: UUID, _ date: Date) {
        members = [
            "aud": .string(audience), "bid": .string(bundleID), "iss": .string(issuer),
            "nonce": .string(nonce.uuidString.lowercased()),
            "iat": .number("\(Timestamp(date).milliseconds / 1_000)"),
        ]
    }

    /// A promotional offer.
    ///
    /// - Parameter transactionID: a transaction of the customer; only this customer may use the offer.
    package static func promotionalOffer(
        _ offerID: String, of productID: String, bundleID: String, transactionID: String?, issuer: String, nonce: UUID,
        at date: Date
    ) -> OfferClaims {
        var claims = OfferClaims("promotional-offer", bundleID, issuer, nonce, date)
        claims.members["productId"] = .string(productID)
        claims.members["offerIdentifier"] = .string(offerID)
        claims.members["transactionId"] = transactionID.map { .string($0) }
        return claims
    }

    /// Whether a customer may have the introductory offer.
    ///
    /// - Parameter transactionID: a transaction of the customer, or the identifier of their copy of the app.
    package static func introductoryOfferEligibility(
        _ isAllowed: Bool, for productID: String, bundleID: String, transactionID: String, issuer: String, nonce: UUID,
        at date: Date
    ) -> OfferClaims {
        var claims = OfferClaims("introductory-offer-eligibility", bundleID, issuer, nonce, date)
        claims.members["productId"] = .string(productID)
        claims.members["allowIntroductoryOffer"] = .bool(isAllowed)
        claims.members["transactionId"] = .string(transactionID)
        return claims
    }

    /// A request of the Advanced Commerce API, as JSON.
    package static func advancedCommerceRequest(
        _ request: Data, bundleID: String, issuer: String, nonce: UUID, at date: Date
    ) -> OfferClaims {
        var claims = OfferClaims("advanced-commerce-api", bundleID, issuer, nonce, date)
        claims.members["request"] = .string(request.base64EncodedString())
        return claims
    }
}
