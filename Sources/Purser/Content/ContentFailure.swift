#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The error of downloading, installing or deleting content.
public struct ContentFailure: StoreFailure, RetryClassifying {
    /// The code of the error.
    public let code: Code
    /// The file or folder, or the product whose content cannot be fetched.
    public let path: String
    /// What happened and what to do next.
    public let message: String
    /// Whether a retry may help.
    public let retryClass: RetryClass
    /// The underlying error, if there is one.
    public let underlying: (any Error)?

    /// Makes a failure; by default it is retried.
    public init(
        _ code: Code, path: String, _ message: String, retry: RetryClass = .retryable(),
        underlying: (any Error)? = nil
    ) {
        self.code = code
        self.path = path
        self.message = message
        self.retryClass = retry
        self.underlying = underlying
    }

    /// The code, the message and the path.
    public var description: String { "\(code.rawValue): \(message) [\(path)]" }

    /// Kinds of failures; later versions may add some.
    public struct Code: FailureCode {
        /// A stable name.
        public var rawValue: String
        /// A code by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The disk is full.
        public static let diskFull = Self(rawValue: "diskFull")
        /// The file system does not allow it.
        public static let notPermitted = Self(rawValue: "notPermitted")
        /// It has more bytes than the app allows.
        public static let tooLarge = Self(rawValue: "tooLarge")
        /// A required file or folder is missing.
        public static let missing = Self(rawValue: "missing")
        /// The configuration has no content of the product in this version.
        public static let unknownContent = Self(rawValue: "unknownContent")
        /// It is a link, a device or a pipe: content consists of files and folders.
        public static let noFile = Self(rawValue: "noFile")
        /// A product list has a source that cannot be used.
        public static let invalidSource = Self(rawValue: "invalidSource")
        /// This program has no source for the content, such as for on-demand resources.
        public static let noSource = Self(rawValue: "noSource")
        /// The app cancelled the download.
        public static let cancelled = Self(rawValue: "cancelled")
        /// Each source of the content failed.
        public static let allSourcesFailed = Self(rawValue: "allSourcesFailed")
        /// The file system failed in another way.
        public static let fileSystem = Self(rawValue: "fileSystem")
    }
}

extension ContentFailure {
    /// Runs work on a file or folder; an error of it becomes a failure with this path.
    static func wrapping<Value>(at url: URL, _ work: () throws -> Value) throws(ContentFailure) -> Value {
        do { return try work() } catch { throw of(error, path: url.path) }
    }

    /// A file system's error as a failure with the path; other errors are returned unchanged.
    static func wrapping(_ error: any Error, path: String) -> any Error {
        error is CocoaError ? of(error, path: path) : error
    }

    /// An error at a path; a failure stays what it is.
    private static func of(_ error: any Error, path: String) -> ContentFailure {
        if let failure = error as? ContentFailure { return failure }
        let cocoa = error as? CocoaError
        let path = cocoa?.filePath ?? path
        switch cocoa?.code {
        case .fileWriteOutOfSpace:
            return ContentFailure(.diskFull, path: path, "The disk is full. Free some space.", underlying: error)
        case .fileWriteNoPermission, .fileReadNoPermission, .fileWriteVolumeReadOnly:
            return ContentFailure(
                .notPermitted, path: path, "Not allowed by the file system. Give the app the right to this path.",
                retry: .permanent, underlying: error)
        case .fileNoSuchFile, .fileReadNoSuchFile:
            return ContentFailure(
                .missing, path: path, "A file or folder is missing. Put it there, or correct the path.",
                retry: .permanent, underlying: error)
        default:
            return ContentFailure(
                .fileSystem, path: path, "The file system failed. See the underlying error.", underlying: error)
        }
    }

    static func cancelled(_ productID: String) -> ContentFailure {
        ContentFailure(
            .cancelled, path: productID, "The app cancelled the download. Request it again when needed.",
            retry: .permanent)
    }

    static func noFile(_ path: String) -> ContentFailure {
        ContentFailure(
            .noFile, path: path,
            "This is a link, a device or a pipe, but content may have only files and folders. Replace it by a file.",
            retry: .permanent)
    }
}
