extension PurchaseFailure {
    /// The codes of errors; later versions may add some, so a `switch` needs a `default`.
    ///
    /// The first two groups are StoreKit's own codes under Apple's names (`SKError.Code`, `StoreKitError`,
    /// `Product.PurchaseError`); the last group is Purser's.
    public struct Code: FailureCode {
        /// A stable name.
        public var rawValue: String
        /// A code by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
    }
}

// SKError.Code, which SwiftyStoreKit's users switch over.
extension PurchaseFailure.Code {
    /// The App Store gave no reason (`SKError.unknown`, `StoreKitError.unknown`).
    public static let unknown = Self(rawValue: "unknown")
    /// This customer or device may not make the request (`SKError.clientInvalid`).
    public static let clientInvalid = Self(rawValue: "clientInvalid")
    /// The customer cancelled (`SKError.paymentCancelled`, `StoreKitError.userCancelled`).
    public static let paymentCancelled = Self(rawValue: "paymentCancelled")
    /// A parameter of the payment is invalid (`SKError.paymentInvalid`).
    public static let paymentInvalid = Self(rawValue: "paymentInvalid")
    /// Payments are switched off on this device (`SKError.paymentNotAllowed`,
    /// `Product.PurchaseError.purchaseNotAllowed`).
    public static let paymentNotAllowed = Self(rawValue: "paymentNotAllowed")
    /// The product is not sold here or now (`SKError.storeProductNotAvailable`,
    /// `Product.PurchaseError.productUnavailable`).
    public static let storeProductNotAvailable = Self(rawValue: "storeProductNotAvailable")
    /// Access to cloud service information was not allowed (`SKError.cloudServicePermissionDenied`).
    public static let cloudServicePermissionDenied = Self(rawValue: "cloudServicePermissionDenied")
    /// The device could not reach the network (`SKError.cloudServiceNetworkConnectionFailed`).
    public static let cloudServiceNetworkConnectionFailed = Self(rawValue: "cloudServiceNetworkConnectionFailed")
    /// The permission for the cloud service was revoked (`SKError.cloudServiceRevoked`).
    public static let cloudServiceRevoked = Self(rawValue: "cloudServiceRevoked")
    /// Apple's privacy policy was not acknowledged yet (`SKError.privacyAcknowledgementRequired`).
    public static let privacyAcknowledgementRequired = Self(rawValue: "privacyAcknowledgementRequired")
    /// The app lacks the right to use this request data (`SKError.unauthorizedRequestData`).
    public static let unauthorizedRequestData = Self(rawValue: "unauthorizedRequestData")
    /// The offer does not exist or is not active (`SKError.invalidOfferIdentifier`).
    public static let invalidOfferIdentifier = Self(rawValue: "invalidOfferIdentifier")
    /// The offer's signature is not valid (`SKError.invalidSignature`, `Product.PurchaseError.invalidOfferSignature`).
    public static let invalidSignature = Self(rawValue: "invalidSignature")
    /// Parameters of the offer are missing (`SKError.missingOfferParams`).
    public static let missingOfferParams = Self(rawValue: "missingOfferParams")
    /// The offer's price is no longer valid (`SKError.invalidOfferPrice`).
    public static let invalidOfferPrice = Self(rawValue: "invalidOfferPrice")
    /// The overlay was dismissed (`SKError.overlayCancelled`).
    public static let overlayCancelled = Self(rawValue: "overlayCancelled")
    /// The overlay's configuration is not valid (`SKError.overlayInvalidConfiguration`).
    public static let overlayInvalidConfiguration = Self(rawValue: "overlayInvalidConfiguration")
    /// The overlay took too long (`SKError.overlayTimeout`).
    public static let overlayTimeout = Self(rawValue: "overlayTimeout")
    /// The customer is not eligible for the offer (`SKError.ineligibleForOffer`).
    public static let ineligibleForOffer = Self(rawValue: "ineligibleForOffer")
    /// The platform does not offer this (`SKError.unsupportedPlatform`, `StoreKitError.unsupported`).
    public static let unsupportedPlatform = Self(rawValue: "unsupportedPlatform")
    /// The overlay was shown in a scene in the background (`SKError.overlayPresentedInBackgroundScene`).
    public static let overlayPresentedInBackgroundScene = Self(rawValue: "overlayPresentedInBackgroundScene")
}

// StoreKitError and Product.PurchaseError, where SKError has no counterpart.
extension PurchaseFailure.Code {
    /// The network failed (`StoreKitError.networkError`).
    public static let networkError = Self(rawValue: "networkError")
    /// The App Store's system failed (`StoreKitError.systemError`).
    public static let systemError = Self(rawValue: "systemError")
    /// The product is not sold in this storefront (`StoreKitError.notAvailableInStorefront`).
    public static let notAvailableInStorefront = Self(rawValue: "notAvailableInStorefront")
    /// The app lacks the entitlement (`StoreKitError.notEntitled`).
    public static let notEntitled = Self(rawValue: "notEntitled")
    /// The quantity is out of range (`Product.PurchaseError.invalidQuantity`).
    public static let invalidQuantity = Self(rawValue: "invalidQuantity")
}

// Requesting a refund (`Transaction.RefundRequestError`).
extension PurchaseFailure.Code {
    /// The customer has already requested this refund, or got it (`RefundRequestError.duplicateRequest`).
    public static let duplicateRefundRequest = Self(rawValue: "duplicateRefundRequest")
    /// The request for a refund did not reach the App Store (`RefundRequestError.failed`).
    public static let refundRequestFailed = Self(rawValue: "refundRequestFailed")
    /// The purchase cannot be refunded (`RefundRequestError.ineligible`).
    public static let ineligibleForRefund = Self(rawValue: "ineligibleForRefund")
}

// Purser's own.
extension PurchaseFailure.Code {
    /// The request was rejected before it reached the backend: a parameter is out of its documented limits.
    public static let invalidRequest = Self(rawValue: "invalidRequest")
    /// The store was closed before the call ended.
    public static let storeClosed = Self(rawValue: "storeClosed")
    /// Another store is already open on this backend or ledger.
    public static let alreadyOpen = Self(rawValue: "alreadyOpen")
    /// The app has not named its user yet; see ``PurchaseStore/switchAccount(to:)``.
    public static let accountNotNamed = Self(rawValue: "accountNotNamed")
    /// The app switched to another user before the call ended; a paid transaction goes to the user who paid.
    public static let accountSwitched = Self(rawValue: "accountSwitched")
    /// The App Store's customer already owns the product, through another user of the app.
    public static let ownedByAnotherAccount = Self(rawValue: "ownedByAnotherAccount")
    /// The deadline passed; a paid transaction still reaches the ledger and the updates.
    public static let deadlineExceeded = Self(rawValue: "deadlineExceeded")
    /// The waiting task was cancelled; a paid transaction still reaches the ledger and the updates.
    public static let waitCancelled = Self(rawValue: "waitCancelled")
    /// A call to the backend or to a handler of the app timed out (``CallLimits``); its late result is still recorded.
    public static let limitExceeded = Self(rawValue: "limitExceeded")
    /// A handler of the store made a call that could wait for that same handler.
    public static let calledInHandler = Self(rawValue: "calledInHandler")
    /// The ledger could not be written; paid transactions stay unfinished with the backend, and the store retries
    /// automatically.
    public static let ledgerUnavailable = Self(rawValue: "ledgerUnavailable")
    /// The product is free for subscribers only, and no running subscription enables it.
    public static let subscriptionRequired = Self(rawValue: "subscriptionRequired")
    /// It is not known how the payment ended: if the customer is charged, the purchase arrives as an update.
    public static let outcomeUnknown = Self(rawValue: "outcomeUnknown")
    /// A transaction's signature is invalid; it is neither granted nor finished.
    public static let verificationFailed = Self(rawValue: "verificationFailed")
    /// A transaction could not be verified yet; it stays unfinished, and is verified again.
    public static let verificationUnavailable = Self(rawValue: "verificationUnavailable")
    /// The backend reported a transaction that is outside the documented limits; it is rejected and stays unfinished.
    public static let invalidTransaction = Self(rawValue: "invalidTransaction")
    /// The backend reported another purchase than the one recorded under its identifier; it is rejected and stays
    /// unfinished.
    public static let conflictingTransaction = Self(rawValue: "conflictingTransaction")
    /// The purchase is paid and recorded, but could not be delivered; see the dead letters.
    public static let deliveryFailed = Self(rawValue: "deliveryFailed")
    /// The ledger has no such transaction.
    public static let unknownTransaction = Self(rawValue: "unknownTransaction")
    /// The requested updates are no longer kept.
    public static let updatesNotKept = Self(rawValue: "updatesNotKept")
    /// The product's content could not be installed, or the app cancelled its download.
    ///
    /// A purchase that waits for the content throws `.deliveryFailed` instead.
    public static let contentUnavailable = Self(rawValue: "contentUnavailable")
    /// There is no receipt, and none could be fetched.
    public static let receiptUnavailable = Self(rawValue: "receiptUnavailable")
}
