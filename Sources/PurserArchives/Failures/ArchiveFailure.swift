public import Foundation
public import Purser

/// The reason why an archive was not unpacked.
public struct ArchiveFailure: StoreFailure, RetryClassifying {
    /// The kinds of failures; more may be added.
    public struct Code: FailureCode {
        /// A stable name.
        public var rawValue: String
        /// A code by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// It is not a zip archive.
        public static let notAnArchive = Self(rawValue: "notAnArchive")
        /// It contradicts itself, or a checksum is wrong.
        public static let damaged = Self(rawValue: "damaged")
        /// An entry is a link or a device, or its path is outside the archive's folder.
        public static let unsafeEntry = Self(rawValue: "unsafeEntry")
        /// It uses something unsupported: encryption, several disks, another compression.
        public static let unsupported = Self(rawValue: "unsupported")
        /// It is larger, or has more entries, than ``ArchiveLimits`` allow.
        public static let tooLarge = Self(rawValue: "tooLarge")
        /// This program was built without the trait `Archives`.
        public static let noTrait = Self(rawValue: "noTrait")
    }

    /// The code of the error.
    public let code: Code
    /// The archive.
    public let archive: URL
    /// The path of the entry in the archive; `nil` when the failure is of the whole archive.
    public let entry: String?
    /// The fault, and what to do next.
    public let message: String

    /// A failure.
    public init(_ code: Code, _ archive: URL, entry: String? = nil, _ message: String) {
        self.code = code
        self.archive = archive
        self.entry = entry
        self.message = message
    }

    /// `.permanent`: a retry does not help.
    public var retryClass: RetryClass { .permanent }

    /// The code, the message, the archive's name and the entry.
    public var description: String {
        let entry = entry.map { ", entry \"\($0.prefix(128))\"" } ?? ""
        return "\(code.rawValue): \(message) [\(archive.lastPathComponent)\(entry)]"
    }
}

/// The fault of an archive, before it is known which archive it is.
struct ZipFault: Error {
    let code: ArchiveFailure.Code
    var entry: String?
    let message: String

    init(_ code: ArchiveFailure.Code, entry: String? = nil, _ message: String) {
        self.code = code
        self.entry = entry
        self.message = message
    }

    func failure(_ archive: URL) -> ArchiveFailure { ArchiveFailure(code, archive, entry: entry, message) }
}
