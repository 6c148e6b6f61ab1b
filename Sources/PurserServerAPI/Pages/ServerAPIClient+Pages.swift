#if Verification
    extension ServerAPIClient {
        /// A customer's transactions, page by page.
        ///
        /// Keep the revision of each page together with what was made of it: a reader goes on there tomorrow, and gets what is new or
        /// has changed.
        ///
        /// - Parameters:
        ///   - anyTransactionID: a transaction, an original transaction or the copy of the app of the customer.
        ///   - revision: where to begin; `nil` for the beginning.
        ///   - request: which transactions; the same as when the revision was read.
        public func transactionHistory(
            of anyTransactionID: String, after revision: String? = nil,
            request: TransactionHistoryRequest = TransactionHistoryRequest()
        ) -> ServerAPIPages<TransactionHistoryPage> {
            ServerAPIPages(
                call: .getTransactionHistory, first: revision, restart: nil,
                fetch: { try await self.historyPage(anyTransactionID, $0, request, .v2, in: $1) },
                follow: { ($0.revision, $0.hasMore) })
        }

        /// A customer's refunds, page by page.
        ///
        /// - Parameters:
        ///   - anyTransactionID: a transaction of the customer.
        ///   - revision: where to begin; `nil` for the beginning.
        public func refundHistory(
            of anyTransactionID: String, after revision: String? = nil
        ) -> ServerAPIPages<RefundHistoryPage> {
            ServerAPIPages(
                call: .getRefundHistory, first: revision, restart: nil,
                fetch: { try await self.refundPage(anyTransactionID, $0, in: $1) },
                follow: { ($0.revision, $0.hasMore) })
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
