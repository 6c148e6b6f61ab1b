import Purser

/// The folder of a ledger that is already locked, and that need not wait for the disk.
///
/// Owns the lock until the ledger takes it. Promises: with `.buffered` nothing waits for the disk, not even the
/// creation of a file, so that short runs stay fast.
final class HomeFiles: LedgerFiles {
    let path: String
    private let folder: PosixLedgerFiles
    private let hold: Lock<(any LedgerFile)?>
    private let isSynced: Bool

    init(_ folder: PosixLedgerFiles, hold: any LedgerFile, _ durability: LedgerDurability) {
        path = folder.path
        self.folder = folder
        self.hold = Lock(hold)
        isSynced = durability == .synced
    }

    func lock() throws -> any LedgerFile {
        let held = hold.withLock { hold in
            defer { hold = nil }
            return hold
        }
        return known(try held ?? folder.lock())
    }

    func list() throws -> [String] { try folder.list() }

    func open(_ name: String, as access: LedgerFileAccess) throws -> any LedgerFile {
        known(try folder.open(name, as: access))
    }

    private func known(_ file: any LedgerFile) -> any LedgerFile { isSynced ? file : UnsyncedFile(file: file) }

    func rename(_ name: String, to newName: String) throws { try folder.rename(name, to: newName) }
    func remove(_ name: String) throws { try folder.remove(name) }
    func syncFolder() throws { if isSynced { try folder.syncFolder() } }
}

/// A file that counts as safe once the system has its bytes.
private struct UnsyncedFile: LedgerFile {
    let file: any LedgerFile

    func isAt(_ path: String) throws -> Bool { try file.isAt(path) }
    func isNamed() throws -> Bool { try file.isNamed() }
    func place() -> [UInt8]? { file.place() }
    func size() throws -> Int { try file.size() }
    func read(at offset: Int, count: Int) throws -> [UInt8] { try file.read(at: offset, count: count) }
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws { try file.write(bytes, at: offset) }
    func truncate(to size: Int) throws { try file.truncate(to: size) }
    func sync() throws {}
}
