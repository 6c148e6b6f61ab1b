/// The running restore, its callers, and its transactions so far.
///
/// All callers during a restore share it; a restore may take several attempts.
package struct RestoreState<Caller: Sendable>: Sendable {
    /// A running restore.
    fileprivate struct Running: Sendable {
        /// The number of the restore, counted from 1.
        let number: UInt64
        var callers: [(ticket: UInt64, caller: Caller)]
        var isOverdue = false
        /// Its latest attempt.
        var attempt: RestoreID?
        var earlyEnd: RestoreEnd?
        var restored: [StoreTransaction] = []
        var latest: UInt64 = 0
        /// Whether a transaction may be in `restored` twice, because a second attempt reports again what the first one
        /// reported.
        ///
        /// While the numbers of the updates only increase, and no transaction comes in a new state, none is there twice,
        /// and no look-up is needed.
        var mayRepeat = false
        var failed: [RestoreOutcome.Failed] = []
        var failedIDs: Set<String> = []
    }

    private var running: Running?
    private var lastNumber: UInt64 = 0
    private var lastID: UInt64 = 0

    /// Makes a state without a restore and callers.
    package init() {}

    /// The restore whose transactions count; `nil` when none runs.
    package var activeID: RestoreID? { running?.attempt }
    /// Whether it timed out, so that no call waits for it any more.
    package var isOverdue: Bool { running?.isOverdue == true }
    /// Whether any call waits.
    package var hasCallers: Bool { running?.callers.isEmpty == false }

    /// A caller requests a restore.
    ///
    /// - Returns: the number of the restore that has to begin; `nil` when the caller shares the running one.
    package mutating func joined(_ ticket: UInt64, _ caller: Caller) -> UInt64? {
        guard running == nil else {
            running?.callers.append((ticket, caller))
            return nil
        }
        lastNumber += 1
        running = Running(number: lastNumber, callers: [(ticket, caller)])
        return lastNumber
    }

    /// Another attempt begins; the transactions of earlier ones stay.
    ///
    /// - Returns: the identifier of its transactions and of its end.
    package mutating func attemptBegan() -> RestoreID {
        lastID += 1
        running?.dropRepeated()
        running?.earlyEnd = nil
        running?.attempt = RestoreID(rawValue: lastID)
        return RestoreID(rawValue: lastID)
    }

    /// Transactions of restores have been recorded, or could not be.
    package mutating func collected(_ results: [Restored]) {
        results.forEachInPlace { _, result in if result.restore == activeID { running?.collect(result) } }
    }

    /// Records an end that came before any call waited for it.
    package mutating func endedEarly(_ end: RestoreEnd) { running?.earlyEnd = end }

    /// The end of the restore if it came already; the next call returns `nil`.
    package mutating func takeEarlyEnd() -> RestoreEnd? { running?.earlyEnd.take() }

    /// A caller stopped waiting.
    ///
    /// - Returns: the caller if it still waited, and whether none is left.
    package mutating func stoppedWaiting(_ ticket: UInt64) -> (caller: Caller, isLast: Bool)? {
        guard let index = running?.callers.firstIndex(where: { $0.ticket == ticket }),
            let (_, caller) = running?.callers.remove(at: index)
        else { return nil }
        return (caller, !hasCallers)
    }

    /// A restore timed out: no call waits for it any more.
    ///
    /// - Returns: its callers, unless the restore has ended.
    package mutating func timedOut(_ number: UInt64) -> [Caller] {
        guard let callers = running?.callers, running?.number == number else { return [] }
        running?.isOverdue = true
        running?.callers = []
        return callers.map(\.caller)
    }

    /// The restore is over: all callers get the same result, and the next caller begins a new restore.
    package mutating func landed() -> (callers: [Caller], outcome: RestoreOutcome) {
        guard var running = running.take() else { return ([], RestoreOutcome()) }
        running.dropRepeated()
        return (
            running.callers.map(\.caller), RestoreOutcome(restored: running.restored, failed: running.stillFailed)
        )
    }
}

extension RestoreState.Running {
    fileprivate mutating func collect(_ result: borrowing Restored) {
        switch result.fate {
        case .recorded(let number, let isChanged):
            if number <= latest || isChanged { mayRepeat = true }
            latest = max(latest, number)
            restored.append(result.transaction)
        case .failed(let failure):
            guard failedIDs.insert(result.transaction.id).inserted else { return }
            failed.append(.init(transaction: result.transaction, failure: failure))
        }
    }

    /// Keeps each transaction once, in its first place.
    fileprivate mutating func dropRepeated() {
        guard mayRepeat else { return }
        var seen: Set<String> = []
        restored = restored.filter { seen.insert($0.id).inserted }
        mayRepeat = false
    }

    /// The failed transactions except those that came again and were recorded.
    fileprivate var stillFailed: [RestoreOutcome.Failed] {
        guard !failed.isEmpty else { return [] }
        let restored = Set(restored.map(\.id))
        return failed.filter { !restored.contains($0.transaction.id) }
    }
}

/// How an attempt to restore ended.
package enum RestoreEnd: Sendable {
    /// The backend has reported everything.
    case succeeded
    /// The backend failed.
    case failed(BackendFailure)
    /// No call waits for it any more.
    case abandoned

    /// Makes the end from the backend's report: an error, or none.
    package init(_ error: BackendFailure?) { self = error.map { .failed($0) } ?? .succeeded }
}

/// A transaction of a restore, and its result.
package struct Restored: Sendable {
    /// The result of a transaction.
    package enum Fate: Sendable {
        /// The ledger has it, by the update of this number; `isChanged` is true when it had another state of it before.
        case recorded(UInt64, isChanged: Bool)
        /// It was rejected.
        case failed(PurchaseFailure)
    }

    /// Its attempt.
    package var restore: RestoreID
    /// The transaction as the backend reported it.
    package var transaction: StoreTransaction
    /// Its result.
    package var fate: Fate

    /// Makes the result of a restored transaction.
    package init(_ restore: RestoreID, _ transaction: StoreTransaction, _ fate: Fate) {
        self.restore = restore
        self.transaction = transaction
        self.fate = fate
    }
}
