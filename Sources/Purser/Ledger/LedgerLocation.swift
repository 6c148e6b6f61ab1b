#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where a store keeps its ledger.
public struct LedgerLocation: Sendable, Hashable {
    enum Place: Sendable, Hashable {
        case memory
        case folder(String, LedgerDurability)
    }

    let place: Place

    /// In memory: it ends with the process, and the next launch knows only what the backend still has to be finished.
    public static let memory = LedgerLocation(place: .memory)

    /// In a folder, which is made if need be and belongs to one open store at a time.
    ///
    /// Named users have folders of their own in it.
    /// Keep it out of reach of what cleans up caches, and out of backups that are restored to other devices.
    public static func folder(_ path: String, durability: LedgerDurability = .synced) -> LedgerLocation {
        LedgerLocation(place: .folder(path, durability))
    }

    var isMemory: Bool { place == .memory }

    /// The storage for one of the ledgers at this place; nothing is opened yet.
    func makeStorage(for key: LedgerKey) -> any LedgerStorage {
        guard case .folder(_, let durability) = place else { return MemoryLedgerStorage() }
        return FileLedgerStorage(
            PosixLedgerFiles(path: self.place(of: key)),
            options: .init(durability: durability),
            worker: BlockingWorker(label: "purser.ledger"))
    }

    /// Where one of the ledgers is.
    func place(of key: LedgerKey) -> String {
        guard case .folder(let path, _) = place else { return "in memory" }
        return switch key {
        case .shared: path
        case .user(let id): "\(path)/users/\(id.uuidString.lowercased())"
        case .claims: "\(path)/users/claims"
        }
    }
}

/// When a record counts as written.
public enum LedgerDurability: Sendable, Hashable {
    /// When the disk has it: it survives a crash of the program, of the system, and a loss of power.
    case synced
    /// When the system has it: it survives a crash of the program, but may be lost when the system goes down.
    case buffered
}

extension LedgerLocation: CustomStringConvertible {
    /// `memory`, or the folder and what it waits for.
    public var description: String {
        switch place {
        case .memory: "memory"
        case .folder(let path, let durability): "folder \(path) (\(durability))"
        }
    }
}
