#if Verification
    public import Foundation
    public import Purser

    // What every call throws: ``ServerAPIFailure``, and `CancellationError` when the task was cancelled.
    extension ServerAPIClient {
        /// One transaction.
        ///
        /// - Parameter transactionID: a transaction of the customer.
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        public func getTransactionInfo(_ transactionID: String) async throws -> ServerAPIAnswer<TransactionInfo> {
            try await answer(to: CallRequest(.getTransactionInfo, transactionID))
        }

        /// A page of a customer's transactions; ``transactionHistory(of:after:request:)`` reads them all.
        ///
        /// - Parameters:
        ///   - anyTransactionID: a transaction, an original transaction or the copy of the app of the customer.
        ///   - revision: where the page begins; `nil` for the beginning.
        ///   - request: which transactions; the same as for the page before.
        ///   - version: the form of the call.
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        public func getTransactionHistory(
            of anyTransactionID: String, after revision: String? = nil,
            request: TransactionHistoryRequest = TransactionHistoryRequest(),
            version: TransactionHistoryRequest.Version = .v2
        ) async throws -> ServerAPIAnswer<TransactionHistoryPage> {
            try await historyPage(anyTransactionID, revision, request, version, in: nil)
        }

        func historyPage(
            _ id: String, _ revision: String?, _ request: TransactionHistoryRequest,
            _ version: TransactionHistoryRequest.Version, in environment: ServerAPIEnvironment?
        ) async throws -> ServerAPIAnswer<TransactionHistoryPage> {
            let call = ServerAPICall.getTransactionHistory
            let request = try CallRequest(
                call, path: call.path.replacingOccurrences(of: "/v2/", with: "/\(version.rawValue)/"), id,
                query: Self.query(revision) + request.query)
            return try await answer(to: request, in: environment)
        }

        /// A page of a customer's refunds; ``refundHistory(of:after:)`` reads them all.
        ///
        /// - Parameters:
        ///   - anyTransactionID: a transaction of the customer.
        ///   - revision: where the page begins; `nil` for the beginning.
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        public func getRefundHistory(
            of anyTransactionID: String, after revision: String? = nil
        ) async throws -> ServerAPIAnswer<RefundHistoryPage> {
            try await refundPage(anyTransactionID, revision, in: nil)
        }

        func refundPage(
            _ id: String, _ revision: String?, in environment: ServerAPIEnvironment?
        ) async throws -> ServerAPIAnswer<RefundHistoryPage> {
            try await answer(to: CallRequest(.getRefundHistory, id, query: Self.query(revision)), in: environment)
        }

        private static func query(_ revision: String?) -> [(String, String)] {
            revision.map { [("revision", $0)] } ?? []
        }

        /// The transactions of an order.
        ///
        /// - Parameter orderID: the number on the customer's invoice.
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        public func lookUpOrderId(_ orderID: String) async throws -> ServerAPIAnswer<OrderLookup> {
            try await answer(to: CallRequest(.lookUpOrderId, orderID))
        }

        /// The customer's copy of the app.
        ///
        /// - Parameter anyTransactionID: a transaction of the customer, or the copy's own identifier.
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        public func getAppTransactionInfo(
            _ anyTransactionID: String
        ) async throws -> ServerAPIAnswer<AppTransactionInfo> {
            try await answer(to: CallRequest(.getAppTransactionInfo, anyTransactionID))
        }

        /// Finishes a transaction that was delivered, where the app does not; a second time changes nothing.
        ///
        /// - Returns: where it was carried out.
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        @discardableResult
        public func finishTransaction(_ transactionID: String) async throws -> StoreEnvironment {
            try await carryOut(CallRequest(.finishTransaction, transactionID))
        }

        /// Names the app's user of a purchase; transactions that are signed later bear it.
        ///
        /// A second time changes nothing.
        ///
        /// - Parameters:
        ///   - token: the user.
        ///   - originalTransactionID: the purchase, by its original transaction.
        /// - Returns: where it was carried out.
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        @discardableResult
        public func setAppAccountToken(
            _ token: UUID, of originalTransactionID: String
        ) async throws -> StoreEnvironment {
            let body = SingleMember("appAccountToken", token)
            return try await carryOut(CallRequest(.setAppAccountToken, originalTransactionID, body: body))
        }

        /// Tells Apple of a purchase for which a refund is asked; a second time replaces the first.
        ///
        /// - Returns: where it was carried out.
        /// - Throws: ``ServerAPIFailure``, with ``ServerAPIFailure/Kind/invalidRequest`` for an answer that Apple would not take;
        ///   `CancellationError`.
        @discardableResult
        public func sendConsumptionInformation(
            _ answer: ConsumptionAnswer, for transactionID: String
        ) async throws -> StoreEnvironment {
            try await carryOut(CallRequest(.sendConsumptionInformation, transactionID, body: answer))
        }

        /// Tells Apple of a consumable for which a refund is asked, in the form that Apple has deprecated.
        ///
        /// - Returns: where it was carried out.
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        @discardableResult
        public func sendConsumptionData(
            _ answer: OldConsumptionAnswer, for transactionID: String
        ) async throws -> StoreEnvironment {
            try await carryOut(CallRequest(.sendConsumptionData, transactionID, body: answer))
        }

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
    }
#endif
