import Purser

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A ledger's folder on a slow disk: time for a kill to fall between a charge, a grant or a finish and its record.
struct SlowFiles: LedgerFiles {
    let folder: any LedgerFiles
    /// How many microseconds each write takes.
    let delay: UInt32
    /// Whether a file keeps its last few writes to itself until it is let go of: a mistake, made on purpose.
    let isForgetful: Bool
    /// Whether the disk is waited for.
    var isSynced = true
    /// Called when a new file is about to be filled.
    let making: @Sendable () -> Void

    var path: String { folder.path }
    func lock() throws -> any LedgerFile {
        let file = try folder.lock()
        return isSynced ? file : SlowFile(file, 0, isForgetful: false, isSynced: false)
    }
    func list() throws -> [String] { try folder.list() }
    func rename(_ name: String, to newName: String) throws { try folder.rename(name, to: newName) }
    func remove(_ name: String) throws { try folder.remove(name) }
    func syncFolder() throws { if isSynced { try folder.syncFolder() } }

    func open(_ name: String, as access: LedgerFileAccess) throws -> any LedgerFile {
        let file = try folder.open(name, as: access)
        if access == .creating { making() }
        guard access != .reading else { return file }
        return SlowFile(file, delay, isForgetful: isForgetful && access == .writing, isSynced: isSynced)
    }
}

private final class SlowFile: LedgerFile {
    private let file: any LedgerFile
    private let delay: UInt32
    private let isForgetful: Bool
    private let isSynced: Bool
    private let kept = Lock<[(bytes: [UInt8], offset: Int)]>([])

    init(_ file: any LedgerFile, _ delay: UInt32, isForgetful: Bool, isSynced: Bool) {
        self.file = file
        self.delay = delay
        self.isForgetful = isForgetful
        self.isSynced = isSynced
    }

    deinit {
        for last in kept.withLock({ $0 }) { try? file.write(last.bytes, at: last.offset) }
    }

    func isAt(_ path: String) throws -> Bool { try file.isAt(path) }
    func isNamed() throws -> Bool { try file.isNamed() }
    func place() -> [UInt8]? { file.place() }
    func size() throws -> Int { try file.size() }
    func read(at offset: Int, count: Int) throws -> [UInt8] { try file.read(at: offset, count: count) }
    func truncate(to size: Int) throws { try file.truncate(to: size) }
    func sync() throws { if isSynced { try file.sync() } }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws {
        if delay > 0 { usleep(delay) }
        guard isForgetful else { return try file.write(bytes, at: offset) }
        let due = kept.withLock { kept in
            kept.append((Array(bytes), offset))
            return kept.count > 4 ? kept.removeFirst() : nil
        }
        if let due { try file.write(due.bytes, at: due.offset) }
    }
}
