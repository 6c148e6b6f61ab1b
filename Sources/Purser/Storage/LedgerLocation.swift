#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The place of a store's ledger.
public struct LedgerLocation: Sendable, Hashable, CustomStringConvertible {
    enum Place: Sendable, Hashable {
        case memory
        case folder(String, LedgerDurability)
        case values(Values)
    }

    /// An app's own storage; equal to another one of the same identifier.
    struct Values: Sendable, Hashable {
        let storage: any LedgerValueStorage

        static func == (lhs: Self, rhs: Self) -> Bool { lhs.storage.id == rhs.storage.id }
        func hash(into hasher: inout Hasher) { hasher.combine(storage.id) }
    }

    let place: Place
    /// The URL of a location that is no folder on this device; `nil` for a usable one.
    private var unusable: String?

    /// In memory: it ends with the process, and the next launch has only the transactions that the backend still
    /// reports as unfinished.
    public static let memory = LedgerLocation(place: .memory)

    /// A location in a folder, which is created if it does not exist and is used by one open store at a time.
    ///
    /// The records of all users are in it. Keep it out of cache folders that the system clears, and out of
    /// backups that are restored to other devices.
    ///
    /// - Parameters:
    ///   - folder: the folder, such as one inside `URL.applicationSupportDirectory`. A store does not open with a URL
    ///     that is not a `file:` URL.
    ///   - durability: when a record counts as written.
    public static func folder(_ folder: URL, durability: LedgerDurability = .synced) -> LedgerLocation {
        var location = LedgerLocation(place: .folder(folder.path, durability))
        if !folder.isFileURL { location.unusable = folder.absoluteString }
        return location
    }

    /// A location in an app's own storage of named values, for small ledgers: see ``LedgerValueStorage``.
    ///
    /// At most 100 of the latest updates stay readable, besides those that a consumer has not read yet, even if
    /// ``PurchaseStore/Configuration/keptUpdates`` is larger.
    public static func values(_ storage: any LedgerValueStorage) -> LedgerLocation {
        LedgerLocation(place: .values(Values(storage: storage)))
    }

    /// Throws ``PurchaseFailure`` with `.invalidRequest` when this is no place on this device.
    func validate() throws(PurchaseFailure) {
        guard let unusable else { return }
        throw PurchaseFailure(
            .invalidRequest, "The ledger's location \(unusable) is not a folder on this device. Pass a file URL.")
    }

    /// How many of the latest updates stay readable, given the number in the configuration.
    func keptUpdates(of configured: Int) -> Int {
        if case .values = place { min(configured, 100) } else { configured }
    }

    /// The storage of the journal, not opened yet; `secret` is that of a journal in memory, and `nil` draws one.
    func makeStorage(secret: KeyedHash? = nil) -> any LedgerStorage {
        switch place {
        case .memory: MemoryLedgerStorage(secret: secret)
        case .folder(let path, let durability):
            FileLedgerStorage(
                PosixLedgerFiles(path: path), options: .init(durability: durability),
                worker: BlockingWorker(label: "purser.ledger"))
        case .values(let values):
            FileLedgerStorage(
                ValueLedgerFiles(values.storage), options: .init(logSize: 16 << 10, fill: 0),
                worker: BlockingWorker(label: "purser.ledger"))
        }
    }

    /// `memory`, or the folder and its durability, or the storage's identifier.
    public var description: String {
        switch place {
        case .memory: "memory"
        case .folder(let path, let durability): "folder \(path) (\(durability))"
        case .values(let values): "values in \(values.storage.id)"
        }
    }
}

/// When a record counts as written.
public enum LedgerDurability: Sendable, Hashable {
    /// When it is on the disk: it survives a crash of the program, a crash of the system, and a loss of power.
    case synced
    /// When the system has it: it survives a crash of the program, but may be lost in a crash of the system.
    case buffered
}
