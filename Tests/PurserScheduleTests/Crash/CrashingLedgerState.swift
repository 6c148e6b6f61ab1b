import Purser
import PurserTesting

/// What a ledger was told, what of it must be found again, and when the machine dies.
struct CrashingLedgerState: Sendable {
    var files = CrashingFiles()
    var records: [LedgerRecord] = []
    var stored = LedgerState()
    var durable = LedgerState()
    /// What was acknowledged and is not known to be safe.
    var tail: [[LedgerRecord]] = []
    /// What failed, or was being written when the machine died, since something succeeded: one of them may be there.
    var attempts: [[LedgerRecord]] = []
    /// Whether what was merely handed on may be missing at the next opening.
    var hasLostPower = false
    var isCalm = false
    var failures = 0
    var deaths = 0
    var launches = 0
    var violations: [String] = []
    var generator: SeededGenerator

    /// Half of the launches die in a request, or at a time that the world chooses.
    mutating func planDeath() {
        let request: Int? =
            switch generator.index(below: 8) {
            case 0: 1 + generator.index(below: 10)
            case 1...4: 1 + generator.index(below: 120)
            default: nil
            }
        let torn = generator.index(below: 1_200)
        files.change { ($0.diesAt, $0.tornBytes) = (request, torn) }
    }

    mutating func acknowledge(_ batch: [LedgerRecord], isUrgent: Bool) {
        for record in batch { stored.apply(record) }
        records += batch
        tail.append(batch)
        attempts = []
        guard isUrgent else { return }
        for record in tail.joined() { durable.apply(record) }
        tail = []
    }

    /// Compares what the files gave with what they must give.
    mutating func compare(_ found: [LedgerRecord]) {
        var state = LedgerState()
        for record in found { state.apply(record) }
        if !take(Self.facts(state)) {
            let wanted = Self.facts(stored)
            violations.append(
                "L1: launch \(launches) finds \(Self.facts(state).subtracting(wanted)) instead of "
                    + "\(wanted.subtracting(Self.facts(state))); \(tail.count) batches may be missing")
            stored = state
        }
        durable = stored
        (tail, attempts, hasLostPower) = ([], [], false)
    }

    /// Finds out how much of what was told is there; false when it is neither all nor what may be left of it.
    private mutating func take(_ facts: Set<LedgerRecord>) -> Bool {
        for attempt in [[]] + attempts {
            var state = stored
            for record in attempt { state.apply(record) }
            guard Self.facts(state) == facts else { continue }
            stored = state
            records += attempt
            return true
        }
        guard hasLostPower else { return false }
        var state = durable
        var kept = records.count - tail.reduce(0) { $0 + $1.count }
        for batch in [[]] + tail {
            for record in batch { state.apply(record) }
            kept += batch.count
            guard Self.facts(state) == facts else { continue }
            stored = state
            records = Array(records.prefix(kept))
            return true
        }
        return false
    }

    /// In no order: that of the open intents says only which of very many are forgotten first.
    private static func facts(_ state: LedgerState) -> Set<LedgerRecord> {
        var facts: Set<LedgerRecord> = []
        state.write { facts.insert($0) }
        return facts
    }
}
