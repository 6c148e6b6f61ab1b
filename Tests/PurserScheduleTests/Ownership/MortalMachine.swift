import Purser
import PurserTesting

/// The machine of an app with users: it holds all ledgers, and dies as a whole at a chosen write.
final class MortalMachine: Sendable {
    private struct File: Sendable {
        var records: [LedgerRecord] = []
        var safeCount = 0
    }

    private struct State: Sendable {
        var files: [LedgerKey: File] = [:]
        var launch = 0
        var isDead = false
        var writes = 0
        var diesAt: Int?
        var failures = 0.0
        var generator: SeededGenerator

        /// Of each file's end that was not urgent, some is lost.
        mutating func losePower() {
            for key in files.keys.sorted(by: { "\($0)" < "\($1)" }) {
                guard let file = files[key], file.records.count > file.safeCount else { continue }
                let lost = generator.index(below: file.records.count - file.safeCount + 1)
                files[key]?.records.removeLast(lost)
            }
        }
    }

    private let state: Lock<State>

    init(generator: SeededGenerator) { state = Lock(State(generator: generator)) }

    /// A launch begins; what earlier ones still do counts for nothing.
    ///
    /// - Parameters:
    ///   - diesAt: the number of the write at which the machine dies, from 1; `nil` for none.
    ///   - failures: the chance that a write fails.
    /// - Returns: the launch's number.
    func start(diesAt: Int?, failures: Double) -> Int {
        state.withLock { state in
            if state.isDead { state.losePower() }
            state.launch += 1
            (state.isDead, state.writes, state.diesAt, state.failures) = (false, 0, diesAt, failures)
            return state.launch
        }
    }

    /// No write fails any more, and the machine does not die.
    func calm() { state.withLock { ($0.diesAt, $0.failures) = (nil, 0) } }

    /// The machine dies now.
    func die() { state.withLock { $0.isDead = true } }

    /// Whether a launch runs.
    func isAlive(_ launch: Int) -> Bool { state.withLock { !$0.isDead && $0.launch == launch } }

    /// A ledger, as a launch sees it.
    func storage(_ key: LedgerKey, launch: Int) -> any LedgerStorage {
        Ledger(machine: self, key: key, launch: launch)
    }

    fileprivate func append(_ records: [LedgerRecord], to key: LedgerKey, isUrgent: Bool, launch: Int) throws {
        try state.withLock { state in
            guard !state.isDead, state.launch == launch else { throw Self.gone }
            state.writes += 1
            let isLast = state.writes == state.diesAt
            if !isLast, state.failures > 0, state.generator.happens(state.failures) { throw Self.gone }
            // The write that kills is there or not, as a whole.
            if !isLast || state.generator.happens(0.5) {
                var file = state.files.removeValue(forKey: key) ?? File()
                file.records += records
                if isUrgent { file.safeCount = file.records.count }
                state.files[key] = file
            }
            guard isLast else { return }
            state.isDead = true
            throw Self.gone
        }
    }

    /// A ledger that is closed is safe, as a file that was synced.
    fileprivate func close(_ key: LedgerKey, launch: Int) {
        state.withLock { state in
            guard !state.isDead, state.launch == launch, let count = state.files[key]?.records.count else { return }
            state.files[key]?.safeCount = count
        }
    }

    fileprivate func records(of key: LedgerKey) -> [LedgerRecord] { state.withLock { $0.files[key]?.records ?? [] } }

    private static let gone = PurchaseFailure(.ledgerUnavailable, "the machine has died or its disk is full, by plan")

    private struct Ledger: LedgerStorage {
        let machine: MortalMachine
        let key: LedgerKey
        let launch: Int
        var account: StoreAccount { if case .user(let id) = key { .user(id) } else { .shared } }

        func secret() -> LedgerSecret { .zero }
        func load(_ body: (LedgerRecord) throws -> Void) throws {
            for record in machine.records(of: key) { try body(record) }
        }
        func append(_ records: [LedgerRecord], isUrgent: Bool) throws {
            try machine.append(records, to: key, isUrgent: isUrgent, launch: launch)
        }
        func close() { machine.close(key, launch: launch) }
    }
}
