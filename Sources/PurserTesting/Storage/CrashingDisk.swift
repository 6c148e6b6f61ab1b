import Purser

/// The content of a ``CrashingFiles``: the synced data, and the data that is not synced yet.
struct CrashingDisk: Sendable {
    enum Change: Sendable {
        case write([UInt8], at: Int)
        case truncate(Int)
    }

    enum NameChange: Sendable {
        case create(String, Int)
        case rename(String, String)
        case remove(String)
    }

    struct Content: Sendable {
        var bytes: [UInt8] = []
        var safe: [UInt8] = []
        var changes: [Change] = []
    }

    let path: String
    var plan = CrashingFiles.Plan()
    private(set) var requests = 0
    private(set) var isDead = false
    weak var holder: LockToken?
    /// The write in which the machine failed, if it was one, and its file.
    private(set) var fatalWrite: (bytes: [UInt8], offset: Int, number: Int)?
    private var contents: [Content] = []
    private var names: [String: Int] = [:]
    private var safeNames: [String: Int] = [:]
    private var nameChanges: [NameChange] = []

    init(path: String) { self.path = path }

    mutating func die() { isDead = true }

    /// The size of all files with a name; a removed file takes no space.
    var size: Int { names.values.reduce(0) { $0 + contents[$1].bytes.count } }

    // MARK: Requests

    /// Counts a request that changes something; true when the machine fails in it.
    private mutating func begin(_ operation: String) throws -> Bool {
        try checkAlive()
        guard !plan.isReadOnly else { throw error(operation, 30, "the file system is read-only") }
        requests += 1
        isDead = requests == plan.diesAt
        if requests == plan.failsAt, operation != "write" { throw failure(operation) }
        return isDead
    }

    private func failure(_ operation: String) -> StorageFailure {
        error(operation, 5, "the device does not answer, this once")
    }

    private func checkAlive() throws {
        if isDead { throw error("use", 5, "the machine has died") }
    }

    private func error(_ operation: String, _ code: Int32, _ reason: String) -> StorageFailure {
        StorageFailure(path: path, operation: operation, code: code, reason: reason)
    }

    func list() throws -> [String] {
        try checkAlive()
        return names.keys.sorted()
    }

    func bytes(of name: String) -> [UInt8]? { names[name].map { contents[$0].bytes } }

    mutating func replace(_ name: String, with bytes: [UInt8]) {
        guard let number = names[name] else { return }
        contents[number] = Content(bytes: bytes, safe: bytes)
    }

    func content(_ number: Int) throws -> [UInt8] {
        try checkAlive()
        return contents[number].bytes
    }

    /// Whether the file of this number has this path.
    func has(_ number: Int, at path: String) throws -> Bool {
        try checkAlive()
        return path.hasPrefix(self.path + "/") && names[String(path.dropFirst(self.path.count + 1))] == number
    }

    /// Whether the file of this number has a name.
    func isNamed(_ number: Int) throws -> Bool {
        try checkAlive()
        return names.values.contains(number)
    }

    mutating func open(_ name: String, creates: Bool) throws -> Int {
        guard creates else {
            try checkAlive()
            guard let number = names[name] else { throw error("open \(name) in", 2, "there is no such file") }
            return number
        }
        try changeNames(.create(name, contents.count))
        contents.append(Content())
        return contents.count - 1
    }

    mutating func changeNames(_ change: NameChange) throws {
        if try begin("change names in") { try checkAlive() }
        change.apply(to: &names)
        nameChanges.append(change)
    }

    mutating func syncFolder() throws {
        if try begin("sync") { try checkAlive() }
        safeNames = names
        nameChanges = []
    }

    mutating func write(_ bytes: [UInt8], at offset: Int, _ number: Int) throws {
        let dies = try begin("write")
        var bytes = bytes
        guard plan.rejectedNames.map({ !isNamed(number, $0) }) ?? true else {
            throw error("write", 28, "no space is left on the device")
        }
        if dies {
            fatalWrite = (bytes, offset, number)
            bytes = Array(bytes.prefix(plan.tornBytes))
        }
        let fails = requests == plan.failsAt
        if fails { bytes = Array(bytes.prefix(bytes.count * plan.failingHalves / 2)) }
        let room = plan.capacity.map { $0 - size } ?? .max
        let grows = offset + bytes.count - contents[number].bytes.count
        let isFull = grows > 0 && grows > room
        // The part that fits is written, as by file systems.
        if isFull { bytes = Array(bytes.prefix(max(0, bytes.count - (grows - max(0, room))))) }
        Change.write(bytes, at: offset).apply(to: &contents[number].bytes)
        contents[number].changes.append(.write(bytes, at: offset))
        if dies { try checkAlive() }
        if fails { throw failure("write") }
        if isFull { throw error("write", 28, "no space is left on the device") }
    }

    private func isNamed(_ number: Int, _ prefix: String) -> Bool {
        names.contains { $0.value == number && $0.key.hasPrefix(prefix) }
    }

    mutating func truncate(to size: Int, _ number: Int) throws {
        if try begin("cut") { try checkAlive() }
        Change.truncate(size).apply(to: &contents[number].bytes)
        contents[number].changes.append(.truncate(size))
    }

    mutating func sync(_ number: Int) throws {
        if plan.skipsSyncs { return }
        if try begin("sync") { try checkAlive() }
        guard !plan.failsToSync else { throw error("sync", 5, "the device does not answer") }
        contents[number].safe = contents[number].bytes
        contents[number].changes = []
    }

    // MARK: The next start

    /// The unsynced data stays: the system continues.
    func afterKill() -> CrashingDisk {
        var next = self
        next.plan = CrashingFiles.Plan()
        next.requests = 0
        next.isDead = false
        next.holder = nil
        next.fatalWrite = nil
        return next
    }

    /// The same failed machine, as if so many bytes of its last write had arrived; by its plan none did.
    func tearing(_ count: Int) -> CrashingDisk {
        var other = self
        guard let (bytes, offset, number) = fatalWrite else { return other }
        let torn = Array(bytes.prefix(count))
        CrashingDisk.Change.write(torn, at: offset).apply(to: &other.contents[number].bytes)
        other.contents[number].changes.append(.write(torn, at: offset))
        return other
    }

    /// Passes the disk after a loss of power to `body` in every possible way; see `CrashingFiles.everyPowerLoss`.
    func everyPowerLoss(combining limit: Int, _ body: (CrashingDisk) throws -> Void) rethrows {
        let pieces = contents.enumerated().flatMap { number, content in
            content.changes.flatMap(\.sectors).map { (number: number, change: $0) }
        }
        let varied = min(limit, pieces.count)
        for arrived in 0..<(2 << varied) {
            // The lowest bit is for everything before the combined changes.
            var bytes = contents.map(\.safe)
            for (place, piece) in pieces.enumerated() {
                let bit = max(0, place - (pieces.count - varied) + 1)
                if arrived >> bit & 1 == 1 { piece.change.apply(to: &bytes[piece.number]) }
            }
            if varied == pieces.count, arrived & 1 == 1 { continue }
            for survivors in 0...nameChanges.count { try body(next(survivors, bytes)) }
        }
    }

    /// The disk with the first of the names that changed, and with these contents.
    private func next(_ survivors: Int, _ bytes: [[UInt8]]) -> CrashingDisk {
        var found = safeNames
        for change in nameChanges.prefix(survivors) { change.apply(to: &found) }
        var next = CrashingDisk(path: path)
        for (name, number) in found.sorted(by: { $0.key < $1.key }) {
            next.names[name] = next.contents.count
            next.contents.append(Content(bytes: bytes[number], safe: bytes[number]))
        }
        next.safeNames = next.names
        return next
    }

    func afterPowerLoss(using generator: inout some RandomNumberGenerator) -> CrashingDisk {
        var found = safeNames
        let survivors = Int.random(in: 0...nameChanges.count, using: &generator)
        for change in nameChanges.prefix(survivors) { change.apply(to: &found) }
        var next = CrashingDisk(path: path)
        for (name, number) in found.sorted(by: { $0.key < $1.key }) {
            let bytes = contents[number].afterPowerLoss(using: &generator)
            next.names[name] = next.contents.count
            next.contents.append(Content(bytes: bytes, safe: bytes))
        }
        next.safeNames = next.names
        return next
    }
}
