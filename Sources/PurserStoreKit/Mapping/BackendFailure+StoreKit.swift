#if canImport(StoreKit)
    import Purser
    import StoreKit

    // The text of another error needs the whole of Foundation.
    import Foundation

    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    extension BackendFailure {
        /// Makes an error from StoreKit 2's, with the next step.
        ///
        /// Codes after which a charge can still arrive leave the outcome unknown.
        init(storeKit error: any Error, doing action: String) {
            switch error {
            case let error as BackendFailure: self = error
            case let error as StoreKitError: self.init(error, action)
            case let error as Product.PurchaseError: self.init(error, action)
            case let error as Transaction.RefundRequestError: self.init(error, action)
            default:
                self.init(
                    .unknown, "StoreKit failed while \(action): \(error.localizedDescription). Try again later.",
                    retry: .retryable(), underlying: error)
            }
        }

        private init(_ error: StoreKitError, _ action: String) {
            let (code, advice, retry): (PurchaseFailure.Code, String, RetryClass) =
                switch error {
                case .userCancelled: (.paymentCancelled, "The customer cancelled", .user)
                case .networkError: (.networkError, "The network failed; try again later", .retryable())
                case .systemError: (.systemError, "The system's store failed; try again later", .retryable())
                case .notAvailableInStorefront:
                    (.notAvailableInStorefront, "It is not sold in the customer's country", .permanent)
                case .notEntitled:
                    (.notEntitled, "Check the app's entitlements and its agreements in App Store Connect", .permanent)
                case .unknown: (.unknown, "StoreKit gives no reason; try again later", .retryable())
                default: Self.newer(error)
                }
            self.init(code, "StoreKit failed while \(action). \(advice).", retry: retry, underlying: error)
        }

        private static func newer(_ error: StoreKitError) -> (PurchaseFailure.Code, String, RetryClass) {
            if #available(iOS 18.4, macOS 15.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *), case .unsupported = error {
                return (.unsupportedPlatform, "This system does not offer it", .permanent)
            }
            #if compiler(>=6.4) || STOREKIT_27
                if #available(iOS 27.0, macOS 27.0, tvOS 27.0, watchOS 27.0, visionOS 27.0, *),
                    case .invalidPresentationContext = error
                {
                    return (.clientInvalid, "The scene, view controller or window is not on screen", .permanent)
                }
            #endif
            return (.unknown, "This version does not know the reason; update Purser", .permanent)
        }

        private init(_ error: Product.PurchaseError, _ action: String) {
            let (code, advice): (PurchaseFailure.Code, String) =
                switch error {
                case .invalidQuantity: (.invalidQuantity, "Request fewer")
                case .productUnavailable: (.storeProductNotAvailable, "It is not sold here or now")
                case .purchaseNotAllowed: (.paymentNotAllowed, "Payments are not allowed on this device")
                case .ineligibleForOffer: (.ineligibleForOffer, "The customer may not have this offer")
                case .invalidOfferIdentifier: (.invalidOfferIdentifier, "There is no such offer")
                case .invalidOfferPrice: (.invalidOfferPrice, "The offer's price is no longer valid")
                case .invalidOfferSignature:
                    (.invalidSignature, "The offer's signature is invalid; check your server")
                // No case of its own: in some SDKs no value would be left for `default`.
                default:
                    error == .missingOfferParameters
                        ? (.missingOfferParams, "Parameters of the offer are missing")
                        : (.unknown, "This version does not know the reason (\(error)); update Purser")
                }
            self.init(
                code, "StoreKit rejected \(action). \(advice).", isOutcomeUnknown: false, underlying: error)
        }

        private init(_ error: Transaction.RefundRequestError, _ action: String) {
            if error == .duplicateRequest {
                self.init(.duplicateRefundRequest, "The customer has already requested this refund.", underlying: error)
            } else if error == .failed {
                self.init(
                    .refundRequestFailed, "StoreKit failed while \(action). Try again later.", retry: .retryable(),
                    underlying: error)
            } else {
                // `.ineligible`, which is newer than iOS 17.
                self.init(.ineligibleForRefund, "This purchase cannot be returned.", underlying: error)
            }
        }
    }
#endif
