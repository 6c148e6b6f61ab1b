#if Verification
    public import Foundation
    import PurserVerification

    extension ServerAPIKey {
        /// Signs a promotional offer; the app passes the result to its purchase.
        ///
        /// - Parameters:
        ///   - offerID: the identifier of the offer.
        ///   - productID: the subscription with this offer.
        ///   - bundleID: the app.
        ///   - transactionID: a transaction of the one customer who may use the offer; `nil` for any customer.
        ///   - nonce: a value for one use.
        ///   - date: the date of the signature.
        /// - Throws: ``ServerAPIFailure`` with ``ServerAPIFailure/Code/invalidKey`` when the system cannot sign.
        public func promotionalOffer(
            _ offerID: String, of productID: String, bundleID: String, transactionID: String? = nil,
            nonce: UUID = UUID(), at date: Date = Date()
        ) throws(ServerAPIFailure) -> String {
            try compactJWS(
                OfferClaims.promotionalOffer(
                    offerID, of: productID, bundleID: bundleID, transactionID: transactionID, issuer: issuerID,
                    nonce: nonce, at: date
                ).members)
        }

        /// Signs whether a customer gets the introductory offer; the app passes the result to its purchase.
        ///
        /// - Parameters:
        ///   - isAllowed: whether the customer gets the offer.
        ///   - productID: the subscription with this offer.
        ///   - bundleID: the app.
        ///   - transactionID: a transaction of the customer, or the customer's app transaction identifier.
        ///   - nonce: a value for one use.
        ///   - date: the date of the signature.
        /// - Throws: ``ServerAPIFailure`` with ``ServerAPIFailure/Code/invalidKey`` when the system cannot sign.
        public func introductoryOfferEligibility(
            _ isAllowed: Bool, for productID: String, bundleID: String, transactionID: String, nonce: UUID = UUID(),
            at date: Date = Date()
        ) throws(ServerAPIFailure) -> String {
            try compactJWS(
                OfferClaims.introductoryOfferEligibility(
                    isAllowed, for: productID, bundleID: bundleID, transactionID: transactionID, issuer: issuerID,
                    nonce: nonce, at: date
                ).members)
        }

        /// Signs a request of the Advanced Commerce API; the app passes the result to its purchase.
        ///
        /// - Parameters:
        ///   - request: the request, as JSON.
        ///   - bundleID: the app.
        ///   - nonce: a value for one use.
        ///   - date: the date of the signature.
        /// - Throws: ``ServerAPIFailure`` with ``ServerAPIFailure/Code/invalidKey`` when the system cannot sign.
        public func advancedCommerceRequest(
            _ request: Data, bundleID: String, nonce: UUID = UUID(), at date: Date = Date()
        ) throws(ServerAPIFailure) -> String {
            try compactJWS(
                OfferClaims.advancedCommerceRequest(
                    request, bundleID: bundleID, issuer: issuerID, nonce: nonce, at: date
                ).members)
        }
    }
#endif
