#if Verification
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
    }
#endif
