/// The transactions that came as answers without the name of a payment: told again, they answer no other one.
///
/// The oldest are forgotten. The ledger knows them then, and what it knew before a payment went out does not answer it.
struct SpentAnswers: Sendable {
    /// How many are kept.
    static let limit = 10_000

    private var ids = RecentTable<String, Void>(limit: Self.limit)

    /// A transaction came as an answer.
    ///
    /// - Returns: whether that was the first time.
    mutating func insert(_ id: String) -> Bool { ids.put((), for: id) }
}
