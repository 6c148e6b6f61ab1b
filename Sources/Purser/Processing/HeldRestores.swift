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
