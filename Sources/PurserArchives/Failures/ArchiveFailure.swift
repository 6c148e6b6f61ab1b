public import Foundation
public import Purser

/// Why an archive was not unpacked.
///
/// None of these passes by itself: the archive has to be corrected, or more has to be allowed.
public struct ArchiveFailure: RetryClassifying, CustomStringConvertible {
    /// Kinds of failures; more may come.
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// A stable name.
        public var rawValue: String
        /// A code by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The raw value.
        public var description: String { rawValue }
        /// It is not a zip archive.
        public static let notAnArchive = Self(rawValue: "notAnArchive")
        /// It contradicts itself, or an entry is not what was packed.
        public static let damaged = Self(rawValue: "damaged")
        /// An entry is something else than a file or a folder in the archive's own folder.
        public static let unsafeEntry = Self(rawValue: "unsafeEntry")
        /// It uses what is not supported: encryption, several disks, another compression.
        public static let unsupported = Self(rawValue: "unsupported")
        /// It is larger, or has more entries, than is allowed.
        public static let tooLarge = Self(rawValue: "tooLarge")
        /// This program was built without the trait `Archives`.
        public static let noTrait = Self(rawValue: "noTrait")
    }

    /// What is wrong.
    public let code: Code
    /// The archive.
    public let archive: URL
    /// The entry concerned, as the archive names it; `nil` when it is the archive as a whole.
    public let entry: String?
    /// What is wrong and what to do next.
    public let message: String

    /// A failure.
    public init(_ code: Code, _ archive: URL, entry: String? = nil, _ message: String) {
        self.code = code
        self.archive = archive
        self.entry = entry
        self.message = message
    }

    /// Trying again does not help.
    public var retryClass: RetryClass { .permanent }

    /// The code, the message, the archive's name and the entry.
    public var description: String {
        let entry = entry.map { ", entry \"\($0.prefix(128))\"" } ?? ""
        return "\(code.rawValue): \(message) [\(archive.lastPathComponent)\(entry)]"
    }
}

extension ArchiveFailure: LocalizedError {
    /// The code, the message and the archive: what `localizedDescription` says.
    public var errorDescription: String? { description }
}

/// What is wrong with an archive, before it is known which it is.
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
