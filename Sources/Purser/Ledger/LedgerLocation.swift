/// Where a store keeps its ledger.
public struct LedgerLocation: Sendable, Hashable {
    enum Place: Sendable, Hashable {
        case memory
        case folder(String, LedgerDurability)
    }

    let place: Place

    /// In memory: it ends with the process, and the backend's unfinished transactions are all that is left of it.
    public static let memory = LedgerLocation(place: .memory)

    /// In a folder, which is made if need be and belongs to one open store at a time.
    ///
    /// Keep it out of reach of what cleans up caches, and out of backups that are restored to other devices.
    public static func folder(_ path: String, durability: LedgerDurability = .synced) -> LedgerLocation {
        LedgerLocation(place: .folder(path, durability))
    }

    /// The storage for this place; nothing is opened yet.
    func makeStorage() -> any LedgerStorage {
        switch place {
        case .memory: MemoryLedgerStorage()
        case .folder(let path, let durability):
            FileLedgerStorage(
                PosixLedgerFiles(path: path), options: .init(durability: durability),
                worker: BlockingWorker(label: "purser.ledger"))
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
