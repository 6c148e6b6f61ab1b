#if Verification
    public import Purser

    /// A transaction that a verifier has found to be signed by the store, for this app.
    public typealias VerifiedTransaction = Verified<TransactionPayload>
    /// A renewal info that a verifier has found to be signed by the store.
    public typealias VerifiedRenewalInfo = Verified<RenewalInfoPayload>
    /// An app transaction that a verifier has found to be signed by the store, for this app.
    public typealias VerifiedAppTransaction = Verified<AppTransactionPayload>

    extension Verified<TransactionPayload> {
        /// The transaction that a store records, with its signed form.
        ///
        /// - Throws: ``SignedDataError`` with ``SignedDataError/Code/unreadableField`` when it lacks what a store needs.
        public func storeTransaction() throws(SignedDataError) -> StoreTransaction {
            var fields = try payload.storeFields()
            fields.jwsRepresentation = jws
            return StoreTransaction(fields)
        }
    }

    extension Verified<RenewalInfoPayload> {
        /// The renewal info that a store follows, with its signed form.
        ///
        /// - Throws: ``SignedDataError`` with ``SignedDataError/Code/unreadableField`` when it lacks what a store needs.
        public func storeRenewalInfo() throws(SignedDataError) -> StoreRenewalInfo {
            var info = try payload.storeRenewalInfo()
            info.jwsRepresentation = jws
            return info
        }
    }

    extension Verified<AppTransactionPayload> {
        /// The app transaction that a store tells, with its signed form.
        ///
        /// - Throws: ``SignedDataError`` with ``SignedDataError/Code/unreadableField`` when it lacks what a store needs.
        public func storeAppTransaction() throws(SignedDataError) -> StoreAppTransaction {
            var transaction = try payload.storeAppTransaction()
            transaction.jwsRepresentation = jws
            return transaction
        }
    }
#endif
