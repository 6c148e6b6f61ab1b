#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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
