#if Verification
    public import Purser
    public import PurserVerification

    // The signed parts of answers, verified. Each one throws `SignedDataFailure`, or ``ServerAPIFailure`` with
    // ``ServerAPIFailure/Code/unreadable`` for an answer without its signed part.
    extension ServerAPIAnswer where Value == TransactionInfo {
        /// Verifies the transaction.
        ///
        /// - Throws: `SignedDataFailure`; ``ServerAPIFailure``.
        public func verified(
            by verifier: SignedDataVerifier
        ) async throws -> ServerAPIAnswer<VerifiedTransaction> {
            try await map { info in
                try await verifier.verifyTransaction(
                    try info.signedTransaction.present("signedTransactionInfo", .getTransactionInfo))
            }
        }
    }

    extension ServerAPIAnswer where Value == AppTransactionInfo {
        /// Verifies the customer's app transaction.
        ///
        /// - Throws: `SignedDataFailure`; ``ServerAPIFailure``.
        public func verified(
            by verifier: SignedDataVerifier
        ) async throws -> ServerAPIAnswer<VerifiedAppTransaction> {
            try await map { info in
                try await verifier.verifyAppTransaction(
                    try info.signedAppTransaction.present("signedAppTransactionInfo", .getAppTransactionInfo))
            }
        }
    }

    extension ServerAPIAnswer where Value == OrderLookup {
        /// Verifies the transactions of the order; there are none for the order number of another app.
        ///
        /// - Throws: `SignedDataFailure`.
        public func verified(
            by verifier: SignedDataVerifier
        ) async throws -> ServerAPIAnswer<[VerifiedTransaction]> {
            try await map { try await verifier.verifyTransactions($0.signedTransactions) }
        }
    }

    extension ServerAPIAnswer where Value == SubscriptionStatuses {
        /// Verifies the transaction and the renewal info of each subscription.
        ///
        /// - Throws: `SignedDataFailure`; ``ServerAPIFailure``.
        public func verified(
            by verifier: SignedDataVerifier
        ) async throws -> ServerAPIAnswer<[VerifiedSubscriptionStatus]> {
            try await map { statuses in
                var verified: [VerifiedSubscriptionStatus] = []
                for group in statuses.groups {
                    for last in group.lastTransactions {
                        verified.append(try await VerifiedSubscriptionStatus(last, in: group, by: verifier))
                    }
                }
                return verified
            }
        }
    }

    extension ServerAPIAnswer where Value == TestNotificationStatus {
        /// Verifies the test notification; `nil` if the answer has none.
        ///
        /// - Throws: `SignedDataFailure`.
        public func verified(
            by verifier: SignedDataVerifier
        ) async throws -> ServerAPIAnswer<VerifiedNotification?> {
            try await map { status in
                guard let jws = status.signedPayload else { return nil }
                return try await verifier.verifyNotification(jws)
            }
        }
    }

    extension ServerAPIAnswer where Value == TransactionHistoryPage {
        /// Verifies the transactions of the page.
        ///
        /// - Throws: `SignedDataFailure` if one of them does not pass.
        public func verified(
            by verifier: SignedDataVerifier
        ) async throws -> ServerAPIAnswer<VerifiedPage<TransactionHistoryPage, VerifiedTransaction>> {
            try await map {
                VerifiedPage(page: $0, items: try await verifier.verifyTransactions($0.signedTransactions))
            }
        }
    }

    extension ServerAPIAnswer where Value == RefundHistoryPage {
        /// Verifies the transactions of the page.
        ///
        /// - Throws: `SignedDataFailure` if one of them does not pass.
        public func verified(
            by verifier: SignedDataVerifier
        ) async throws -> ServerAPIAnswer<VerifiedPage<RefundHistoryPage, VerifiedTransaction>> {
            try await map {
                VerifiedPage(page: $0, items: try await verifier.verifyTransactions($0.signedTransactions))
            }
        }
    }

    extension ServerAPIAnswer where Value == NotificationHistoryPage {
        /// Verifies the notifications of the page.
        ///
        /// - Throws: `SignedDataFailure` if one of them does not pass; ``ServerAPIFailure`` if one has no signed part.
        public func verified(
            by verifier: SignedDataVerifier
        ) async throws -> ServerAPIAnswer<VerifiedPage<NotificationHistoryPage, VerifiedNotification>> {
            try await map { page in
                var verified: [VerifiedNotification] = []
                for sent in page.notifications {
                    let jws = try sent.signedPayload.present("signedPayload", .getNotificationHistory)
                    verified.append(try await verifier.verifyNotification(jws))
                }
                return VerifiedPage(page: page, items: verified)
            }
        }
    }

    extension String? {
        /// Returns the signed text.
        ///
        /// - Throws: ``ServerAPIFailure`` with ``ServerAPIFailure/Code/unreadable`` when there is none.
        func present(_ key: String, _ call: ServerAPICall) throws(ServerAPIFailure) -> String {
            guard let self else {
                throw ServerAPIFailure(.unreadable, call, "The answer has no member \(key). Report this.")
            }
            return self
        }
    }

    /// The latest state of one subscription, with its verified transaction and renewal info.
    public struct VerifiedSubscriptionStatus: Sendable, Hashable {
        /// The group's identifier.
        public let groupID: String?
        /// The state of the subscription, which is not signed.
        public let status: StoreSubscriptionStatus.RenewalState?
        /// The subscription, by its original transaction identifier.
        public let originalTransactionID: String?
        /// Its latest transaction, verified.
        public let transaction: VerifiedTransaction
        /// Its renewal info, verified.
        public let renewalInfo: VerifiedRenewalInfo

        init(
            _ last: LastTransaction, in group: SubscriptionGroupStatus, by verifier: SignedDataVerifier
        ) async throws {
            let call = ServerAPICall.getAllSubscriptionStatuses
            groupID = group.groupID
            status = last.status
            originalTransactionID = last.originalTransactionID
            transaction = try await verifier.verifyTransaction(
                try last.signedTransaction.present("signedTransactionInfo", call))
            renewalInfo = try await verifier.verifyRenewalInfo(
                try last.signedRenewalInfo.present("signedRenewalInfo", call))
        }
    }

    extension SignedDataVerifier {
        /// Checks several transactions, in their order.
        package func verifyTransactions(_ signed: [String]) async throws(SignedDataFailure) -> [VerifiedTransaction] {
            var verified: [VerifiedTransaction] = []
            verified.reserveCapacity(signed.count)
            for jws in signed { verified.append(try await verifyTransaction(jws)) }
            return verified
        }
    }
#endif
