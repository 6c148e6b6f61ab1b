public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Why something signed does not count: which check it failed, and what to do.
public struct SignedDataError: RetryClassifying, Hashable, CustomStringConvertible {
    /// What is wrong; more may come.
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// A stable name.
        public var rawValue: String
        /// A code by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The raw value.
        public var description: String { rawValue }
        /// It is not what it should be: parts are missing or damaged.
        public static let malformed = Self(rawValue: "malformed")
        /// It is beyond a limit of this reader, far from anything that the store signs: bytes, nesting, values, digits.
        public static let tooLarge = Self(rawValue: "tooLarge")
        /// It is signed by an algorithm, or in a manner, that the store does not use.
        public static let unsupportedAlgorithm = Self(rawValue: "unsupportedAlgorithm")
        /// A certificate is not readable, not of the store's kind, or too much.
        public static let invalidCertificate = Self(rawValue: "invalidCertificate")
        /// A certificate was not valid yet, or not any more, when it was signed.
        public static let expiredCertificate = Self(rawValue: "expiredCertificate")
        /// The certificates lead to no pinned root.
        public static let untrustedChain = Self(rawValue: "untrustedChain")
        /// The signature does not belong to what is signed.
        public static let invalidSignature = Self(rawValue: "invalidSignature")
        /// It was signed longer ago than the app accepts; the store signs it anew when it is asked.
        public static let tooOld = Self(rawValue: "tooOld")
        /// The store signs such things, but it is not what was asked for: a renewal info in the place of a transaction, say.
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
        /// Nobody could be asked whether a certificate was revoked.
        public static let revocationUnknown = Self(rawValue: "revocationUnknown")
        /// A field that is needed is missing, or not of the type that this version knows.
        public static let unreadableField = Self(rawValue: "unreadableField")
        /// The verifier cannot be set up like this.
        public static let invalidConfiguration = Self(rawValue: "invalidConfiguration")
    }

    /// What is wrong.
    public let code: Code
    /// The check that failed; all before it passed, and none after it was made.
    public let check: SignedDataCheck
    /// What happened and what to do next.
    public let message: String

    /// A failed check.
    public init(_ code: Code, _ check: SignedDataCheck, _ message: String) {
        self.code = code
        self.check = check
        self.message = message
    }

    /// Whether another attempt may end otherwise: only where nobody could be asked.
    public var retryClass: RetryClass { code == .revocationUnknown ? .retryable() : .permanent }

    /// Whether the store has not signed it as it is: it was made up, changed or damaged, or its certificate does not count.
    ///
    /// `false` where the store has signed it for somebody else (``isMisplaced``), and where it does not count for now: it is too
    /// old, or has expired; nobody could be asked for revoked certificates; it is beyond a limit, or of a form that is newer than
    /// this version; or the verifier is set up wrongly.
    public var isForgery: Bool { Self.forgeries.contains(code) }

    /// Whether the store has signed it, but not for this: it is for another app, environment or device, or of another kind.
    ///
    /// It counts as little here as a forgery does, though nobody has forged it.
    public var isMisplaced: Bool { Self.misplaced.contains(code) }

    private static let forgeries: Set<Code> = [
        .malformed, .unsupportedAlgorithm, .invalidCertificate, .expiredCertificate, .untrustedChain, .invalidSignature,
        .revokedCertificate,
    ]
    private static let misplaced: Set<Code> = [.wrongKind, .wrongApp, .wrongEnvironment, .wrongDevice]

    /// The code, the check and the message.
    public var description: String { "\(code.rawValue) (\(check.rawValue)): \(message)" }
}

extension SignedDataError: LocalizedError {
    /// The code, the check and the message: what `localizedDescription` says.
    public var errorDescription: String? { description }
}
