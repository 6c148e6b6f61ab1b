#if Verification
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif
    public import Purser

    /// Verifies a store's transactions by their signed form, on any platform.
    ///
    /// A transaction is verified when its signed form passes every check of the ``SignedDataVerifier`` and equals the backend's
    /// report. It is undetermined without a signed form, and when the failed check proves neither a forgery
    /// (``SignedDataFailure/isForgery``) nor another destination (``SignedDataFailure/isMisplaced``): revocation could not be checked, it
    /// is too old and must be requested again, it is beyond a limit, or newer than this version. All other transactions are
    /// invalid, and so are those that the platform found invalid.
    ///
    /// These fields are compared, text by its bytes and dates to a millisecond:
    /// - always: the identifier, the product, the original identifier, the quantity, the dates of the purchase, of the end and of the
    ///   revocation, whether it was upgraded, the ownership and the environment;
    /// - if they were reported: the type of product, the subscription group, the app account token and the app;
    /// - if both have them: the currency, the offer's type and identifier, the date of the original purchase, the reason, the
    ///   storefront and its number, the web order line item, the app transaction and the date of the signature. A date of the
    ///   original purchase that is the purchase's own, and the reason `PURCHASE`, are not compared: they are a backend's defaults.
    ///
    /// Nothing else is compared: not the price, which Apple's interfaces spell in different ways, nor the payment mode of an offer,
    /// the reason and extent of a refund, and rare fields, such as bundles and commitments.
    public struct SignedTransactionVerifier: TransactionVerifier {
        private let verifier: SignedDataVerifier

        /// Verifies signed forms by a verifier.
        public init(_ verifier: SignedDataVerifier) { self.verifier = verifier }

        /// One verdict for each transaction, in the same order.
        public func verify(_ transactions: [BackendTransaction]) async -> [VerificationVerdict] {
            var verdicts: [VerificationVerdict] = []
            verdicts.reserveCapacity(transactions.count)
            for transaction in transactions { verdicts.append(await verdict(on: transaction)) }
            return verdicts
        }

        private func verdict(on reported: BackendTransaction) async -> VerificationVerdict {
            switch reported.verification {
            case .invalid(let reason): return .invalid(reason)
            case .outOfLimits(let reason): return .undetermined(reason)
            case .verified, .undetermined: break
            }
            guard let jws = reported.transaction.jwsRepresentation else {
                return .undetermined(
                    "The backend reports no signed form; use PlatformVerifier with it, or verify receipts.")
            }
            do throws(SignedDataFailure) {
                let verified = try await verifier.verifyTransaction(jws)
                let signed = try verified.storeTransaction()
                let field =
                    reported.transaction.contradiction(to: signed)
                    ?? reported.transaction.contradiction(to: verified.payload)
                guard let field else { return .verified }
                return .invalid("The report differs from its signed form: \(field).")
            } catch {
                let isRejected = error.isForgery || error.isMisplaced
                return isRejected ? .invalid(error.description) : .undetermined(error.description)
            }
        }
    }
#endif
