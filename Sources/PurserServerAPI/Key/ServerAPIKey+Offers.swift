#if Verification
    public import Foundation
    import PurserVerification

    extension ServerAPIKey {
        /// Signs a promotional offer, for the app to buy with.
        ///
        /// - Parameters:
        ///   - offerID: the offer.
        ///   - productID: the subscription that has it.
        ///   - bundleID: the app.
        ///   - transactionID: a transaction of the customer, who alone may use it then.
        ///   - nonce: a value that is used once.
        ///   - date: when it is signed.
        /// - Throws: ``ServerAPIFailure`` with ``ServerAPIFailure/Kind/invalidKey`` when the system cannot sign.
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

        /// Signs whether a customer may have the introductory offer, for the app to buy with.
        ///
        /// - Parameters:
        ///   - isAllowed: whether they may.
        ///   - productID: the subscription that has it.
        ///   - bundleID: the app.
        ///   - transactionID: a transaction of the customer, or the identifier of their copy of the app.
        ///   - nonce: a value that is used once.
        ///   - date: when it is signed.
        /// - Throws: ``ServerAPIFailure`` with ``ServerAPIFailure/Kind/invalidKey`` when the system cannot sign.
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

        /// Signs a request of the Advanced Commerce API, for the app to buy with.
        ///
        /// - Parameters:
        ///   - request: the request, as JSON.
        ///   - bundleID: the app.
        ///   - nonce: a value that is used once.
        ///   - date: when it is signed.
        /// - Throws: ``ServerAPIFailure`` with ``ServerAPIFailure/Kind/invalidKey`` when the system cannot sign.
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
