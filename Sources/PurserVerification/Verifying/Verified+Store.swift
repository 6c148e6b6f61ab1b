#if Verification
    public import Purser

    /// A transaction that a verifier has checked: the App Store has signed it, for this app.
    public typealias VerifiedTransaction = Verified<TransactionPayload>
    /// A renewal info that a verifier has checked: the App Store has signed it.
    public typealias VerifiedRenewalInfo = Verified<RenewalInfoPayload>
    /// An app transaction that a verifier has checked: the App Store has signed it, for this app.
    public typealias VerifiedAppTransaction = Verified<AppTransactionPayload>

    /// A request for a retention message that a verifier has checked: the App Store has signed it, for this app.
    public typealias VerifiedRetentionRequest = Verified<RetentionRequestPayload>

    extension Verified<TransactionPayload> {
        /// The transaction as a `StoreTransaction`, with its signed form.
        ///
        /// - Throws: ``SignedDataFailure`` with ``SignedDataFailure/Code/unreadableField`` when a required field is missing.
        public func storeTransaction() throws(SignedDataFailure) -> StoreTransaction {
            var fields = try payload.storeFields()
            fields.jwsRepresentation = jws
            return StoreTransaction(fields)
        }
    }

    extension Verified<RenewalInfoPayload> {
        /// The renewal info as a `StoreRenewalInfo`, with its signed form.
        ///
        /// - Throws: ``SignedDataFailure`` with ``SignedDataFailure/Code/unreadableField`` when a required field is missing.
        public func storeRenewalInfo() throws(SignedDataFailure) -> StoreRenewalInfo {
            var info = try payload.storeRenewalInfo()
            info.jwsRepresentation = jws
            return info
        }
    }

    extension Verified<AppTransactionPayload> {
        /// The app transaction as a `StoreAppTransaction`, with its signed form.
        ///
        /// - Throws: ``SignedDataFailure`` with ``SignedDataFailure/Code/unreadableField`` when a required field is missing.
        public func storeAppTransaction() throws(SignedDataFailure) -> StoreAppTransaction {
            var transaction = try payload.storeAppTransaction()
            transaction.jwsRepresentation = jws
            return transaction
        }
    }
#endif
