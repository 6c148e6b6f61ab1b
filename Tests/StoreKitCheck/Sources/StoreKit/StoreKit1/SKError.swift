// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public struct SKError: Error, Sendable {
    public enum Code: Int, Sendable {
        case unknown = 0
        case clientInvalid
        case paymentCancelled
        case paymentInvalid
        case paymentNotAllowed
        case storeProductNotAvailable
        case cloudServicePermissionDenied
        case cloudServiceNetworkConnectionFailed
        case cloudServiceRevoked
        case privacyAcknowledgementRequired
        case unauthorizedRequestData
        case invalidOfferIdentifier
        case invalidSignature
        case missingOfferParams
        case invalidOfferPrice
        case overlayCancelled
        case overlayInvalidConfiguration
        case overlayTimeout
        case ineligibleForOffer
        case unsupportedPlatform
        case overlayPresentedInBackgroundScene
        #if STOREKIT_26_5 || STOREKIT_27
            case paymentMethodBindingConfigurationRequired
        #endif
    }

    public let code: Code
    public var errorCode: Int { code.rawValue }
    public init(_ code: Code) { self.code = code }
}
