#if Verification
    public import Foundation
    import Purser
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
            var claims = claims("promotional-offer", bundleID, nonce, date)
            claims["productId"] = .string(productID)
            claims["offerIdentifier"] = .string(offerID)
            claims["transactionId"] = transactionID.map { .string($0) }
            return try compactJWS(claims)
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
            var claims = claims("introductory-offer-eligibility", bundleID, nonce, date)
            claims["productId"] = .string(productID)
            claims["allowIntroductoryOffer"] = .bool(isAllowed)
            claims["transactionId"] = .string(transactionID)
            return try compactJWS(claims)
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
            var claims = claims("advanced-commerce-api", bundleID, nonce, date)
            claims["request"] = .string(request.base64EncodedString())
            return try compactJWS(claims)
        }

        private func claims(_ audience: String, _ bundleID: String, _ nonce: UUID, _ date: Date) -> [String: SignedJSON]
        {
            [
                "aud": .string(audience), "bid": .string(bundleID), "iss": .string(issuerID),
                "nonce": .string(nonce.uuidString.lowercased()),
                "iat": .number("\(Timestamp(date).milliseconds / 1_000)"),
            ]
        }
    }
#endif
