/// The transactions that came as answers without the name of a payment: told again, they answer no other one.
///
/// The oldest are forgotten. The ledger knows them then, and what it knew before a payment went out does not answer it.
struct SpentAnswers: Sendable {
    /// How many are kept.
    static let limit = 10_000

    private var ids: Set<String> = []
    private var order = Fifo<String>()

    /// A transaction came as an answer.
    ///
    /// - Returns: whether that was the first time.
    mutating func insert(_ id: String) -> Bool {
        guard ids.insert(id).inserted else { return false }
        order.append(id)
        while order.count > Self.limit, let oldest = order.popFirst() { ids.remove(oldest) }
        return true
    }
}
