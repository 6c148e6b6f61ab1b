// Loops that continue through switches of users wait here for the next session. They keep numbers, not ended sessions.
extension StoreSessions {
    /// The current session if it is later than a session's number, as soon as there is one.
    ///
    /// - Parameter isNamed: whether it must have a user.
    /// - Returns: `nil` when the store was closed, or the waiting task cancelled.
    func next(after number: Int, isNamed: Bool = false) async -> (engine: StoreEngine, number: Int)? {
        await changes.first {
            let present = numbered
            let isWanted = present.number > number && (!isNamed || present.engine.account != .unnamed)
            return isWanted && !changes.isClosed ? present : nil
        }
    }

    /// The cursor of one loop, as soon as a user was named.
    ///
    /// - Returns: `nil` when the store was closed before that, or the waiting task cancelled.
    /// - Throws: ``PurchaseFailure`` with `.updatesNotKept` when some of its updates are no longer kept.
    func reader(of pending: PendingCursor) async throws(PurchaseFailure) -> UpdateLog.Cursor? {
        while true {
            let (seen, isOver) = (changes.count, changes.isClosed)
            if let reader = try pending.reader() { return reader }
            guard !isOver else { return nil }
            do throws(CancellationError) { try await changes.wait(after: seen) } catch {
                if Task.isCancelled { return nil }
            }
        }
    }
}
