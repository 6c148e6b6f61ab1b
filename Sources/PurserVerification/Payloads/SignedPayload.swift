public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Decoded signed data; only a verifier can prove the signature.
///
/// Every field may be missing, and a value may be newer than this version: such values are kept raw.
public protocol SignedPayload: Sendable, Hashable {
    /// Decodes signed JSON.
    ///
    /// - Throws: ``SignedDataFailure`` with ``SignedDataFailure/Code/malformed`` when it is not one JSON object, and with
    ///   ``SignedDataFailure/Code/tooLarge`` when it has more than 1 MiB, 32 levels, 50,000 values or 64 characters in a number.
    init(json: Data) throws(SignedDataFailure)

    /// Where it was signed.
    var environment: StoreEnvironment? { get }
    /// When it was signed.
    var signedDate: Date? { get }
    /// The members without a property in this version, as one JSON object; `nil` when there are none.
    var unknownFields: String? { get }
}
