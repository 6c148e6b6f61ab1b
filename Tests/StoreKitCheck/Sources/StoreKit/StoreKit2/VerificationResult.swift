// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
@frozen public enum VerificationResult<SignedType> {
    public enum VerificationError: Error, Hashable, Sendable {
        case revokedCertificate
        case invalidCertificateChain
        case invalidDeviceVerification
        case invalidEncoding
        case invalidSignature
        case missingRequiredProperties
    }

    case unverified(SignedType, VerificationError)
    case verified(SignedType)

    public var payloadValue: SignedType {
        get throws {
            switch self {
            case .unverified(_, let error): throw error
            case .verified(let value): return value
            }
        }
    }

    public var unsafePayloadValue: SignedType { payload }

    package var payload: SignedType {
        switch self {
        case .unverified(let value, _), .verified(let value): value
        }
    }
}

extension VerificationResult: Sendable where SignedType: Sendable {}
extension VerificationResult: Equatable where SignedType: Equatable {}
extension VerificationResult: Hashable where SignedType: Hashable {}

extension VerificationResult where SignedType == Transaction {
    public var jwsRepresentation: String {
        "head.\(payload.id)-\(Int((payload.signedDate.timeIntervalSince1970 * 1_000).rounded())).signature"
    }
    public var signedDate: Date { payload.signedDate }
}

extension VerificationResult where SignedType == Product.SubscriptionInfo.RenewalInfo {
    public var jwsRepresentation: String {
        "head.\(payload.originalTransactionID)-\(Int((payload.signedDate.timeIntervalSince1970 * 1_000).rounded())).renewal"
    }
    public var signedDate: Date { payload.signedDate }
}

extension VerificationResult where SignedType == AppTransaction {
    public var jwsRepresentation: String { "head.\(payload.bundleID).app" }
    public var signedDate: Date { payload.signedDate }
}
