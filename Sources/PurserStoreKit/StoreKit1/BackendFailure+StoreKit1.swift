#if canImport(StoreKit)
    import Purser
    import StoreKit

    // The text of another error needs the whole of Foundation.
    import Foundation

    extension BackendFailure {
        /// Makes an error from StoreKit 1's, with the next step.
        init(storeKit1 error: any Error, doing action: String) {
            guard let reported = error as? SKError else {
                self.init(
                    error is URLError ? .networkError : .unknown,
                    "StoreKit failed while \(action): \(error.localizedDescription). Try again later.",
                    retry: .retryable(), underlying: error)
                return
            }
            let code = Self.codes[reported.code.rawValue] ?? .unknown
            let isPassing: [PurchaseFailure.Code] = [.unknown, .cloudServiceNetworkConnectionFailed]
            self.init(
                code, "StoreKit failed while \(action): \(error.localizedDescription).",
                retry: code == .paymentCancelled ? .user : isPassing.contains(code) ? .retryable() : .permanent,
                underlying: error)
        }

        /// The codes of `SKError` by their numbers, so that newer ones need no newer SDK.
        private static let codes: [Int: PurchaseFailure.Code] = [
            0: .unknown, 1: .clientInvalid, 2: .paymentCancelled, 3: .paymentInvalid, 4: .paymentNotAllowed,
            5: .storeProductNotAvailable, 6: .cloudServicePermissionDenied, 7: .cloudServiceNetworkConnectionFailed,
            8: .cloudServiceRevoked, 9: .privacyAcknowledgementRequired, 10: .unauthorizedRequestData,
            11: .invalidOfferIdentifier, 12: .invalidSignature, 13: .missingOfferParams, 14: .invalidOfferPrice,
            15: .overlayCancelled, 16: .overlayInvalidConfiguration, 17: .overlayTimeout, 18: .ineligibleForOffer,
            19: .unsupportedPlatform, 20: .overlayPresentedInBackgroundScene,
        ]
    }
#endif
