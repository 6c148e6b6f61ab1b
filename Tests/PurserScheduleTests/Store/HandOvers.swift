import Purser

/// What the records say of each transaction that the store has taken back in the end: since when, and whether the app's
/// handler had granted it.
struct HandOvers {
    /// A transaction that is taken back.
    struct Taken {
        var id: String
        /// The update by which it was.
        var sequence: UInt64
        /// The update from which on taking it back by the app counts: an earlier one where the store gave it back, and took it
        /// back once more, before the app had taken it back.
        var since: UInt64
        /// Whether it was granted since the store gave it last, whenever that was recorded.
        var isGranted: Bool
    }

    /// Those that are taken back in the end.
    let takenBack: [Taken]
    private let updates: [String: [StoreUpdate]]

    init(_ records: [LedgerRecord]) {
        var updates: [String: [StoreUpdate]] = [:]
        var granted: Set<String> = []
        var revoked: Set<String> = []
        var taken: [String: UInt64] = [:]
        var since: [String: UInt64] = [:]
        for record in records {
            switch record {
            case .update(let update, _):
                let id = update.transaction.id
                updates[id, default: []].append(update)
                let owesRevoke = taken[id] != nil && granted.contains(id) && !revoked.contains(id)
                if update.kind.grants, !Self.isTakenBack(update) {
                    if !owesRevoke { granted.remove(id) }
                    since[id] = owesRevoke ? since[id] ?? taken[id] : nil
                    revoked.remove(id)
                }
                if !Self.isTakenBack(update) {
                    taken[id] = nil
                } else if taken[id] == nil {
                    taken[id] = update.sequence
                }
            case .step(let id, .granted): granted.insert(id)
            // What was given back before the app took it back is taken back late, and is not granted from then on.
            case .step(let id, .revoked):
                if taken[id] != nil {
                    revoked.insert(id)
                } else {
                    granted.remove(id)
                    since[id] = nil
                }
            default: break
            }
        }
        self.updates = updates
        takenBack = taken.sorted { $0.value < $1.value }.map {
            Taken(
                id: $0.key, sequence: $0.value, since: since[$0.key] ?? $0.value, isGranted: granted.contains($0.key))
        }
    }

    /// Whether the store had taken the transaction back by this update or an earlier one.
    func wasTakenBack(_ id: String, by sequence: UInt64) -> Bool {
        updates[id]?.contains { $0.sequence <= sequence && Self.isTakenBack($0) } ?? false
    }

    private static func isTakenBack(_ update: StoreUpdate) -> Bool {
        update.transaction.revocationTime != nil || update.transaction.isUpgraded
    }
}
