#if Verification
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif
    public import Purser

    /// Judges a store's transactions by their signed form, on any platform.
    ///
    /// A transaction is genuine when its signed form passes every check of the ``SignedDataVerifier`` and says what the
    /// backend told. It is undecided when there is no signed form, when nobody could be asked for revoked certificates, and
    /// when the signed form is newer than this version. What the platform itself found to be forged stays forged.
    public struct SignedTransactionVerifier: TransactionVerifier {
        private let verifier: SignedDataVerifier

        /// A judge that checks signed forms by a verifier.
        public init(_ verifier: SignedDataVerifier) { self.verifier = verifier }

        /// One verdict for each transaction, in the same order.
        public func verify(_ transactions: [BackendTransaction]) async -> [VerificationVerdict] {
            var verdicts: [VerificationVerdict] = []
            verdicts.reserveCapacity(transactions.count)
            for transaction in transactions { verdicts.append(await verdict(on: transaction)) }
            return verdicts
        }

        private func verdict(on told: BackendTransaction) async -> VerificationVerdict {
            switch told.verification {
            case .unverified(let reason): return .forged(reason)
            case .outOfLimits(let reason): return .undecided(reason)
            case .verified, .undecided: break
            }
            guard let jws = told.transaction.jwsRepresentation else {
                return .undecided("The backend tells no signed form; use PlatformVerifier with it, or verify receipts.")
            }
            do throws(SignedDataError) {
                let signed = try await verifier.verifyTransaction(jws).storeTransaction()
                guard let field = told.transaction.contradiction(to: signed) else { return .genuine }
                return .forged("What was told differs from what was signed: \(field).")
            } catch {
                return error.isForgery ? .forged(error.description) : .undecided(error.description)
            }
        }
    }

    extension StoreTransaction {
        /// The first field that says something else than the signed form; `nil` when none does.
        ///
        /// What a platform cannot tell may be missing, except what ends a purchase or takes it back.
        func contradiction(to signed: StoreTransaction) -> String? {
            if id != signed.id { return "transactionId" }
            if productID != signed.productID { return "productId" }
            if originalID != signed.originalID { return "originalTransactionId" }
            if purchasedQuantity != signed.purchasedQuantity { return "quantity" }
            if productType != .unknown, productType != signed.productType { return "type" }
            if !Self.agree(purchaseTime, signed.purchaseTime) { return "purchaseDate" }
            if !Self.agree(expirationTime, signed.expirationTime) { return "expiresDate" }
            if !Self.agree(revocationTime, signed.revocationTime) { return "revocationDate" }
            if isUpgraded != signed.isUpgraded { return "isUpgraded" }
            if ownershipType != signed.ownershipType { return "inAppOwnershipType" }
            if let subscriptionGroupID, subscriptionGroupID != signed.subscriptionGroupID {
                return "subscriptionGroupIdentifier"
            }
            if let appAccountToken, appAccountToken != signed.appAccountToken { return "appAccountToken" }
            if let appBundleID, appBundleID != signed.appBundleID { return "bundleId" }
            return nil
        }

        /// Whether two moments are the same to the millisecond that rounding may change.
        private static func agree(_ told: Timestamp?, _ signed: Timestamp?) -> Bool {
            guard let told, let signed else { return told == nil && signed == nil }
            let (difference, overflow) = told.milliseconds.subtractingReportingOverflow(signed.milliseconds)
            return !overflow && (-1...1).contains(difference)
        }
    }
#endif
