public import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The error of an account's folder that cannot be used.
public struct AccountFileFailure: StoreFailure {
    /// The kind of error.
    public struct Code: FailureCode {
        /// A stable name.
        public var rawValue: String
        /// A code by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Another App Store has the folder open, in this process or another.
        public static let alreadyOpen = Code(rawValue: "alreadyOpen")
        /// The system does not allow the folder or a file to be created, locked or read.
        public static let unavailable = Code(rawValue: "unavailable")
        /// A file was changed by another program, or a part of it was lost.
        public static let damaged = Code(rawValue: "damaged")
        /// The file was written by a later version.
        public static let newerFormat = Code(rawValue: "newerFormat")
        /// The file has an older format, which is not supported.
        public static let olderFormat = Code(rawValue: "olderFormat")
    }

    /// The kind of error.
    public let code: Code
    /// The file or folder.
    public let path: String
    /// The offset of the first wrong byte in the file, from 0; `nil` if unknown.
    public let offset: Int?
    /// The problem, and what to do next.
    public let message: String
    /// The underlying error, if any.
    public let underlying: (any Error)?

    init(_ code: Code, path: String, offset: Int? = nil, message: String, underlying: (any Error)? = nil) {
        self.code = code
        self.path = path
        self.offset = offset
        self.message = message
        self.underlying = underlying
    }

    private var place: String { path + (offset.map { " at byte \($0)" } ?? "") }

    /// The path, the place in the file, the message and the underlying error.
    public var description: String {
        "\(place): \(message)" + (underlying.map { " (\($0))" } ?? "")
    }
}
