/// Transactions that are due to be finished, in two arrays, so that the first one can be passed to the backend.
package struct PendingFinishes: Sendable {
    /// The state of a transaction in which it is due.
    struct State: Sendable {
        let key: Fingerprint
        /// The number of the update with this state; 0 when the ledger has no such transaction.
        let update: UInt64
    }

    /// The requests for the backend.
    package private(set) var requests: [FinishRequest] = []
    private(set) var states: [State] = []

    private let hash: KeyedHash

    /// No transactions of the ledger with this hash.
    package init(_ hash: KeyedHash) { self.hash = hash }

    /// Whether there are none.
    package var isEmpty: Bool { requests.isEmpty }

    mutating func reserveCapacity(_ count: Int) {
        requests.reserveCapacity(count)
        states.reserveCapacity(count)
    }

    /// Adds one that is recorded.
    package mutating func append(_ transaction: borrowing LedgerTransaction) {
        requests.append(FinishRequest(recorded: transaction.transaction))
        states.append(
            State(key: hash.fingerprint(of: transaction.transaction.ledgerID), update: transaction.sequence))
    }

    /// Adds one that the ledger does not have as a whole (any more): it failed, or was processed long ago.
    package mutating func append(unrecorded id: String) { append(FinishRequest(id), id) }

    /// Adds one as the backend reported it, which is recorded under another identifier.
    package mutating func append(renamed transaction: StoreTransaction) {
        append(FinishRequest(recorded: transaction), transaction.ledgerID)
    }

    private mutating func append(_ request: FinishRequest, _ name: String) {
        requests.append(request)
        states.append(State(key: hash.fingerprint(of: name), update: 0))
    }

    func filter(_ isWanted: (FinishRequest) -> Bool) -> PendingFinishes {
        var kept = PendingFinishes(hash)
        for index in requests.indices where isWanted(requests[index]) { kept.append(index, of: self) }
        return kept
    }

    var apart: [PendingFinishes] {
        var seen = QuickTable<Fingerprint, Void>()
        let firsts = states.indices.filter { seen.put((), for: states[$0].key) }
        return firsts.map { index in
            var due = PendingFinishes(hash)
            due.append(index, of: self)
            return due
        }
    }

    /// Each transaction of several lists once, in the latest of its states.
    static func unique(_ lists: [PendingFinishes]) -> PendingFinishes {
        guard lists.count != 1 else { return lists[0] }
        var places = QuickTable<Fingerprint, Int>()
        var all = PendingFinishes(lists[0].hash)
        for list in lists {
            for index in list.states.indices {
                if let place = places[list.states[index].key] {
                    (all.requests[place], all.states[place]) = (list.requests[index], list.states[index])
                } else {
                    places.put(all.states.count, for: list.states[index].key)
                    all.append(index, of: list)
                }
            }
        }
        return all
    }

    fileprivate mutating func append(_ index: Int, of other: PendingFinishes) {
        requests.append(other.requests[index])
        states.append(other.states[index])
    }
}

extension TransactionIndex {
    /// Whether all of these still have the state in which they were due; then their steps are stored.
    func isStillDue(_ due: PendingFinishes) -> Bool {
        due.states.allSatisfy { state in
            read(state.key) { $0.sequence == state.update && $0.later == nil && $0.isFinishable } == true
        }
    }

    /// Those of these transactions that can be finished now, and unknown ones.
    func finishable(_ due: PendingFinishes) -> PendingFinishes {
        var found = PendingFinishes(hash)
        for (index, state) in due.states.enumerated() {
            let isKnown: Void? = read(state.key) { if $0.isFinishable { found.append($0) } }
            if isKnown == nil { found.append(index, of: due) }
        }
        return found
    }

    /// Records the finishes that the backend accepted; those of transactions that have changed since are ignored.
    mutating func prepare(finished due: PendingFinishes, into batch: inout PreparedBatch) {
        due.requests.forEachInPlace { index, request in
            let state = due.states[index]
            let isNew = change(state.key) { transaction in
                transaction.sequence == state.update && transaction.progress.apply(.finished)
            }
            if isNew == true { batch.records.append(.step(request.transactionID, .finished)) }
        }
    }
}
