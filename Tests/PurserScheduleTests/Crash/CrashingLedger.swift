import Purser
import PurserTesting

/// A ledger's folder on a disk that dies and fails by chance, and beside it what the ledger was told.
///
/// At each opening, and at each reading after a failed write, what the files give must be what the model says: all that
/// was acknowledged (after a loss of power: all that was safe), batches whole or not at all, and nothing else.
final class CrashingLedger: LastingStorage {
    /// What a test may break on purpose.
    struct Mutation: Sendable {
        /// Acknowledges what is still on its way to the disk.
        var skipsSyncs = false
        /// Acknowledges what it has not written, now and then.
        var dropsWrites = false
        /// Takes log files away although something still needs them.
        var dropsLogs = false
    }

    private let state: Lock<CrashingLedgerState>
    private let mutation: Mutation
    private let options: FileLedgerStorage.Options

    init(generator: SeededGenerator, mutation: Mutation = Mutation()) {
        var generator = generator
        options = FileLedgerStorage.Options(
            logSize: generator.pick([500, 2_000, 8_000]), fill: generator.pick([0, 200, 4_096]), generator: generator)
        self.mutation = mutation
        state = Lock(CrashingLedgerState(generator: generator))
    }

    var records: [LedgerRecord] { state.withLock { $0.records } }
    var failures: Int { state.withLock { $0.failures } }
    var violations: [String] { state.withLock { $0.violations } }
    var isDead: Bool { files.isDead }
    var files: CrashingFiles { state.withLock { $0.files } }
    /// How often the machine has died so far.
    var deaths: Int { state.withLock { $0.deaths } }
    func stored() -> LedgerState { state.withLock { $0.stored } }
    func durable() -> LedgerState { state.withLock { $0.durable } }
    func calm() { state.withLock { $0.isCalm = true } }

    func launch() -> any LedgerStorage {
        state.withLock { state in
            state.launches += 1
            if !state.isCalm { state.planDeath() }
            state.files.change { $0.skipsSyncs = mutation.skipsSyncs }
            return Launch(
                FileLedgerStorage(state.files, options: options, worker: BlockingWorker(label: "ledger")), self)
        }
    }

    func crash() {
        state.withLock { state in
            if state.files.isDead { state.deaths += 1 }
            let losesPower = state.files.isDead && state.generator.happens(0.5)
            state.hasLostPower = state.hasLostPower || losesPower
            state.files =
                losesPower
                ? state.files.afterPowerLoss(using: &state.generator) : state.files.afterKill()
        }
    }

    /// Reads the files once more, as whoever comes next would find them.
    func checkAtEnd() {
        crash()
        let last = launch()
        do { try last.load { _ in } } catch { violated("L1: at the end the ledger does not open: \(error)") }
        last.close()
        let names = (try? files.list()) ?? []
        let leftovers = names.filter { $0.hasSuffix(".new") }
        if !leftovers.isEmpty { violated("L1: \(leftovers) were left over") }
    }

    fileprivate func violated(_ what: String) { state.withLock { $0.violations.append(what) } }

    // MARK: The model

    fileprivate func load(_ inner: FileLedgerStorage, _ body: (LedgerRecord) throws -> Void) throws {
        var found: [LedgerRecord] = []
        do {
            try inner.load { found.append($0) }
        } catch {
            if !isDead { note(error) }
            throw error
        }
        state.withLock { $0.compare(found) }
        for record in found { try body(record) }
    }

    private func note(_ error: any Error) {
        if ((error as? PurchaseFailure)?.underlying as? LedgerDamage) != nil {
            violated("L1: a ledger that only died is called damaged: \(error)")
        }
        state.withLock { $0.failures += 1 }
    }

    fileprivate func append(_ inner: FileLedgerStorage, _ records: [LedgerRecord], isUrgent: Bool) throws {
        let isFirst = !isDead
        let drops = mutation.dropsWrites && state.withLock { $0.generator.happens(0.05) }
        do {
            if !drops { try inner.append(records, isUrgent: isUrgent) }
        } catch {
            state.withLock { state in
                if !state.files.isDead { state.failures += 1 }
                if isFirst { state.attempts.append(records) }
            }
            throw error
        }
        state.withLock { $0.acknowledge(records, isUrgent: isUrgent) }
    }

    fileprivate func compact(
        _ inner: FileLedgerStorage, _ floor: (LedgerKey, borrowing LedgerState) -> UInt64,
        _ isStopped: @escaping () -> Bool
    ) throws {
        let isEarly = mutation.dropsLogs
        try inner.compact(keeping: { isEarly ? .max : floor($0, $1) }, unless: isStopped)
    }
}

/// The storage of one launch.
private struct Launch: LedgerStorage {
    private let inner: FileLedgerStorage
    private let ledger: CrashingLedger

    init(_ inner: FileLedgerStorage, _ ledger: CrashingLedger) {
        self.inner = inner
        self.ledger = ledger
    }

    func history(of key: LedgerKey) -> (any LedgerUpdates)? { inner.history(of: key) }
    var worker: BlockingWorker { inner.worker }
    func secret() throws -> KeyedHash { try inner.secret() }
    func load(_ body: (LedgerRecord) throws -> Void) throws { try ledger.load(inner, body) }
    func close() { inner.close() }
    func compact(keeping floor: (LedgerKey, borrowing LedgerState) -> UInt64, unless isStopped: @escaping () -> Bool)
        throws
    {
        try ledger.compact(inner, floor, isStopped)
    }

    func append(_ records: [LedgerRecord], isUrgent: Bool) throws {
        try ledger.append(inner, records, isUrgent: isUrgent)
    }
}
