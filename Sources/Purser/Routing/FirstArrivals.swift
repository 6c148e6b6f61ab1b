/// When transactions came that may answer a payment without naming it: the number of the batch that told each first.
///
/// A transaction that cannot be judged at once comes again later, and must not look new then (M1, M2). The oldest are
/// forgotten.
struct FirstArrivals: Sendable {
    /// How many are kept.
    static let limit = 10_000

    private var count: UInt64 = 0
    private var arrivals = RecentTable<String, UInt64>(limit: Self.limit)

    /// Batches came, in this order.
    mutating func note(_ batches: [[BackendEvent]]) {
        for batch in batches {
            for index in batch.indices where batch[index].answersUnnamed {
                if let told = batch[index].transaction { note(told.transaction.id) }
            }
            count += 1
        }
    }

    private mutating func note(_ id: String) {
        // Others are set aside at the entrance.
        guard arrivals[id] == nil, id.utf8.count <= EntranceLimits.identifierBytes else { return }
        arrivals.put(count, for: id)
    }

    /// The number of the batch, counted from 0, that told a transaction first; `nil` when it is forgotten.
    subscript(_ id: String) -> UInt64? { arrivals[id] }
}

extension BackendEvent {
    /// Whether it may answer a payment, but does not name it.
    var answersUnnamed: Bool {
        if case .transaction(let told) = self, case .payment(nil) = told.origin { true } else { false }
    }
}
