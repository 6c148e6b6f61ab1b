import Foundation
import Purser
import PurserTesting

/// The machine of an app with users: it holds their journal, and dies as a whole at a chosen write.
final class MortalMachine: Sendable {
    private struct State: Sendable {
        var launch = 0
        var isDead = false
        var writes = 0
        var diesAt: Int?
        var failures = 0.0
        var generator: SeededGenerator
        /// The files with the journal; `nil` where each write is kept as a whole.
        var files: CrashingFiles?

        /// The files as the next launch finds them.
        mutating func findFiles(diesAt: Int?) {
            guard var found = files else { return }
            if found.isDead {
                found = generator.happens(0.5) ? found.afterKill() : found.afterPowerLoss(using: &generator)
            }
            let (requests, torn) = (found.requests, generator.index(below: 90))
            found.change { ($0.diesAt, $0.tornBytes) = (diesAt.map { requests + $0 }, torn) }
            files = found
        }
    }

    private let state: Lock<State>
    private let kept = KeptStorage()

    init(generator: SeededGenerator, files: CrashingFiles? = nil) {
        state = Lock(State(generator: generator, files: files))
    }

    /// A launch begins; what earlier ones still do counts for nothing.
    ///
    /// - Parameters:
    ///   - diesAt: the number of the write at which the machine dies, from 1; `nil` for none.
    ///   - failures: the chance that a write fails.
    /// - Returns: the launch's number.
    func start(diesAt: Int?, failures: Double) -> Int {
        state.withLock { state in
            // Of the end that was not urgent, some is lost.
            if state.isDead { kept.crash(losing: { $0 > 0 ? state.generator.index(below: $0 + 1) : 0 }) }
            state.findFiles(diesAt: diesAt)
            state.launch += 1
            (state.isDead, state.writes, state.diesAt, state.failures) = (false, 0, diesAt, failures)
            return state.launch
        }
    }

    /// No write fails any more, and the machine does not die.
    func calm() {
        state.withLock { state in
            (state.diesAt, state.failures) = (nil, 0)
            state.files?.change { $0.diesAt = nil }
        }
    }

    /// The machine dies now.
    func die() {
        state.withLock { state in
            state.isDead = true
            state.files?.die()
        }
    }

    /// Whether a launch runs.
    func isAlive(_ launch: Int) -> Bool {
        state.withLock { !$0.isDead && $0.launch == launch && $0.files?.isDead != true }
    }

    /// The journal, as a launch sees it.
    func storage(launch: Int) -> any LedgerStorage {
        state.withLock { $0.files }?.ledger ?? Journal(machine: self, launch: launch)
    }

    /// Whether a text is anywhere in the journal: in a byte of its files, or in what its records come to for these users.
    func contains(_ text: String, users: [UUID]) throws -> Bool {
        guard let files = state.withLock(\.files) else {
            return try users.contains { user in
                var isFound = false
                try kept.load(.user(UserID(user))) { isFound = isFound || String(reflecting: $0).contains(text) }
                return isFound
            }
        }
        return try files.list().contains { files.bytes(of: $0)?.firstRange(of: Array(text.utf8)) != nil }
    }

    /// What becomes of a write of a launch: the one that kills is there or not, as a whole.
    private func fate(_ launch: Int) -> KeptStorage.Fate {
        state.withLock { state in
            guard !state.isDead, state.launch == launch else { return .failed() }
            state.writes += 1
            guard state.writes == state.diesAt else {
                return state.failures > 0 && state.generator.happens(state.failures) ? .failed() : .stored
            }
            state.isDead = true
            return .failed(isStored: state.generator.happens(0.5))
        }
    }

    private struct Journal: LedgerStorage {
        let machine: MortalMachine
        let launch: Int

        func secret() -> KeyedHash { .zero }
        func load(_ body: (LedgerRecord) throws -> Void) throws { try machine.kept.load(body) }
        func append(_ records: [LedgerRecord], isUrgent: Bool) throws {
            try machine.kept.append(records, isUrgent: isUrgent, fate: machine.fate(launch))
        }
        // A journal that is closed is safe, as a file that was synced.
        func close() { if machine.isAlive(launch) { machine.kept.sync() } }
    }
}

extension CrashingFiles {
    /// A ledger in the folder: small logs, so that there are many, and snapshots of them.
    var ledger: any LedgerStorage {
        FileLedgerStorage(self, options: .init(logSize: 700, fill: 400, generator: SeededGenerator(seed: 9)))
    }
}
