/// The running restore, its callers, and its transactions so far.
///
/// All callers during a restore share it; a restore may take several attempts.
package struct RestoreState<Caller: Sendable>: Sendable {
    /// The result for a new caller.
    package enum Joined: Sendable, Hashable {
        /// It is the first: a restore has to begin.
        case begin
        /// It shares the running restore.
        case shared
    }

    private var callers: [(ticket: UInt64, caller: Caller)] = []
    private var isFlying = false
    private var lastID: UInt64 = 0
    /// The number of the restore, counted from 1.
    package private(set) var request: UInt64 = 0
    /// Whether it timed out, so that no call waits for it any more.
    package private(set) var isOverdue = false
    private var restored: [StoreTransaction] = []
    private var latest: UInt64 = 0
    /// Whether a transaction may be in `restored` twice, because a second attempt reports again what the first one
    /// reported.
    ///
    /// While the numbers of the updates only increase, and no transaction comes in a new state, none is there twice,
    /// and no look-up is needed.
    private var mayRepeat = false
    private var failed: [RestoreOutcome.Failed] = []
    private var failedIDs: Set<String> = []
    private var earlyEnd: RestoreEnd?

    /// Makes a state without a restore and callers.
    package init() {}

    /// The restore whose transactions count; `nil` when none runs.
    package private(set) var activeID: RestoreID?

    /// A caller requests a restore.
    package mutating func joined(_ ticket: UInt64, _ caller: Caller) -> Joined {
        callers.append((ticket, caller))
        guard !isFlying else { return .shared }
        isFlying = true
        request += 1
        return .begin
    }

    /// Another attempt begins; the transactions of earlier ones stay.
    ///
    /// - Returns: the identifier of its transactions and of its end.
    package mutating func attemptBegan() -> RestoreID {
        dropRepeated()
        lastID += 1
        let id = RestoreID(rawValue: lastID)
        activeID = id
        earlyEnd = nil
        return id
    }

    /// Transactions of restores have been recorded, or could not be.
    package mutating func collected(_ results: [Restored]) {
        results.forEachInPlace { _, result in
            guard result.restore == activeID else { return }
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
    }

    /// Keeps each transaction once, in its first place.
    private mutating func dropRepeated() {
        guard mayRepeat else { return }
        var seen: Set<String> = []
        restored = restored.filter { seen.insert($0.id).inserted }
        mayRepeat = false
    }

    /// The failed transactions except those that came again and were recorded.
    private var stillFailed: [RestoreOutcome.Failed] {
        guard !failed.isEmpty else { return [] }
        let restored = Set(restored.map(\.id))
        return failed.filter { !restored.contains($0.transaction.id) }
    }

    /// Records an end that came before any call waited for it.
    package mutating func endedEarly(_ end: RestoreEnd) { earlyEnd = end }

    /// The end of the restore if it came already; the next call returns `nil`.
    package mutating func takeEarlyEnd() -> RestoreEnd? { earlyEnd.take() }

    /// A caller stopped waiting.
    ///
    /// - Returns: the caller if it still waited, and whether none is left.
    package mutating func stoppedWaiting(_ ticket: UInt64) -> (caller: Caller, isLast: Bool)? {
        guard let index = callers.firstIndex(where: { $0.ticket == ticket }) else { return nil }
        return (callers.remove(at: index).caller, callers.isEmpty)
    }

    /// A restore timed out: no call waits for it any more.
    ///
    /// - Returns: its callers, unless the restore has ended.
    package mutating func timedOut(_ request: UInt64) -> [Caller] {
        guard isFlying, request == self.request else { return [] }
        isOverdue = true
        defer { callers = [] }
        return callers.map(\.caller)
    }

    /// Whether any call waits.
    package var hasCallers: Bool { !callers.isEmpty }

    /// The restore is over: all callers get the same result, and the next caller begins a new restore.
    package mutating func landed() -> (callers: [Caller], outcome: RestoreOutcome) {
        dropRepeated()
        let result = (callers.map(\.caller), RestoreOutcome(restored: restored, failed: stillFailed))
        callers = []
        isFlying = false
        isOverdue = false
        activeID = nil
        restored = []
        latest = 0
        mayRepeat = false
        failed = []
        failedIDs = []
        earlyEnd = nil
        return result
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
