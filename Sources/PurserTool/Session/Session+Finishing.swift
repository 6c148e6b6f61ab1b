import Purser

extension Session {
    /// Finishes a transaction and waits until the account has recorded it; returns `false` if there was nothing to
    /// finish.
    ///
    /// - Throws: `PurchaseFailure` or ``ToolError``.
    func finish(_ id: String) async throws -> Bool {
        guard await isUnfinished(id) else { return false }
        try await store.finish(id)
        guard await settled({ await !isUnfinished(id) }) else {
            throw ToolError("transaction \(id) could not be finished; it stays with the account, finish it again")
        }
        return true
    }

    private func isUnfinished(_ id: String) async -> Bool {
        await store.unfinished().contains { $0.transaction.id == id }
    }
}
