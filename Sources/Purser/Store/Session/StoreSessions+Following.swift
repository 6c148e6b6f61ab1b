// What goes on through switches of users waits here for the next session. It keeps numbers, not the sessions that ended.
extension StoreSessions {
    /// The present session if it came after the one of a number, as soon as there is one.
    ///
    /// - Returns: `nil` when the store was closed, or the waiting task cancelled.
    func next(after number: Int) async -> (engine: StoreEngine, number: Int)? {
        await next { $0.number > number }
    }

    /// The present session if it came after the one of a number and is somebody's, as soon as there is one.
    ///
    /// - Returns: `nil` when the store was closed, or the waiting task cancelled.
    func named(after number: Int) async -> (engine: StoreEngine, number: Int)? {
        await next { $0.number > number && $0.engine.account != .unnamed }
    }

    /// The reader of one loop, as soon as a user was named.
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

    private func next(_ isWanted: ((engine: StoreEngine, number: Int)) -> Bool) async -> (
        engine: StoreEngine, number: Int
    )? {
        while !changes.isClosed {
            let seen = changes.count
            let present = numbered
            if isWanted(present) { return present }
            do throws(CancellationError) { try await changes.wait(after: seen) } catch { return nil }
        }
        return nil
    }
}
