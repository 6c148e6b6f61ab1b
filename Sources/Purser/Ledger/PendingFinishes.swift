/// Transactions that are due to be finished.
///
/// Columns, not one array of pairs: the backend is given the requests as they stand.
package struct PendingFinishes: Sendable {
    /// What the backend is asked.
    package private(set) var requests: [FinishRequest] = []
    /// For each of them the number of the update that told its state; 0 when the ledger has no such transaction.
    private(set) var updates: [UInt64] = []
    /// At which ``LedgerState/revision`` nothing kept them from being finished; `nil` when that is still to be found out.
    private var revision: UInt64?

    package init(revision: UInt64? = nil) { self.revision = revision }

    package var isEmpty: Bool { requests.isEmpty }

    mutating func reserveCapacity(_ count: Int) {
        requests.reserveCapacity(count)
        updates.reserveCapacity(count)
    }

    /// Adds one that is on record.
    package mutating func append(_ transaction: borrowing LedgerTransaction) {
        requests.append(FinishRequest(recorded: transaction.transaction))
        updates.append(transaction.sequence)
    }

    /// Adds one that the ledger does not have (any more) as a whole: it failed, or was dealt with long ago.
    ///
    /// Whether that is still so has to be found out.
    package mutating func append(unrecorded id: String) {
        requests.append(FinishRequest(id))
        updates.append(0)
        revision = nil
    }

    /// Whether nothing can have come between since they were found to be due.
    func isStillDue(at revision: UInt64) -> Bool { self.revision == revision }

    /// Those of them that `isWanted` names.
    func filter(_ isWanted: (FinishRequest) -> Bool) -> PendingFinishes {
        var kept = PendingFinishes()
        for index in requests.indices where isWanted(requests[index]) { kept.append(index, of: self) }
        return kept
    }

    /// Each of them alone, once, by their identifiers.
    var apart: [(id: String, due: PendingFinishes)] {
        var seen = QuickTable<Fingerprint, Void>()
        let places = requests.indices.filter { seen.put((), for: requests[$0].fingerprint) }
        return places.map { place in
            var due = PendingFinishes()
            due.append(place, of: self)
            return (requests[place].transactionID, due)
        }
    }

    /// Each transaction of several lists once.
    static func unique(_ lists: [PendingFinishes]) -> PendingFinishes {
        guard lists.count != 1 else { return lists[0] }
        var seen = QuickTable<Fingerprint, Void>()
        // Of different revisions, one is past.
        let isSame = lists.allSatisfy { $0.revision == lists.first?.revision }
        var all = PendingFinishes(revision: isSame ? lists.first?.revision : nil)
        for list in lists {
            for index in list.requests.indices where seen.put((), for: list.requests[index].fingerprint) {
                all.append(index, of: list)
            }
        }
        return all
    }

    private mutating func append(_ index: Int, of other: PendingFinishes) {
        requests.append(other.requests[index])
        updates.append(other.updates[index])
    }
}
