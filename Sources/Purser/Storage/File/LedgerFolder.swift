/// The files in a ledger's folder.
package struct LedgerFolder: Sendable, Hashable {
    /// The numbers of the logs, ascending.
    package var logs: [UInt64] = []
    /// The numbers of the snapshots, ascending.
    package var snapshots: [UInt64] = []
    /// Files that were being made when the program ended.
    package var unfinished: [String] = []
    /// Files with a number that no ledger ever reaches; the next number could not be represented.
    package var unusable: [String] = []
    /// The folder of the users' ledgers, which format 3 kept apart; its own files may be missing.
    private var ofUsers: String?

    /// The highest number of a file.
    package static let highestNumber = UInt64(1) << 62

    /// The name of the file that is locked by the owner of the folder.
    package static let lock = "ledger.lock"

    /// The name of a log.
    package static func log(_ number: UInt64) -> String { name(of: number, isSnapshot: false) }
    /// The name of a snapshot.
    package static func snapshot(_ number: UInt64) -> String { name(of: number, isSnapshot: true) }
    /// The name of a file until it is complete.
    package static func unfinished(_ name: String) -> String { "\(name).new" }

    /// Sorts file names by their kind; unknown ones are skipped.
    package init(names: [String]) {
        for name in names {
            let log = Self.number(in: name, prefix: "log-")
            let snapshot = Self.number(in: name, prefix: "state-")
            if let number = log ?? snapshot, number > Self.highestNumber {
                unusable.append(name)
            } else if let log {
                logs.append(log)
            } else if let snapshot {
                snapshots.append(snapshot)
            } else if name.hasSuffix(".purser.new") {
                unfinished.append(name)
            } else if name == "users" {
                ofUsers = name
            }
        }
        logs.sort()
        snapshots.sort()
    }

    /// The files of a folder; throws ``LedgerDamage`` for one of format 3 that has ledgers of users alone.
    package init(of files: any LedgerFiles) throws {
        self.init(names: try files.list())
        guard isEmpty, let ofUsers else { return }
        throw LedgerDamage(
            path: files.path(of: ofUsers), offset: 0,
            reason: "it has ledgers of format version 3; this program, of Purser \(LibraryVersion.current), reads "
                + "version \(SegmentHeader.version) only",
            isOlderVersion: true)
    }

    static func name(of number: UInt64, isSnapshot: Bool) -> String {
        let digits = String(number)
        let padding = String(repeating: "0", count: max(0, 10 - digits.count))
        return "\(isSnapshot ? "state" : "log")-\(padding)\(digits).purser"
    }

    private static func number(in name: String, prefix: String) -> UInt64? {
        guard name.hasPrefix(prefix), name.hasSuffix(".purser") else { return nil }
        let digits = name.dropFirst(prefix.count).dropLast(".purser".count)
        guard digits.count >= 10, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        // A number with too many digits is as unusable as the highest one.
        return UInt64(digits) ?? .max
    }
}
