#if Verification
    public import Purser

    extension ServerAPIClient {
        /// Returns the states of a customer's subscriptions.
        ///
        /// - Parameters:
        ///   - anyTransactionID: any transaction of the customer.
        ///   - states: only subscriptions in these states; empty for all.
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        public func getAllSubscriptionStatuses(
            of anyTransactionID: String, in states: [StoreSubscriptionStatus.RenewalState] = []
        ) async throws -> ServerAPIAnswer<SubscriptionStatuses> {
            let query = states.map { ("status", "\($0.rawValue)") }
            return try await answer(to: CallRequest(.getAllSubscriptionStatuses, anyTransactionID, query: query))
        }

        /// Extends the renewal date of one subscription.
        ///
        /// The client repeats it only if the first request certainly had no effect.
        ///
        /// - Parameters:
        ///   - originalTransactionID: the subscription, by its original transaction identifier.
        ///   - request: how long and why.
        ///
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        public func extendSubscriptionRenewalDate(
            of originalTransactionID: String, _ request: RenewalExtensionRequest
        ) async throws -> ServerAPIAnswer<RenewalExtension> {
            try await answer(
                to: CallRequest(.extendSubscriptionRenewalDate, originalTransactionID, body: request))
        }

        /// Extends the renewal dates of all active subscribers of a product.
        ///
        /// The client repeats it only if the first request certainly had no effect.
        /// Read its progress with ``getStatusOfSubscriptionRenewalDateExtensions(to:requestID:)``.
        ///
        /// - Parameters:
        ///   - productID: the product.
        ///   - request: how long and why; its identifier is a UUID of the caller.
        ///   - storefronts: the storefronts, by their ISO 3166-1 alpha-3 country codes; `nil` for all.
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        public func extendRenewalDateForAllActiveSubscribers(
            to productID: String, _ request: RenewalExtensionRequest, storefronts: [String]? = nil
        ) async throws -> ServerAPIAnswer<MassRenewalExtension> {
            let body = MassRenewalExtensionRequest(request: request, productID: productID, storefronts: storefronts)
            return try await answer(to: CallRequest(.extendRenewalDateForAllActiveSubscribers, body: body))
        }

        /// Returns the progress of an extension for all subscribers.
        ///
        /// - Parameters:
        ///   - productID: the product of the request.
        ///   - requestID: the identifier of the request.
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
        /// Requests a test notification from Apple to the app's server.
        ///
        /// The client repeats it only if the first request certainly had no effect.
        ///
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        public func requestTestNotification() async throws -> ServerAPIAnswer<TestNotification> {
            try await answer(to: CallRequest(.requestTestNotification))
        }

        /// Returns the status of a test notification; ``ServerAPIFailure/Code/notFound`` until Apple has sent it.
        ///
        /// - Parameter token: the token that ``requestTestNotification()`` returned.
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        public func getTestNotificationStatus(
            _ token: String
        ) async throws -> ServerAPIAnswer<TestNotificationStatus> {
            try await answer(to: CallRequest(.getTestNotificationStatus, token))
        }

        /// Returns one page of the notifications that Apple sent; ``notificationHistory(_:after:)`` reads all pages.
        ///
        /// - Parameters:
        ///   - request: which notifications; the same for all pages.
        ///   - token: the token of the page before; `nil` for the first page.
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

        /// Reads the notifications that Apple sent, page by page.
        ///
        /// Tokens expire. The sequence then throws ``ServerAPIFailure/Code/tokenExpired``, with the date from which to read again.
        ///
        /// - Parameters:
        ///   - request: which notifications.
        ///   - token: the token of the last page that was read; `nil` for the beginning.
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
