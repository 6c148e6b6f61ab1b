/// What one `append` has prepared: its records, and what follows once they are stored.
struct PreparedBatch: Sendable {
    var records: [LedgerRecord] = []
    var outcomes: [LedgerOutcome] = []
    var told: [ToldTransaction] = []
    var updates: [StoreUpdate] = []
    var changes = EntitlementChanges()
    var trustedDate = Timestamp(milliseconds: .min)
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
        _ stored: consuming LedgerTransaction, _ duties: TransactionLife.Steps, after old: StoreTransaction?
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
