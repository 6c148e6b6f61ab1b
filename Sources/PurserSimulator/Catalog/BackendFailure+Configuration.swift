import Purser

extension BackendFailure {
    /// Makes the error of a StoreKit 1 `SKError` code; an unknown code gives `.unknown`.
    init(skError code: Int) {
        let code = Self.skErrors.indices.contains(code) ? Self.skErrors[code] : .unknown
        self.init(code, "purchases fail with \(code.rawValue) by the StoreKit configuration")
    }

    /// Makes the error for an enabled failure of a `.storekit` file.
    ///
    /// Xcode stores the index of the error in its family, in an undocumented order. The order of Apple's documentation
    /// is used, and an unknown index gives `.unknown`.
    init(injected failure: StoreKitConfiguration.Failure) {
        let family = failure.type == "purchase" ? Self.purchaseErrors : Self.genericErrors
        let index = failure.index ?? -1
        let code = family.indices.contains(index) ? family[index] : .unknown
        let retry: RetryClass =
            switch code {
            case .networkError, .systemError: .retryable()
            case .paymentCancelled: .user
            default: .permanent
            }
        self.init(
            code, "\(failure.call.rawValue) fails with \(code.rawValue) by the StoreKit configuration", retry: retry)
    }

    /// `SKError.Code`, in the order of its numbers from 0.
    private static let skErrors: [PurchaseFailure.Code] = [
        .unknown, .clientInvalid, .paymentCancelled, .paymentInvalid, .paymentNotAllowed, .storeProductNotAvailable,
        .cloudServicePermissionDenied, .cloudServiceNetworkConnectionFailed, .cloudServiceRevoked,
        .privacyAcknowledgementRequired, .unauthorizedRequestData, .invalidOfferIdentifier, .invalidSignature,
        .missingOfferParams, .invalidOfferPrice, .overlayCancelled, .overlayInvalidConfiguration, .overlayTimeout,
        .ineligibleForOffer, .unsupportedPlatform, .overlayPresentedInBackgroundScene,
    ]
    /// `StoreKitError`.
    private static let genericErrors: [PurchaseFailure.Code] = [
        .unknown, .paymentCancelled, .networkError, .systemError, .notAvailableInStorefront, .notEntitled,
        .unsupportedPlatform,
    ]
    /// `Product.PurchaseError`.
    private static let purchaseErrors: [PurchaseFailure.Code] = [
        .invalidQuantity, .storeProductNotAvailable, .paymentNotAllowed, .ineligibleForOffer,
        .invalidOfferIdentifier, .invalidOfferPrice, .invalidSignature, .missingOfferParams,
    ]
}
