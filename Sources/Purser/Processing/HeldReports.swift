/// The transactions that wait to be verified, and the ends of restores that wait for them: no restore ends before its
/// transactions were processed.
struct HeldRestores: Sendable {
    private var waiting: [RestoreID: Set<String>] = [:]
    /// Those without a restore.
    private var others: Set<String> = []
    private var ends: [(id: RestoreID, event: BackendEvent)] = []

    var isEmpty: Bool { waiting.isEmpty && others.isEmpty && ends.isEmpty }

    func holds(_ id: RestoreID) -> Bool { waiting[id] != nil }

    func holds(_ transaction: BackendTransaction) -> Bool {
        guard case .restore(let id) = transaction.origin else { return others.contains(transaction.transaction.id) }
        return waiting[id]?.contains(transaction.transaction.id) == true
    }

    /// Transactions could not be processed and come again.
    mutating func heldBack(_ transactions: [BackendTransaction]) {
        for transaction in transactions {
            if case .restore(let id) = transaction.origin {
                waiting[id, default: []].insert(transaction.transaction.id)
            } else {
                others.insert(transaction.transaction.id)
            }
        }
    }

    mutating func processed(_ transactions: [BackendTransaction]) {
        guard !isEmpty else { return }
        for transaction in transactions {
            guard case .restore(let id) = transaction.origin else {
                others.remove(transaction.transaction.id)
                continue
            }
            waiting[id]?.remove(transaction.transaction.id)
            if waiting[id]?.isEmpty == true { waiting[id] = nil }
        }
    }

    /// Removes the ends that have to wait, and appends those that need not wait any more.
    mutating func holdBackEnds(in batches: [[BackendEvent]]) -> [[BackendEvent]] {
        guard !isEmpty else { return batches }
        var kept = batches
        for index in kept.indices {
            kept[index].removeAll { event in
                guard case .restoreEnded(let id, _) = event, holds(id) else { return false }
                ends.append((id, event))
                return true
            }
        }
        let due = ends.filter { waiting[$0.id] == nil }.map(\.event)
        ends = ends.filter { waiting[$0.id] != nil }
        return due.isEmpty ? kept : kept + [due]
    }
}

/// Reports of transactions that are held back because they could not be verified or recorded: reports that come
/// meanwhile may be newer.
///
/// A newer state that equals the recorded one is not recorded. So when an older one comes again that could not be
/// recorded before, the records do not show that it is outdated: this value does.
struct OvertakenTransactions: Sendable {
    /// The latest verified state of each; `nil` before the first one.
    private var latest: [String: StoreTransaction?] = [:]
    private var order = Fifo<String>()

    /// Records transactions that are processed again later.
    mutating func keptBack(_ transactions: some Sequence<StoreTransaction>) {
        for transaction in transactions where latest[transaction.id] == nil {
            latest[transaction.id] = .some(nil)
            order.append(transaction.id)
            if latest.count > MemoryLimits.overtakenTransactions, let oldest = order.popFirst() { latest[oldest] = nil }
        }
    }

    /// Keeps the states of verified reports that are newer than the earlier reports, and replaces older states by the
    /// earlier reports.
    mutating func bringUpToDate(_ batches: inout [[BackendEvent]]) {
        guard !latest.isEmpty else { return }
        for place in batches.indices {
            for index in batches[place].indices {
                guard case .transaction(var reported) = batches[place][index], reported.verification == .verified,
                    let known = latest[reported.transaction.id]
                else { continue }
                if let known, reported.transaction.isOlder(than: known), reported.transaction.isSamePurchase(as: known)
                {
                    reported.transaction = known
                    batches[place][index] = .transaction(reported)
                } else {
                    latest[reported.transaction.id] = reported.transaction
                }
            }
        }
    }
}

/// When reports are verified or recorded again after a failure.
struct IntakeRetries: Sendable {
    private let policies: RetryPolicies
    private var backoffs = Backoffs<RetryStage>()
    /// How often in a row the retries of verifying were used up.
    private var rounds = 0

    init(_ policies: RetryPolicies) { self.policies = policies }

    /// Records the success of a stage: its next failure starts with the shortest pause.
    mutating func succeeded(_ stage: RetryStage) {
        backoffs.succeeded(stage)
        if stage == .verification { rounds = 0 }
    }

    /// Starts another operation than the failed one, with the whole policy.
    mutating func startAnew(_ stage: RetryStage) { backoffs.succeeded(stage) }

    mutating func failed(
        _ stage: RetryStage, _ error: any Error, now: Duration, using generator: inout some RandomNumberGenerator
    ) -> RetryDecision {
        let policy = stage == .ledger ? policies.ledger : policies.verification
        return backoffs.failed(stage, error, policy: policy, now: now, using: &generator).decision
    }

    /// The pause before transactions are verified again whose retries are used up, and for which no call waits any
    /// more: it grows from a minute to an hour.
    mutating func longWait(now: Duration, using generator: inout some RandomNumberGenerator) -> RetryWait {
        let longest = min(3_600_000, 60_000 << rounds)
        rounds = min(rounds + 1, 6)
        return RetryWait(
            until: now + .milliseconds(Int.random(in: longest / 2...longest, using: &generator)), earliest: now)
    }
}
