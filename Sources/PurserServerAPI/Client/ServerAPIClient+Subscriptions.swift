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

    // Notifications.
    extension ServerAPIClient {
        /// Has Apple send a test notification; it is not repeated where it may have been carried out.
        ///
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        public func requestTestNotification() async throws -> ServerAPIAnswer<TestNotification> {
            try await answer(to: CallRequest(.requestTestNotification))
        }

        /// What became of a test notification.
        ///
        /// - Parameter token: what ``requestTestNotification()`` returned.
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        public func getTestNotificationStatus(
            _ token: String
        ) async throws -> ServerAPIAnswer<TestNotificationStatus> {
            try await answer(to: CallRequest(.getTestNotificationStatus, token))
        }

        /// A page of the notifications that Apple sent; ``notificationHistory(_:after:)`` reads them all.
        ///
        /// - Parameters:
        ///   - request: which notifications; the same as for the page before.
        ///   - token: where the page begins; `nil` for the beginning.
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        public func getNotificationHistory(
            _ request: NotificationHistoryRequest, after token: String? = nil
        ) async throws -> ServerAPIAnswer<NotificationHistoryPage> {
            try await notificationPage(request, token, in: nil)
        }

        func notificationPage(
            _ request: NotificationHistoryRequest, _ token: String?, in environment: ServerAPIEnvironment?
        ) async throws -> ServerAPIAnswer<NotificationHistoryPage> {
            let query = token.map { [("paginationToken", $0)] } ?? []
            return try await answer(
                to: CallRequest(.getNotificationHistory, query: query, body: request), in: environment)
        }

        /// The notifications that Apple sent, page by page.
        ///
        /// A token expires: then the sequence throws ``ServerAPIFailure/Kind/tokenExpired``, with the date from which to begin again.
        ///
        /// - Parameters:
        ///   - request: which notifications.
        ///   - token: where to begin; `nil` for the beginning.
        public func notificationHistory(
            _ request: NotificationHistoryRequest, after token: String? = nil
        ) -> ServerAPIPages<NotificationHistoryPage> {
            ServerAPIPages(
                call: .getNotificationHistory, first: token, restart: request.startDate,
                fetch: { try await self.notificationPage(request, $0, in: $1) },
                follow: { ($0.paginationToken, $0.hasMore) })
        }
    }
#endif
