#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Damage of a ledger's file; it is the `underlying` error of a ``PurchaseFailure`` of code `.ledgerUnavailable`.
///
/// `purser ledger check DIR` lists all damage, and `purser ledger repair DIR INTO` saves the undamaged records.
public struct LedgerDamage: LocalizedError, Sendable, Hashable, CustomStringConvertible {
    /// The file.
    public var path: String
    /// The offset of the first damaged byte.
    public var offset: UInt64
    /// The damage, as text.
    public var reason: String
    /// Whether the file is not damaged but has a newer format.
    public var isNewerVersion: Bool
    /// Whether the file is not damaged but has an older format, which is not read.
    public var isOlderVersion: Bool

    /// Damage at one byte of a file.
    package init(
        path: String, offset: UInt64, reason: String, isNewerVersion: Bool = false, isOlderVersion: Bool = false
    ) {
        self.path = path
        self.offset = offset
        self.reason = reason
        self.isNewerVersion = isNewerVersion
        self.isOlderVersion = isOlderVersion
    }

    /// File, offset and reason.
    public var description: String { "\(path) at byte \(offset): \(reason)" }

    var message: String {
        if isNewerVersion { return "\(self). Update the program." }
        if isOlderVersion { return "\(self). Nothing was changed. \(Self.olderAdvice)" }
        return "The ledger is damaged: \(self). Nothing was changed; `purser ledger repair` saves the intact records."
    }

    /// File, byte and reason, for `localizedDescription`.
    public var errorDescription: String? { description }

    /// How to continue with the ledger.
    public var recoverySuggestion: String? {
        if isNewerVersion { return "Update the program." }
        if isOlderVersion { return Self.olderAdvice }
        return
            "`purser ledger check` lists all damage, and `purser ledger repair` saves the intact records into another "
            + "folder."
    }

    /// The next step with a ledger of an older format.
    static let olderAdvice =
        "No release of Purser wrote this format: move the ledger's folder away and open the store again; transactions "
        + "that the App Store still reports, also after a restore, are recorded again."
}

extension Error {
    /// Whether a file's content is damaged, so that a retry does not help.
    var isDamage: Bool { ((self as? PurchaseFailure)?.underlying ?? self) is LedgerDamage }
}

/// The error of a ledger's storage; it is the `underlying` error of a ``PurchaseFailure``.
public struct StorageFailure: StoreFailure, Hashable {
    /// The storages that fail.
    public struct Code: FailureCode {
        /// A stable name.
        public var rawValue: String
        /// A code by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// A call to the file system failed.
        public static let fileSystem = Self(rawValue: "fileSystem")
        /// The ledger's folder could not be prepared.
        public static let folder = Self(rawValue: "folder")
        /// There are no user defaults of this suite.
        public static let defaults = Self(rawValue: "defaults")
        /// The keychain rejected a call.
        public static let keychain = Self(rawValue: "keychain")
    }

    /// The storage that failed.
    public let code: Code
    /// The file or folder, the suite of the defaults, or the item of the keychain.
    public let path: String
    /// The attempted operation, such as `write`.
    public let operation: String
    /// The system's error number: `errno`, or the keychain's status; 0 when there is none.
    public let systemCode: Int32
    /// What happened and what to do next.
    public let message: String

    /// A failed operation.
    package init(_ code: Code, path: String, operation: String, systemCode: Int32 = 0, _ message: String) {
        (self.code, self.path, self.operation) = (code, path, operation)
        (self.systemCode, self.message) = (systemCode, message)
    }

    /// A failed call for one file.
    package init(path: String, operation: String, code: Int32, reason: String) {
        self.init(
            .fileSystem, path: path, operation: operation, systemCode: code, "cannot \(operation) \(path): \(reason)")
    }

    /// The message.
    public var description: String { message }
}
