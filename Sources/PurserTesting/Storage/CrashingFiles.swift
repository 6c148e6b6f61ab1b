package import Purser

/// A folder in memory that fails at a chosen moment, and loses its unsynced data at its next start.
///
/// Between two syncs a write reaches the disk in sectors of 512 bytes, each of them or not, in any order; names change
/// in order, but not before the folder is synced.
package final class CrashingFiles: LedgerFiles {
    /// The planned failures.
    package struct Plan: Sendable {
        /// The request, counted from 1, in the middle of which the machine fails; `nil` never.
        package var diesAt: Int?
        /// How many bytes of the write in which it fails arrive.
        package var tornBytes = 0
        /// The request, counted from 1, that fails without a failure of the machine; `nil` none.
        package var failsAt: Int?
        /// How much of a write is done when it fails: 0 nothing, 1 half of it, 2 all.
        package var failingHalves = 0
        /// How many bytes fit, all files together; `nil` is any number.
        package var capacity: Int?
        /// Files whose names begin like this get no space.
        package var rejectedNames: String?
        /// Whether every change of the folder is rejected.
        package var isReadOnly = false
        /// Whether syncing fails, and with it the writes since the last sync.
        package var failsToSync = false
        /// Whether syncing a file is acknowledged and not done: what a wrong storage, or a lying disk, would do.
        package var skipsSyncs = false

        /// Makes a plan without failures.
        package init() {}
    }

    private let disk: Lock<CrashingDisk>
    private let happens: @Sendable () throws -> Void
    /// The name of the folder in errors.
    package let path: String

    /// Makes an empty folder on a disk of its own.
    ///
    /// - Parameter path: its name in errors; there is no such folder outside.
    package init(path: String = "/crashing") {
        self.path = path
        disk = Lock(CrashingDisk(path: path))
        happens = {}
    }

    private init(_ disk: CrashingDisk) {
        path = disk.path
        self.disk = Lock(disk)
        happens = {}
    }

    private init(of other: CrashingFiles, _ happens: @escaping @Sendable () throws -> Void) {
        (path, disk, self.happens) = (other.path, other.disk, happens)
    }

    /// The same folder for one user of it: something else happens before each request, which fails if that throws.
    package func busy(_ happens: @escaping @Sendable () throws -> Void) -> any LedgerFiles {
        CrashingFiles(of: self, happens)
    }

    /// Changes the planned failures from now on.
    package func change(_ body: (inout Plan) -> Void) { disk.withLock { body(&$0.plan) } }

    /// How many requests that change anything were made so far.
    package var requests: Int { disk.withLock(\.requests) }

    /// The machine fails now, between two requests.
    package func die() { disk.withLock { $0.die() } }

    /// The size of the write in which the machine failed, in bytes; 0 when it was something else.
    package var fatalBytes: Int { disk.withLock { $0.fatalWrite?.bytes.count ?? 0 } }

    /// The same failed machine, as if so many bytes of its last write had arrived; by its plan none did.
    ///
    /// Saves running a whole life again for each byte.
    package func tearing(_ count: Int) -> CrashingFiles { CrashingFiles(disk.withLock { $0.tearing(count) }) }

    /// The total size of all files, in bytes.
    package var size: Int { disk.withLock(\.size) }

    /// Whether it died.
    package var isDead: Bool { disk.withLock(\.isDead) }

    /// The folder as it is found after a loss of power.
    package func afterPowerLoss(using generator: inout some RandomNumberGenerator) -> CrashingFiles {
        let next = disk.withLock { $0.afterPowerLoss(using: &generator) }
        return CrashingFiles(next)
    }

    /// The folder after a loss of power, in every possible way: each unsynced sector has arrived or not, in any
    /// combination, and the first of the changed names, or more of them, or all.
    ///
    /// - Parameters:
    ///   - limit: how many of the last sectors and cuts are combined; those before them have all arrived, or none
    ///     has.
    ///   - body: is called with each of them.
    /// - Throws: the error of `body`.
    package func everyPowerLoss(combining limit: Int, _ body: (CrashingFiles) throws -> Void) rethrows {
        try disk.withLock { $0 }.everyPowerLoss(combining: limit) { try body(CrashingFiles($0)) }
    }

    /// The folder as the next process finds it when only this one was killed.
    package func afterKill() -> CrashingFiles { CrashingFiles(disk.withLock { $0.afterKill() }) }

    /// The bytes of a file.
    package func bytes(of name: String) -> [UInt8]? { disk.withLock { $0.bytes(of: name) } }

    /// Replaces the bytes of a file.
    package func replace(_ name: String, with bytes: [UInt8]) { disk.withLock { $0.replace(name, with: bytes) } }

    // MARK: LedgerFiles

    /// Takes the folder's lock, which ends with the returned value or the machine.
    ///
    /// - Throws: ``PurchaseFailure`` with `.alreadyOpen` when it is taken.
    package func lock() throws -> any LedgerFile {
        try happens()
        let token = LockToken()
        try disk.withLock { disk in
            guard disk.holder == nil else {
                throw PurchaseFailure(.alreadyOpen, "The ledger in \(path) is open already.")
            }
            disk.holder = token
        }
        return try lockFile(LedgerFolder.lock, held: token)
    }

    /// The file that is locked, which is made if need be.
    func lockFile(_ name: String, held token: LockToken) throws -> any LedgerFile {
        let number = try disk.withLock { disk in try disk.open(name, creates: disk.bytes(of: name) == nil) }
        return CrashingFile(disk, number, holding: token, happens: happens)
    }

    /// The names of the files, sorted.
    ///
    /// - Throws: `StorageFailure` when the machine is dead.
    package func list() throws -> [String] {
        try happens()
        return try disk.withLock { try $0.list() }
    }

    /// Opens a file, or makes an empty one.
    ///
    /// - Throws: `StorageFailure` when the plan rejects it, or the machine fails.
    package func open(_ name: String, as access: LedgerFileAccess) throws -> any LedgerFile {
        try happens()
        return CrashingFile(
            disk, try disk.withLock { try $0.open(name, creates: access == .creating) }, happens: happens)
    }

    /// Renames a file; a loss of power undoes that until the folder is synced.
    ///
    /// - Throws: `StorageFailure` when the plan rejects it, or the machine fails.
    package func rename(_ name: String, to newName: String) throws {
        try happens()
        try disk.withLock { try $0.changeNames(.rename(name, newName)) }
    }

    /// Removes a file's name from the folder; a loss of power undoes that until the folder is synced.
    ///
    /// - Throws: `StorageFailure` when the plan rejects it, or the machine fails.
    package func remove(_ name: String) throws {
        try happens()
        try disk.withLock { try $0.changeNames(.remove(name)) }
    }

    /// Syncs the changes of names.
    ///
    /// - Throws: `StorageFailure` when the plan rejects it, or the machine fails.
    package func syncFolder() throws {
        try happens()
        try disk.withLock { try $0.syncFolder() }
    }
}

/// The hold on a crashing folder, which ends with its owner.
final class LockToken: Sendable {}

private struct CrashingFile: LedgerFile {
    private let disk: Lock<CrashingDisk>
    private let number: Int
    private let token: LockToken?
    private let happens: @Sendable () throws -> Void

    init(
        _ disk: Lock<CrashingDisk>, _ number: Int, holding token: LockToken? = nil,
        happens: @escaping @Sendable () throws -> Void = {}
    ) {
        self.disk = disk
        self.number = number
        self.token = token
        self.happens = happens
    }

    /// Makes one request.
    private func request<Result>(_ body: (inout CrashingDisk) throws -> Result) throws -> Result {
        try happens()
        return try disk.withLock(body)
    }

    func isAt(_ path: String) throws -> Bool { try request { try $0.has(number, at: path) } }
    func isNamed() throws -> Bool { try request { try $0.isNamed(number) } }
    func size() throws -> Int { try request { try $0.content(number).count } }

    func read(at offset: Int, count: Int) throws -> [UInt8] {
        try request { disk in
            let bytes = try disk.content(number)
            guard offset < bytes.count else { return [] }
            return Array(bytes[offset..<min(bytes.count, offset + count)])
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws {
        try request { try $0.write(Array(bytes), at: offset, number) }
    }

    func truncate(to size: Int) throws { try request { try $0.truncate(to: size, number) } }
    func sync() throws { try request { try $0.sync(number) } }
}
