#if canImport(StoreKit)
    import Purser
    import StoreKit

    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    extension BackendTransaction {
        /// A transaction with StoreKit's verdict on its signature, and its signed form; it answers no waiting payment.
        init(_ result: VerificationResult<Transaction>, needsFinish: Bool?) {
            self.init(
                StoreTransaction(.init(result.unsafePayloadValue, jws: result.jwsRepresentation)), origin: .other(nil),
                needsFinish: needsFinish, verification: Verification(result))
        }
    }

    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    extension BackendTransaction.Verification {
        /// StoreKit's verdict on a signature.
        init<Signed>(_ result: VerificationResult<Signed>) {
            switch result {
            case .verified: self = .verified
            case .unverified(_, let error): self = .invalid("StoreKit could not verify it: \(error)")
            }
        }
    }

    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    extension Product.SubscriptionInfo.Status {
        /// The renewal of the subscription, and its state.
        func events(of transaction: StoreTransaction) -> [BackendEvent] {
            let info = BackendRenewalInfo(
                StoreRenewalInfo(renewalInfo.unsafePayloadValue, jws: renewalInfo.jwsRepresentation),
                verification: .init(renewalInfo))
            let status = StoreSubscriptionStatus(
                state: .init(rawValue: state.rawValue), transactionID: transaction.id,
                subscriptionGroupID: transaction.subscriptionGroupID)
            return [.renewalInfo(info), .subscriptionStatus(status)]
        }
    }
#endif
