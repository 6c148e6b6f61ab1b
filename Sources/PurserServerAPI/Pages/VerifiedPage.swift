#if Verification
    public import PurserVerification

    /// A page with its signed parts, verified.
    public struct VerifiedPage<Page: Sendable, Item: Sendable>: Sendable {
        /// The page.
        public let page: Page
        /// The verified transactions or notifications, in the order of the page.
        public let items: [Item]
    }

    extension ServerAPIPages where Page == TransactionHistoryPage {
        /// The same pages with their transactions verified.
        ///
        /// - Parameter verifier: checks each transaction. One that does not pass ends the sequence with `SignedDataFailure`.
        public func verified(
            by verifier: SignedDataVerifier
        ) -> ServerAPIPages<VerifiedPage<TransactionHistoryPage, VerifiedTransaction>> {
            checked { try await $0.verified(by: verifier) }
        }
    }

    extension ServerAPIPages where Page == RefundHistoryPage {
        /// The same pages with their transactions verified.
        ///
        /// - Parameter verifier: checks each transaction. One that does not pass ends the sequence with `SignedDataFailure`.
        public func verified(
            by verifier: SignedDataVerifier
        ) -> ServerAPIPages<VerifiedPage<RefundHistoryPage, VerifiedTransaction>> {
            checked { try await $0.verified(by: verifier) }
        }
    }

    extension ServerAPIPages where Page == NotificationHistoryPage {
        /// The same pages with their notifications verified.
        ///
        /// - Parameter verifier: checks each notification. One that does not pass ends the sequence with `SignedDataFailure`.
        public func verified(
            by verifier: SignedDataVerifier
        ) -> ServerAPIPages<VerifiedPage<NotificationHistoryPage, VerifiedNotification>> {
            checked { try await $0.verified(by: verifier) }
        }
    }

    extension ServerAPIPages {
        /// Returns the same pages with their signed parts verified.
        fileprivate func checked<Item>(
            _ verify: @escaping @Sendable (Element) async throws -> ServerAPIAnswer<VerifiedPage<Page, Item>>
        ) -> ServerAPIPages<VerifiedPage<Page, Item>> {
            let (fetch, follow) = (fetch, follow)
            return ServerAPIPages<VerifiedPage<Page, Item>>(
                call: call, first: first, restart: restart, fetch: { try await verify(fetch($0, $1)) },
                follow: { follow($0.page) })
        }
    }
#endif
