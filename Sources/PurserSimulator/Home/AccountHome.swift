import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The folder that stores an account: `account.json` holds an earlier state, `account.log` the changes since.
///
/// Each step of the account appends one line to the log. When the log has grown longer than the account, the whole
/// account is rewritten under a new name, which then replaces the old file, so a crash leaves one of the two. Each new
/// `account.json` has the next higher number, and a log contains the number of its `account.json`, so a stale log is
/// never applied to a newer one. The folder is locked while the account is open.
struct AccountHome: Sendable {
    /// The version of the format; no other version is read.
    static let version = 5
    static let fileName = "account.json"
    static let logName = "account.log"
    static let lockName = "account.lock"
    /// The name of the new file until it is complete.
    static let newName = "account.json.new"
    /// The minimum size of a log, in bytes, before it is merged into the account.
    static let leastLogSize = 65_536

    let files: any LedgerFiles
    let durability: LedgerDurability
    /// The lock; `nil` after the folder was released.
    private var hold: (any Sendable)?

    /// The state of `account.json`; `nil` if there is none.
    var base: Base?
    /// The log that belongs to it; `nil` if there is none.
    var log: AccountLog?
    /// The known size of the log's file: larger than the log if a write was interrupted.
    var logFileSize: Int?
    /// The size of the log at which the account is rewritten.
    var compactionSize = leastLogSize
    /// Whether the folder's names may not be on the disk yet.
    var needsFolderSync = false

    /// The known state of `account.json`.
    struct Base: Sendable {
        /// Its number, one higher than the previous one.
        var generation: Int
        /// Its size in bytes.
        var size: Int
        /// Whether it may not be on the disk, so that the next step writes the whole account again.
        var isUnsafe = false
    }

    /// Opens the folder at `path`: creates it if needed, and locks it.
    init(path: String, durability: LedgerDurability = .synced) throws(AccountFileFailure) {
        let files = PosixLedgerFiles(path: URL(fileURLWithPath: path, isDirectory: true).path)
        self.init(files: files, hold: try Self.lock(files), durability: durability)
    }

    private static func lock(_ files: PosixLedgerFiles) throws(AccountFileFailure) -> any Sendable {
        let locking: PosixLedgerFiles.Locking
        do {
            locking = try files.lock(named: lockName)
        } catch {
            throw AccountFileFailure(
                .unavailable, path: files.path, message: "the folder cannot be made or locked", underlying: error)
        }
        switch locking {
        case .free(let hold): return hold
        case .held(isHere: true):
            throw AccountFileFailure(
                .alreadyOpen, path: files.path,
                message: "another embedded App Store of this process has this folder open; use that one, call its "
                    + "releaseFolder(), or give this one a folder of its own")
        case .held(isHere: false):
            throw AccountFileFailure(
                .alreadyOpen, path: files.path,
                message: "an embedded App Store of another process has this folder open; end that process, or give "
                    + "this one a folder of its own")
        }
    }

    /// Opens a folder that is already locked.
    init(files: any LedgerFiles, hold: any Sendable, durability: LedgerDurability) {
        self.files = files
        self.hold = hold
        self.durability = durability
    }

    /// Whether the folder was released.
    var isLeft: Bool { hold == nil }

    /// Releases the folder: another App Store may open it, and this one no longer changes it.
    mutating func leave() { hold = nil }
}

extension AccountHome {
    /// The first line of the log.
    struct LogHeader: Codable {
        var version: Int
        /// The number of the `account.json` that it belongs to.
        var generation: Int
    }

    /// `account.json`.
    struct Content: Codable {
        var version: Int
        /// Its number, one higher than that of the previous `account.json`.
        var generation: Int
        var account: AccountBook
    }

    static func encoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return encoder
    }
}
