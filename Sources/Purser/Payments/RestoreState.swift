/// The restore in flight, who waits for it, and what it has brought so far.
package struct RestoreState<Caller: Sendable>: Sendable {
    /// What a new caller means.
    package enum Joined: Sendable, Hashable {
        /// It is the first: a flight has to begin.
        case begin
        /// It shares the flight that is under way.
        case shared
    }

    private var callers: [(ticket: UInt64, caller: Caller)] = []
    private var isFlying = false
    private var lastID: UInt64 = 0
    private var restored: [StoreTransaction] = []
    /// A second attempt brings again what the first one brought.
    private var restoredIDs = QuickTable<Fingerprint, Void>()
    private var failed: [RestoreOutcome.Failed] = []
    private var failedIDs: Set<String> = []
    private var earlyEnd: BackendError??

    package init() {}

    /// The restore whose transactions count; `nil` when none is under way.
    package private(set) var activeID: RestoreID?

    /// Somebody wants to restore.
    package mutating func joined(_ ticket: UInt64, _ caller: Caller) -> Joined {
        callers.append((ticket, caller))
        guard !isFlying else { return .shared }
        isFlying = true
        return .begin
    }

    /// Another attempt begins under a new name; what an earlier one brought stays.
    package mutating func attemptBegan() -> RestoreID {
        lastID += 1
        let id = RestoreID(rawValue: lastID)
        activeID = id
        earlyEnd = nil
        return id
    }

    /// Transactions of restores have been recorded, or could not be.
    package mutating func collected(_ results: [(RestoreID, Result<StoreTransaction, RestoreFailure>)]) {
        for index in results.indices where results[index].0 == activeID { collected(results[index].1) }
    }

    private mutating func collected(_ result: Result<StoreTransaction, RestoreFailure>) {
        switch result {
        case .success(let transaction):
            if restoredIDs.put((), for: transaction.fingerprint) { restored.append(transaction) }
        case .failure(let failure):
            guard failedIDs.insert(failure.transaction.id).inserted else { return }
            failed.append(.init(transaction: failure.transaction, failure: failure.failure))
        }
    }

    /// What could not be taken in at first may have come again, and been taken in.
    private var stillFailed: [RestoreOutcome.Failed] {
        failed.isEmpty ? [] : failed.filter { !restoredIDs.contains($0.transaction.fingerprint) }
    }

    /// The end came before anybody waited for it.
    package mutating func endedEarly(_ error: BackendError?) { earlyEnd = .some(error) }

    /// The end, if it came already.
    package mutating func takeEarlyEnd() -> BackendError?? { earlyEnd.take() }

    /// Somebody stopped waiting.
    ///
    /// - Returns: the caller if it still waited, and whether nobody is left.
    package mutating func stoppedWaiting(_ ticket: UInt64) -> (caller: Caller, isLast: Bool)? {
        guard let index = callers.firstIndex(where: { $0.ticket == ticket }) else { return nil }
        return (callers.remove(at: index).caller, callers.isEmpty)
    }

    /// Whether anybody waits.
    package var hasCallers: Bool { !callers.isEmpty }

    /// The flight is over: everybody gets the same answer, and the next caller begins a new flight.
    package mutating func landed() -> (callers: [Caller], outcome: RestoreOutcome) {
        let result = (callers.map(\.caller), RestoreOutcome(restored: restored, failed: stillFailed))
        callers = []
        isFlying = false
        activeID = nil
        restored = []
        restoredIDs = QuickTable()
        failed = []
        failedIDs = []
        earlyEnd = nil
        return result
    }
}
