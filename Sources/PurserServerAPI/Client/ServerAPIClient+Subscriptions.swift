#if Verification
    public import Purser

    extension ServerAPIClient {
        /// The states of a customer's subscriptions.
        ///
        /// - Parameters:
        ///   - anyTransactionID: a transaction of the customer.
        ///   - states: those that are wanted; empty for all.
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        public func getAllSubscriptionStatuses(
            of anyTransactionID: String, in states: [StoreSubscriptionStatus.RenewalState] = []
        ) async throws -> ServerAPIAnswer<SubscriptionStatuses> {
            let query = states.map { ("status", "\($0.rawValue)") }
            return try await answer(to: CallRequest(.getAllSubscriptionStatuses, anyTransactionID, query: query))
        }

        /// Extends one subscription; it is not repeated where it may have been carried out.
        ///
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        public func extendSubscriptionRenewalDate(
            of originalTransactionID: String, _ request: RenewalExtensionRequest
        ) async throws -> ServerAPIAnswer<RenewalExtension> {
            try await answer(
                to: CallRequest(.extendSubscriptionRenewalDate, originalTransactionID, body: request))
        }

        /// Extends the subscriptions to a product of all who have it; it is not repeated where it may have been carried out.
        ///
        /// - Parameters:
        ///   - productID: the product.
        ///   - request: by how much and why; its identifier is a UUID of the caller's, by which the status is asked for.
        ///   - storefronts: the storefronts, as ISO 3166-1 alpha-3 countries; `nil` for all.
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        public func extendRenewalDateForAllActiveSubscribers(
            to productID: String, _ request: RenewalExtensionRequest, storefronts: [String]? = nil
        ) async throws -> ServerAPIAnswer<MassRenewalExtension> {
            let body = MassRenewalExtensionRequest(request: request, productID: productID, storefronts: storefronts)
            return try await answer(to: CallRequest(.extendRenewalDateForAllActiveSubscribers, body: body))
        }

        /// How an extension of all subscriptions goes.
        ///
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        public func getStatusOfSubscriptionRenewalDateExtensions(
            to productID: String, requestID: String
        ) async throws -> ServerAPIAnswer<MassRenewalExtensionStatus> {
            try await answer(
                to: CallRequest(.getStatusOfSubscriptionRenewalDateExtensions, productID, requestID))
        }
    }
#endif
