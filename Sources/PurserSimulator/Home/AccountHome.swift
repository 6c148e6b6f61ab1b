import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The folder in which an account is kept: `account.json` holds it as it once was, `account.log` what was changed since.
///
/// A step of the account appends one line to the log. When the log has grown longer than the account was, the whole
/// account is written anew: under another name first, which then takes the old one's place, so a crash leaves either of
/// the two. Each new `account.json` has a number that is one higher, and a log names the one that it goes with, so a log
/// that a crash left behind is not taken for a newer one's. The folder is locked for as long as the account is open.
struct AccountHome: Sendable {
    /// The version of the format: no other one is read.
    static let version = 4
    static let fileName = "account.json"
    static let logName = "account.log"
    static let lockName = "account.lock"
    /// The name of the new text until it is complete.
    static let newName = "account.json.new"
    /// A log is not joined to the account before it has so many bytes.
    static let leastLogSize = 65_536

    let files: any LedgerFiles
    let durability: LedgerDurability
    /// The lock; `nil` once the folder was given back.
    private var hold: (any Sendable)?

    /// What is in `account.json`; `nil` while there is none.
    var base: Base?
    /// The log that goes with it; `nil` while there is none.
    var log: AccountLog?
    /// How many bytes the log's file has, as far as is known: more than the log's when a write was interrupted.
    var logFileSize: Int?
    /// How long the log has to be for the account to be written anew.
    var compactionSize = leastLogSize
    /// Whether the folder's names are not on the disk yet.
    var needsFolderSync = false

    /// What is known of `account.json`.
    struct Base: Sendable {
        /// Its number, one higher than that of the one before.
        var generation: Int
        /// How many bytes it has.
        var size: Int
        /// Whether it is perhaps not on the disk, so that the next step writes the whole account again.
        var isUnsafe = false
    }

    /// The folder at `path`; it is made if need be, and locked.
    init(path: String, durability: LedgerDurability = .synced) throws(AccountFileError) {
        let files = PosixLedgerFiles(path: URL(fileURLWithPath: path, isDirectory: true).path)
        self.init(files: files, hold: try Self.lock(files), durability: durability)
    }

    private static func lock(_ files: PosixLedgerFiles) throws(AccountFileError) -> any Sendable {
        do {
            if let hold = try files.lock(named: lockName) { return hold }
        } catch {
            throw AccountFileError(
                .unavailable, path: files.path, message: "the folder cannot be made or locked", underlying: error)
        }
        throw AccountFileError(
            .alreadyOpen, path: files.path,
            message: "another embedded App Store has this folder open, in this process or another; share that one, or "
                + "end it first")
    }

    /// A folder that is locked already.
    init(files: any LedgerFiles, hold: any Sendable, durability: LedgerDurability) {
        self.files = files
        self.hold = hold
        self.durability = durability
    }

    /// Whether the folder was given back.
    var isLeft: Bool { hold == nil }

    /// Gives the folder back: another App Store may open it, and this one changes nothing there any more.
    mutating func leave() { hold = nil }
}

extension AccountHome {
    /// The first line of the log.
    struct LogHeader: Codable {
        var version: Int
        /// The number of the `account.json` that it goes with.
        var generation: Int
    }

    /// `account.json`.
    struct Content: Codable {
        var version: Int
        /// One higher than that of the `account.json` before it.
        var generation: Int
        var account: AccountBook
    }

    static func encoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return encoder
    }
}
