#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Why an account's folder cannot be used.
public struct AccountFileError: Error, Sendable, CustomStringConvertible {
    /// What is the matter.
    ///
    /// More codes may come.
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// A stable name.
        public var rawValue: String
        /// A code by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The raw value.
        public var description: String { rawValue }
        /// Another App Store has the folder open, in this process or another.
        public static let alreadyOpen = Code(rawValue: "alreadyOpen")
        /// The system does not let the folder or a file be made, locked or read.
        public static let unavailable = Code(rawValue: "unavailable")
        /// A file was changed by somebody else, or a disk has lost a part of it.
        public static let damaged = Code(rawValue: "damaged")
        /// A later version has written the file.
        public static let newerFormat = Code(rawValue: "newerFormat")
        /// The file has an older format, which is not read.
        public static let olderFormat = Code(rawValue: "olderFormat")
    }

    /// What is the matter.
    public let code: Code
    /// The file or folder.
    public let path: String
    /// The byte of the file at which what is wrong begins, counted from 0; `nil` where no place is known.
    public let offset: Int?
    /// What is wrong and what to do next.
    public let message: String
    /// The error beneath this one, if there is one.
    public let underlying: (any Error)?

    init(_ code: Code, path: String, offset: Int? = nil, message: String, underlying: (any Error)? = nil) {
        self.code = code
        self.path = path
        self.offset = offset
        self.message = message
        self.underlying = underlying
    }

    private var place: String { path + (offset.map { " at byte \($0)" } ?? "") }

    /// The path, the place in the file, the message and the error beneath.
    public var description: String {
        "\(place): \(message)" + (underlying.map { " (\($0))" } ?? "")
    }
}

extension AccountFileError: LocalizedError {
    /// The path, the place in the file and the message: what `localizedDescription` says.
    public var errorDescription: String? { "\(place): \(message)" }

    /// The error beneath this one, if there is one.
    public var failureReason: String? { underlying.map { "\($0)" } }
}
