/// What one `append` has staged: its records, and what follows once they are stored.
struct StagedBatch: Sendable {
    var records: [LedgerRecord] = []
    var outcomes: [LedgerOutcome] = []
    var told: [ToldTransaction] = []
    var updates: [StoreUpdate] = []
    var changes = EntitlementChanges()
    var trustedDate = WallTime(milliseconds: .min)
    var isUrgent = false

    init(capacity: Int, updates: Int = 0) {
        records.reserveCapacity(capacity)
        self.updates.reserveCapacity(updates)
        told.reserveCapacity(updates)
    }

    /// Adds a record, and whether losing it would do harm.
    mutating func store(_ record: LedgerRecord) {
        isUrgent = isUrgent || record.isUrgent
        records.append(record)
    }

    mutating func answer(_ outcome: LedgerOutcome) { outcomes.append(outcome) }

    /// Adds the record of an entry that needs no other answer; `nil` when it said nothing new.
    mutating func note(_ record: LedgerRecord?) {
        if let record { store(record) }
        outcomes.append(.noted)
    }

    /// Adds an update, which every reader is told.
    mutating func tell(
        _ stored: consuming LedgerTransaction, _ duties: LedgerTransaction.Steps, after old: StoreTransaction?
    ) {
        isUrgent = true
        let update = stored.update
        changes.add(EntitlementChange(old: old, new: update.transaction))
        records.append(.update(update, duties: duties))
        updates.append(update)
        told.append(ToldTransaction(stored: stored, isNews: true, isChanged: old != nil))
    }

    /// Takes in an update that was found stored, and that the state does not have yet.
    mutating func found(_ update: StoreUpdate, in state: LedgerState) {
        updates.append(update)
        changes.add(
            EntitlementChange(old: state.known(update.transaction)?.transaction, new: update.transaction))
    }
}

/// The batches that wait to be stored, in the order in which they were staged (group commit).
///
/// One of those who wait leads: it stores everything that has gathered, and then hands the lead on.
struct CommitLine: Sendable {
    /// What a batch's owner is woken for.
    enum Wake: Sendable {
        /// To store what has gathered, its own first.
        case lead
        case stored
        case failed(PurchaseFailure)
    }

    typealias Waiter = UnsafeContinuation<Wake, Never>

    private var waiting: [(batch: StagedBatch, waiter: Waiter?)] = []
    /// Whether somebody leads.
    private(set) var isLed = false

    var isEmpty: Bool { waiting.isEmpty }

    /// A batch joins; true when its owner has to lead.
    mutating func join(_ batch: StagedBatch, _ waiter: Waiter?) -> Bool {
        waiting.append((batch, waiter))
        defer { isLed = true }
        return !isLed
    }

    /// Everything that has gathered.
    mutating func takeAll() -> [(batch: StagedBatch, waiter: Waiter?)] {
        defer { waiting.removeAll() }
        return waiting
    }

    /// The lead is given up.
    ///
    /// - Returns: who leads next, if anybody waits.
    mutating func handOn() -> Waiter? {
        guard let next = waiting.first?.waiter else {
            isLed = false
            return nil
        }
        waiting[0].waiter = nil
        return next
    }
}

extension LedgerRecord {
    /// Whether losing this record would lose more than work that can be done again.
    fileprivate var isUrgent: Bool {
        switch self {
        case .intent, .update, .step(_, .granted), .step(_, .finishRequested), .step(_, .setAside), .account, .claim,
            .piece:
            true
        case .step, .intentEnded, .consumer: false
        }
    }
}
