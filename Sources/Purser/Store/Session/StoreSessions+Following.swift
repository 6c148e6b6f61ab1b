// Loops that continue through switches of users wait here for the next session. They keep numbers, not ended sessions.
extension StoreSessions {
    /// The current session if it is later than a session's number, as soon as there is one, with `isNamed` one with a user;
    /// `nil` when the store was closed, or the waiting task cancelled.
    func next(after number: Int, isNamed: Bool = false) async -> (engine: StoreEngine, number: Int)? {
        await changes.first {
            let present = numbered
            let isWanted = present.number > number && (!isNamed || present.engine.account != .unnamed)
            return isWanted && !changes.isClosed ? present : nil
        }
    }

    /// The cursor of one loop, as soon as a user was named; `nil` when the store was closed before that, or the waiting task
    /// cancelled.
    ///
    /// Throws ``PurchaseFailure`` with `.updatesNotKept` when some of its updates are no longer kept.
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

// Passes what is owned to the app's handler, for widgets and extensions.
extension StoreSessions {
    /// Publishes what is owned: it is read when the call begins, so that no call brings back an earlier user; throws the
    /// error of the handler.
    func publish() async throws {
        guard let publish = parts.configuration.publish else { return }
        try await parts.publishing.run { [self] in try publish(entitlements) }
    }

    /// Publishes what is owned now, and after each change, until the store closes.
    func publishChanges() async {
        var number = -1
        while let session = await next(after: number) {
            number = session.number
            let changes = session.engine.ledger.entitlements.changes
            var seen = changes.count
            repeat {
                seen = changes.count
                let policy = parts.configuration.retries.publish
                try? await parts.retrier.run(.publish, policy: policy) { _ in try await publish() }
            } while (try? await changes.wait(after: seen)) != nil
        }
    }
}
