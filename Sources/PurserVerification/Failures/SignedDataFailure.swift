public import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The reason why signed data is rejected, and what to do next.
public struct SignedDataFailure: StoreFailure, RetryClassifying, Hashable {
    /// The kinds of errors; more may be added.
    public struct Code: FailureCode {
        /// A stable name.
        public var rawValue: String
        /// A code by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Parts are missing or damaged.
        public static let malformed = Self(rawValue: "malformed")
        /// It is in a form that Apple has deprecated and that is not verified: a receipt of one transaction from before iOS 7,
        /// or a server notification of version 1.
        public static let deprecatedForm = Self(rawValue: "deprecatedForm")
        /// It exceeds a limit of the library, which is far above all data that the App Store signs: bytes, nesting,
        /// values, digits.
        public static let tooLarge = Self(rawValue: "tooLarge")
        /// It is signed by an algorithm, or in a way, that the App Store does not use.
        public static let unsupportedAlgorithm = Self(rawValue: "unsupportedAlgorithm")
        /// A certificate is unreadable, not of the App Store's kind, or superfluous.
        public static let invalidCertificate = Self(rawValue: "invalidCertificate")
        /// A certificate was not yet valid, or no longer valid, when it was signed.
        public static let expiredCertificate = Self(rawValue: "expiredCertificate")
        /// The certificates lead to no pinned root.
        public static let untrustedChain = Self(rawValue: "untrustedChain")
        /// The signature does not belong to the data.
        public static let invalidSignature = Self(rawValue: "invalidSignature")
        /// It was signed longer ago than the app accepts; the App Store signs it again on request.
        public static let tooOld = Self(rawValue: "tooOld")
        /// It is of another kind than requested, such as a renewal info in place of a transaction.
        public static let wrongKind = Self(rawValue: "wrongKind")
        /// It is for another app, or for another version of it.
        public static let wrongApp = Self(rawValue: "wrongApp")
        /// It comes from an environment that the app does not accept.
        public static let wrongEnvironment = Self(rawValue: "wrongEnvironment")
        /// It is for another device.
        public static let wrongDevice = Self(rawValue: "wrongDevice")
        /// The receipt has expired.
        public static let expired = Self(rawValue: "expired")
        /// A certificate was revoked.
        public static let revokedCertificate = Self(rawValue: "revokedCertificate")
        /// It is not known whether a certificate was revoked.
        public static let revocationUnknown = Self(rawValue: "revocationUnknown")
        /// A required field is missing, or has a type that this version does not support.
        public static let unreadableField = Self(rawValue: "unreadableField")
        /// The verifier's configuration is invalid.
        public static let invalidConfiguration = Self(rawValue: "invalidConfiguration")
    }

    /// The kind of error.
    public let code: Code
    /// The check that failed; all earlier ones passed, and no later one was made.
    package let check: SignedDataCheck
    /// What happened and what to do next.
    public let message: String

    /// A failed check.
    package init(_ code: Code, _ check: SignedDataCheck, _ message: String) {
        self.code = code
        self.check = check
        self.message = message
    }

    /// Whether a retry may help: only if revocation could not be checked.
    public var retryClass: RetryClass { code == .revocationUnknown ? .retryable() : .permanent }

    /// Whether the App Store has not signed this data: it was invented, changed or damaged, or its certificate does not count.
    ///
    /// `false` if the App Store signed it for another app, environment or device (``isMisplaced``), and if it does not count for
    /// now: it is too old or has expired, revocation could not be checked, it is beyond a limit, its form is deprecated or newer than
    /// this version, or the verifier's configuration is invalid.
    public var isForgery: Bool { Self.forgeries.contains(code) }

    /// Whether the App Store signed it for another app, environment or device, or it is of another kind.
    ///
    /// Like a forgery it must not be accepted, although it is not forged.
    public var isMisplaced: Bool { Self.misplaced.contains(code) }

    private static let forgeries: Set<Code> = [
        .malformed, .unsupportedAlgorithm, .invalidCertificate, .expiredCertificate, .untrustedChain, .invalidSignature,
        .revokedCertificate,
    ]
    private static let misplaced: Set<Code> = [.wrongKind, .wrongApp, .wrongEnvironment, .wrongDevice]

    /// The code, the check and the message.
    public var description: String { "\(code.rawValue) (\(check.rawValue)): \(message)" }
}
