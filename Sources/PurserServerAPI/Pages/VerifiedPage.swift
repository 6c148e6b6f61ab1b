#if Verification
    public import PurserVerification

    /// A page, with what Apple has signed in it, verified.
    public struct VerifiedPage<Page: Sendable, Item: Sendable>: Sendable {
        /// The page.
        public let page: Page
        /// What is signed in it, in its order.
        public let items: [Item]
    }

    extension ServerAPIPages where Page == TransactionHistoryPage {
        /// The same pages with their transactions verified.
        ///
        /// - Parameter verifier: what checks them; a page with one that does not count ends the sequence with `SignedDataError`.
        public func verified(
            by verifier: SignedDataVerifier
        ) -> ServerAPIPages<VerifiedPage<TransactionHistoryPage, VerifiedTransaction>> {
            checked { try await verifier.verifyTransactions($0.signedTransactions) }
        }
    }

    extension ServerAPIPages where Page == RefundHistoryPage {
        /// The same pages with their transactions verified.
        ///
        /// - Parameter verifier: what checks them; a page with one that does not count ends the sequence with `SignedDataError`.
        public func verified(
            by verifier: SignedDataVerifier
        ) -> ServerAPIPages<VerifiedPage<RefundHistoryPage, VerifiedTransaction>> {
            checked { try await verifier.verifyTransactions($0.signedTransactions) }
        }
    }

    extension ServerAPIPages where Page == NotificationHistoryPage {
        /// The same pages with their notifications verified.
        ///
        /// - Parameter verifier: what checks them; a page with one that does not count ends the sequence with `SignedDataError`.
        public func verified(
            by verifier: SignedDataVerifier
        ) -> ServerAPIPages<VerifiedPage<NotificationHistoryPage, VerifiedNotification>> {
            checked { page in
                var verified: [VerifiedNotification] = []
                for sent in page.notifications {
                    let jws = try sent.signedPayload.present("signedPayload", .getNotificationHistory)
                    verified.append(try await verifier.verifyNotification(jws))
                }
                return verified
            }
        }
    }

    extension ServerAPIPages {
        /// The same pages, with what is signed in them.
        fileprivate func checked<Item>(
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
