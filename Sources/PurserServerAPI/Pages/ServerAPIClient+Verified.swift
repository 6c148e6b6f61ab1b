#if Verification
    public import Purser
    public import PurserVerification

    // The twins of the calls whose answers hold what Apple has signed. They throw `SignedDataError` beside what the calls throw.
    extension ServerAPIClient {
        /// One transaction, verified.
        ///
        /// - Throws: ``ServerAPIFailure``, `SignedDataError`; `CancellationError`.
        public func getTransactionInfo(
            _ transactionID: String, verifiedBy verifier: SignedDataVerifier
        ) async throws -> ServerAPIAnswer<VerifiedTransaction> {
            try await getTransactionInfo(transactionID).map { info in
                try await verifier.verifyTransaction(
                    try Self.signed(info.signedTransaction, "signedTransactionInfo", .getTransactionInfo))
            }
        }

        /// The customer's copy of the app, verified.
        ///
        /// - Throws: ``ServerAPIFailure``, `SignedDataError`; `CancellationError`.
        public func getAppTransactionInfo(
            _ anyTransactionID: String, verifiedBy verifier: SignedDataVerifier
        ) async throws -> ServerAPIAnswer<VerifiedAppTransaction> {
            try await getAppTransactionInfo(anyTransactionID).map { info in
                try await verifier.verifyAppTransaction(
                    try Self.signed(info.signedAppTransaction, "signedAppTransactionInfo", .getAppTransactionInfo))
            }
        }

        /// The transactions of an order, verified; none for a number of another app.
        ///
        /// - Throws: ``ServerAPIFailure``, `SignedDataError`; `CancellationError`.
        public func lookUpOrderId(
            _ orderID: String, verifiedBy verifier: SignedDataVerifier
        ) async throws -> ServerAPIAnswer<[VerifiedTransaction]> {
            try await lookUpOrderId(orderID).map { try await verifier.verifyTransactions($0.signedTransactions) }
        }

        /// The states of a customer's subscriptions, verified.
        ///
        /// - Throws: ``ServerAPIFailure``, `SignedDataError`; `CancellationError`.
        public func getAllSubscriptionStatuses(
            of anyTransactionID: String, in states: [StoreSubscriptionStatus.RenewalState] = [],
            verifiedBy verifier: SignedDataVerifier
        ) async throws -> ServerAPIAnswer<[VerifiedSubscriptionStatus]> {
            try await getAllSubscriptionStatuses(of: anyTransactionID, in: states).map { statuses in
                var verified: [VerifiedSubscriptionStatus] = []
                for group in statuses.groups {
                    for last in group.lastTransactions {
                        verified.append(try await VerifiedSubscriptionStatus(last, in: group, by: verifier))
                    }
                }
                return verified
            }
        }

        /// The notification of a test, verified; `nil` while Apple has not sent it.
        ///
        /// - Throws: ``ServerAPIFailure``, `SignedDataError`; `CancellationError`.
        public func getTestNotificationStatus(
            _ token: String, verifiedBy verifier: SignedDataVerifier
        ) async throws -> ServerAPIAnswer<VerifiedNotification?> {
            try await getTestNotificationStatus(token).map { status in
                guard let jws = status.signedPayload else { return nil }
                return try await verifier.verifyNotification(jws)
            }
        }

        static func signed(
            _ jws: String?, _ key: String, _ call: ServerAPICall
        ) throws(ServerAPIFailure) -> String {
            guard let jws else {
                throw ServerAPIFailure(.unreadable, call, "The answer has no member \(key). Report this.")
            }
            return jws
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
                try ServerAPIClient.signed(last.signedTransaction, "signedTransactionInfo", call))
            renewalInfo = try await verifier.verifyRenewalInfo(
                try ServerAPIClient.signed(last.signedRenewalInfo, "signedRenewalInfo", call))
        }
    }

    extension SignedDataVerifier {
        /// Checks several transactions, in their order.
        func verifyTransactions(_ signed: [String]) async throws(SignedDataError) -> [VerifiedTransaction] {
            var verified: [VerifiedTransaction] = []
            verified.reserveCapacity(signed.count)
            for jws in signed { verified.append(try await verifyTransaction(jws)) }
            return verified
        }
    }
#endif
