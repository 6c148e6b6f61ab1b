#if Verification
    public import Purser
    public import PurserVerification

    // What Apple has signed in answers, verified. Each throws `SignedDataError`, and ``ServerAPIFailure`` with
    // ``ServerAPIFailure/Kind/unreadable`` where the answer lacks what is to be verified.
    extension ServerAPIAnswer where Value == TransactionInfo {
        /// The transaction, verified.
        ///
        /// - Throws: `SignedDataError`; ``ServerAPIFailure``.
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
        /// The customer's copy of the app, verified.
        ///
        /// - Throws: `SignedDataError`; ``ServerAPIFailure``.
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
        /// The transactions of the order, verified; none for a number of another app.
        ///
        /// - Throws: `SignedDataError`.
        public func verified(
            by verifier: SignedDataVerifier
        ) async throws -> ServerAPIAnswer<[VerifiedTransaction]> {
            try await map { try await verifier.verifyTransactions($0.signedTransactions) }
        }
    }

    extension ServerAPIAnswer where Value == SubscriptionStatuses {
        /// The states of all subscriptions, verified.
        ///
        /// - Throws: `SignedDataError`; ``ServerAPIFailure``.
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
        /// The notification of the test, verified; `nil` while Apple has not sent it.
        ///
        /// - Throws: `SignedDataError`.
        public func verified(
            by verifier: SignedDataVerifier
        ) async throws -> ServerAPIAnswer<VerifiedNotification?> {
            try await map { status in
                guard let jws = status.signedPayload else { return nil }
                return try await verifier.verifyNotification(jws)
            }
        }
    }

    extension String? {
        /// The signed text of an answer.
        ///
        /// - Throws: ``ServerAPIFailure`` with ``ServerAPIFailure/Kind/unreadable`` when there is none.
        func present(_ key: String, _ call: ServerAPICall) throws(ServerAPIFailure) -> String {
            guard let self else {
                throw ServerAPIFailure(.unreadable, call, "The answer has no member \(key). Report this.")
            }
            return self
        }
    }

    /// The latest state of one subscription, with what Apple has signed of it, verified.
    public struct VerifiedSubscriptionStatus: Sendable, Hashable {
        /// The group.
        public let groupID: String?
        /// Where it stands.
        public let status: StoreSubscriptionStatus.RenewalState?
        /// The subscription.
        public let originalTransactionID: String?
        /// Its latest transaction.
        public let transaction: VerifiedTransaction
        /// Its renewal info.
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
        package func verifyTransactions(_ signed: [String]) async throws(SignedDataError) -> [VerifiedTransaction] {
            var verified: [VerifiedTransaction] = []
            verified.reserveCapacity(signed.count)
            for jws in signed { verified.append(try await verifyTransaction(jws)) }
            return verified
        }
    }
#endif
