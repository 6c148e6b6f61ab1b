import Purser

extension PurchaseStore {
    /// All updates recorded so far, in order.
    ///
    /// - Throws: `PurchaseFailure` if the ledger has no updates, or has no such number.
    func recordedUpdates(after sequence: UInt64 = 0) async throws -> [StoreUpdate] {
        let last = lastSequence
        guard sequence != last else { return [] }
        var recorded: [StoreUpdate] = []
        for await update in try updates(after: sequence) {
            recorded.append(update)
            if update.sequence >= last { break }
        }
        return recorded
    }
}
