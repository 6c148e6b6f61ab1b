#if Verification
    public import PurserVerification

    /// A page, with what Apple has signed in it, verified.
    public struct VerifiedPage<Page: Sendable, Item: Sendable>: Sendable {
        /// The page.
        public let page: Page
        /// What is signed in it, in its order.
        public let items: [Item]
    }

    extension ServerAPIClient {
        /// A customer's transactions, page by page, verified.
        ///
        /// - Parameters:
        ///   - anyTransactionID: a transaction, an original transaction or the copy of the app of the customer.
        ///   - revision: where to begin; `nil` for the beginning.
        ///   - request: which transactions; the same as when the revision was read.
        ///   - verifier: what checks them; a page with one that does not count ends the sequence with `SignedDataError`.
        public func transactionHistory(
            of anyTransactionID: String, after revision: String? = nil,
            request: TransactionHistoryRequest = TransactionHistoryRequest(), verifiedBy verifier: SignedDataVerifier
        ) -> ServerAPIPages<VerifiedPage<TransactionHistoryPage, VerifiedTransaction>> {
            transactionHistory(of: anyTransactionID, after: revision, request: request).verified {
                try await verifier.verifyTransactions($0.signedTransactions)
            }
        }

        /// A customer's refunds, page by page, verified.
        ///
        /// - Parameters:
        ///   - anyTransactionID: a transaction of the customer.
        ///   - revision: where to begin; `nil` for the beginning.
        ///   - verifier: what checks them; a page with one that does not count ends the sequence with `SignedDataError`.
        public func refundHistory(
            of anyTransactionID: String, after revision: String? = nil, verifiedBy verifier: SignedDataVerifier
        ) -> ServerAPIPages<VerifiedPage<RefundHistoryPage, VerifiedTransaction>> {
            refundHistory(of: anyTransactionID, after: revision).verified {
                try await verifier.verifyTransactions($0.signedTransactions)
            }
        }

        /// The notifications that Apple sent, page by page, verified.
        ///
        /// - Parameters:
        ///   - request: which notifications.
        ///   - token: where to begin; `nil` for the beginning.
        ///   - verifier: what checks them; a page with one that does not count ends the sequence with `SignedDataError`.
        public func notificationHistory(
            _ request: NotificationHistoryRequest, after token: String? = nil, verifiedBy verifier: SignedDataVerifier
        ) -> ServerAPIPages<VerifiedPage<NotificationHistoryPage, VerifiedNotification>> {
            notificationHistory(request, after: token).verified { page in
                var verified: [VerifiedNotification] = []
                for sent in page.notifications {
                    let jws = try Self.signed(sent.signedPayload, "signedPayload", .getNotificationHistory)
                    verified.append(try await verifier.verifyNotification(jws))
                }
                return verified
            }
        }
    }

    extension ServerAPIPages {
        /// The same pages, with what is signed in them.
        func verified<Item>(
            _ verify: @escaping @Sendable (Page) async throws -> [Item]
        ) -> ServerAPIPages<VerifiedPage<Page, Item>> {
            let (fetch, follow) = (fetch, follow)
            return ServerAPIPages<VerifiedPage<Page, Item>>(
                call: call, first: first, restart: restart,
                fetch: { token, environment in
                    try await fetch(token, environment).map { VerifiedPage(page: $0, items: try await verify($0)) }
                },
                follow: { follow($0.page) })
        }
    }
#endif
