/// A promoted purchase that was neither bought nor declined, as it is recorded.
package struct RecordedPromotion: Sendable, Hashable {
    /// The purchase, as the backend reported it.
    package var purchase: PromotedPurchase
    /// The fields of it that a later version has recorded.
    package var laterFields = LaterFields()
}

/// The recorded promoted purchases of a store's folder, the oldest first; equal ones are one.
package struct RecordedPromotions: Sendable, Hashable {
    /// All of them.
    package private(set) var all: [RecordedPromotion] = []

    /// Applies a record; only records about promoted purchases change anything.
    package mutating func apply(_ record: LedgerRecord) {
        switch record {
        case .promoted(let new) where !all.contains { $0.purchase == new.purchase }: all.append(new)
        case .promotedEnded(let purchase): all.removeAll { $0.purchase == purchase }
        default: break
        }
    }

    /// The records that are missing until these purchases are recorded, and no others.
    package func changes(to wanted: [PromotedPurchase]) -> [LedgerRecord] {
        let recorded = all.map(\.purchase)
        return recorded.filter { !wanted.contains($0) }.map { .promotedEnded($0) }
            + wanted.filter { !recorded.contains($0) }.map { .promoted(RecordedPromotion(purchase: $0)) }
    }
}
