import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// What the folder holds where the rounds have users.
extension TortureFolder {
    /// What the handlers were called for, and what the app delivered by itself.
    var calls: String { path + "/calls" }
    /// The payments that the App Store was given.
    var payments: String { path + "/payments" }
    /// The moves that the App Store was given.
    var moves: String { path + "/moves" }

    /// The calls that were noted; `nil` where a line makes no sense.
    func userCalls() -> [UserCall?] { lines(calls).map { UserCall(line: $0) } }

    /// The updates that the named consumer saw; `nil` where a line makes no sense.
    func userUpdates() -> [SeenUserUpdate?] { lines(seen).map { SeenUserUpdate(line: $0) } }

    /// The folder of a user's ledger, or of the one for all users.
    func ledger(of key: LedgerKey) -> String {
        switch key {
        case .shared: ledger
        case .user(let id): "\(ledger)/users/\(id.uuidString.lowercased())"
        case .claims: "\(ledger)/users/claims"
        }
    }

    /// The folders that hold a ledger: one, or with users one for each and one for all.
    var ledgers: [String] {
        let users = "\(ledger)/users"
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: users) else { return [ledger] }
        return names.sorted().map { "\(users)/\($0)" }.filter { path in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
            let files = LedgerFolder(names: names)
            // A kill may have come before the first file was complete.
            return !files.logs.isEmpty || !files.snapshots.isEmpty
        }
    }
}
