import Purser
import PurserSimulator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The folder of some rounds: the home of store and account, and beside it what the worker noted.
struct TortureFolder: Sendable {
    let path: String

    /// The folder of the account.
    private var home: String { path + "/home" }
    /// The folder of the ledger.
    var ledger: String { home + "/ledger" }
    /// What the handlers were called for, and what the app delivered by itself.
    var calls: String { path + "/calls" }
    /// The payments that the App Store was given.
    var payments: String { path + "/payments" }
    /// The moves that the App Store was given.
    var moves: String { path + "/moves" }
    /// What the named consumer saw.
    var seen: String { path + "/seen" }
    /// What the last worker wrote to standard error.
    var errors: String { path + "/errors" }

    /// The App Store with the account in this folder.
    ///
    /// - Throws: `AccountFileFailure`.
    func appStore(_ catalog: SimulatorCatalog, _ durability: LedgerDurability) throws -> EmbeddedAppStore {
        try EmbeddedAppStore(catalog: catalog, path: home, durability: durability)
    }

    /// Rejects a folder that holds something, be it of a customer.
    func checkEmpty() throws(TortureError) {
        guard FileManager.default.fileExists(atPath: path) else { return }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw TortureError("\(path) is no folder that can be read; name a folder that is new or empty")
        }
        guard let name = names.min() else { return }
        throw TortureError("\(path) is not empty: it holds \(name); name a folder that is new or empty")
    }

    /// Makes the folder.
    ///
    /// - Throws: ``TortureError`` when it is there already.
    func make() throws {
        guard !FileManager.default.fileExists(atPath: path) else {
            throw TortureError("\(path) is there already; name a folder that is new or empty")
        }
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw TortureError("\(path) cannot be made")
        }
    }

    /// Removes everything.
    func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// The first line that the last worker wrote to standard error.
    var complaint: String { lines(errors).first.map(String.init) ?? "without a word" }

    /// The calls that were noted; `nil` where a line makes no sense.
    func userCalls() -> [UserCall?] { lines(calls).map { UserCall(line: $0) } }

    /// The updates that the named consumer saw; `nil` where a line makes no sense.
    func sightings() -> [SeenUpdate?] { lines(seen).map { SeenUpdate(line: $0) } }

    /// Whether a file was being made when the last worker ended.
    func hasUnfinishedFile() -> Bool {
        hasFile(in: ledger) { $0.hasSuffix(".new") }
    }

    /// Whether there is a snapshot.
    func hasSnapshot() -> Bool { hasFile(in: ledger) { $0.hasPrefix("state-") } }

    private func hasFile(in folder: String, _ isWanted: (String) -> Bool) -> Bool {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).contains(where: isWanted)
    }

    /// The lines of a file; none where there is no such file.
    func lines(_ file: String) -> [Substring] {
        guard let data = FileManager.default.contents(atPath: file) else { return [] }
        return String(decoding: data, as: UTF8.self).split(separator: "\n")
    }
}
