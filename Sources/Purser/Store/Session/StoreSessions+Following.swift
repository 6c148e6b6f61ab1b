// Loops that continue through switches of users wait here for the next session. They keep numbers, not ended sessions.
extension StoreSessions {
    /// The current session if it is later than a session's number, as soon as there is one.
    ///
    /// - Returns: `nil` when the store was closed, or the waiting task cancelled.
    func next(after number: Int) async -> (engine: StoreEngine, number: Int)? {
        await next { $0.number > number }
    }

    /// The current session if it is later than a session's number and has a user, as soon as there is one.
    ///
    /// - Returns: `nil` when the store was closed, or the waiting task cancelled.
    func named(after number: Int) async -> (engine: StoreEngine, number: Int)? {
        await next { $0.number > number && $0.engine.account != .unnamed }
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
