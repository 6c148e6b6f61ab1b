#if Verification
    public import Foundation
    public import Purser

    // Every call throws ``ServerAPIFailure``, and `CancellationError` when its task was cancelled.
    extension ServerAPIClient {
        /// Returns one transaction.
        ///
        /// - Parameter transactionID: the identifier of the transaction.
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        public func getTransactionInfo(_ transactionID: String) async throws -> ServerAPIAnswer<TransactionInfo> {
            try await answer(to: CallRequest(.getTransactionInfo, transactionID))
        }

        /// Returns one page of a customer's transactions; ``transactionHistory(of:after:request:)`` reads all pages.
        ///
        /// - Parameters:
        ///   - anyTransactionID: any transaction identifier, original transaction identifier or app transaction identifier of the
        ///     customer.
        ///   - revision: the revision of the page before; `nil` for the first page.
        ///   - request: which transactions; the same for all pages.
        ///   - version: the version of the call.
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

        /// Returns one page of a customer's refunds; ``refundHistory(of:after:)`` reads all pages.
        ///
        /// - Parameters:
        ///   - anyTransactionID: any transaction of the customer.
        ///   - revision: the revision of the page before; `nil` for the first page.
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

        /// Returns the transactions of an order.
        ///
        /// - Parameter orderID: the order number on the customer's invoice.
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        public func lookUpOrderId(_ orderID: String) async throws -> ServerAPIAnswer<OrderLookup> {
            try await answer(to: CallRequest(.lookUpOrderId, orderID))
        }

        /// Returns the customer's app transaction.
        ///
        /// - Parameter anyTransactionID: any transaction of the customer, or the app transaction identifier.
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        public func getAppTransactionInfo(
            _ anyTransactionID: String
        ) async throws -> ServerAPIAnswer<AppTransactionInfo> {
            try await answer(to: CallRequest(.getAppTransactionInfo, anyTransactionID))
        }

        /// Finishes a transaction that the server has delivered, instead of the app.
        ///
        /// Finishing it again changes nothing.
        ///
        /// - Returns: the environment in which it was carried out.
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        @discardableResult
        public func finishTransaction(_ transactionID: String) async throws -> StoreEnvironment {
            try await carryOut(CallRequest(.finishTransaction, transactionID))
        }

        /// Sets the app account token of a purchase: transactions that Apple signs later contain it.
        ///
        /// Setting it again changes nothing.
        ///
        /// - Parameters:
        ///   - token: the app's user.
        ///   - originalTransactionID: the purchase, by its original transaction identifier.
        /// - Returns: the environment in which it was carried out.
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        @discardableResult
        public func setAppAccountToken(
            _ token: UUID, of originalTransactionID: String
        ) async throws -> StoreEnvironment {
            let body = SingleMember("appAccountToken", token)
            return try await carryOut(CallRequest(.setAppAccountToken, originalTransactionID, body: body))
        }

        /// Answers a consumption request; a second answer replaces the first.
        ///
        /// - Returns: the environment in which it was carried out.
        /// - Throws: ``ServerAPIFailure``, with ``ServerAPIFailure/Code/invalidRequest`` for an answer that Apple would reject;
        ///   `CancellationError`.
        @discardableResult
        public func sendConsumptionInformation(
            _ answer: ConsumptionAnswer, for transactionID: String
        ) async throws -> StoreEnvironment {
            try await carryOut(CallRequest(.sendConsumptionInformation, transactionID, body: answer))
        }

        /// Answers a consumption request in the first version of the call, which Apple has deprecated.
        ///
        /// - Returns: the environment in which it was carried out.
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        @discardableResult
        public func sendConsumptionData(
            _ answer: OldConsumptionAnswer, for transactionID: String
        ) async throws -> StoreEnvironment {
            try await carryOut(CallRequest(.sendConsumptionData, transactionID, body: answer))
        }

        /// Reads a customer's transactions, page by page.
        ///
        /// Store the revision of each page together with its content. Pass it later as `after` to continue there: only
        /// new and changed transactions follow.
        ///
        /// - Parameters:
        ///   - anyTransactionID: any transaction identifier, original transaction identifier or app transaction
        ///     identifier of the customer.
        ///   - revision: the revision of the last page that was read; `nil` for the beginning.
        ///   - request: which transactions; the same as for the revision.
        public func transactionHistory(
            of anyTransactionID: String, after revision: String? = nil,
            request: TransactionHistoryRequest = TransactionHistoryRequest()
        ) -> ServerAPIPages<TransactionHistoryPage> {
            ServerAPIPages(
                call: .getTransactionHistory, first: revision, restart: nil,
                fetch: { try await self.historyPage(anyTransactionID, $0, request, .v2, in: $1) },
                follow: { ($0.revision, $0.hasMore) })
        }

        /// Reads a customer's refunded transactions, page by page.
        ///
        /// - Parameters:
        ///   - anyTransactionID: any transaction of the customer.
        ///   - revision: the revision of the last page that was read; `nil` for the beginning.
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
