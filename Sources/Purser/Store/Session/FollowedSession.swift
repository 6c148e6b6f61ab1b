// Follows the updates of a named consumer, in the app's task.
extension StoreSessions {
    /// Follows the updates of one session after the other; throws as ``PurchaseStore/follow(_:from:_:)``.
    func follow(_ consumer: String, from start: UpdateStart, _ body: @Sendable (StoreUpdate) async throws -> Void)
        async throws(PurchaseFailure)
    {
        guard followed.withLock({ $0.insert(consumer).inserted }) else {
            throw PurchaseFailure(
                .invalidRequest, "The consumer \"\(consumer)\" is already followed; follow it in one place at a time.")
        }
        defer { followed.withLock { _ = $0.remove(consumer) } }
        let (engine, first) = numbered
        let present = NamedConsumer(consumer, engine.ledger)
        var number = first - 1
        while !Task.isCancelled, let session = await next(after: number, isNamed: true) {
            number = session.number
            // A later user's updates all come after this call, so none since the opening of the ledger is skipped.
            let start = start == .now && number > first ? .opening : start
            let named = number > first ? NamedConsumer(consumer, session.engine.ledger) : present
            do {
                try await FollowedSession(engine: session.engine, consumer: consumer).follow(named, from: start, body)
            } catch  where session.engine.isStopped {
                // The session ended meanwhile.
            }
        }
    }
}

/// A consumer that follows one session.
private struct FollowedSession {
    let engine: StoreEngine
    let consumer: String

    private var ledger: TransactionLedger { engine.ledger }
    private var isOver: Bool { engine.isStopped || Task.isCancelled }

    func follow(
        _ named: NamedConsumer, from start: UpdateStart, _ body: @Sendable (StoreUpdate) async throws -> Void
    ) async throws(PurchaseFailure) {
        let reader = try await named.reader(from: start)
        ledger.log.nudge(consumer)
        while var portion = await reader.next() {
            // Something was released.
            if portion.count == 0 {
                for failed in await ledger.failedUpdates(of: consumer) where failed.isReleased {
                    guard await deal(with: failed.update, again: true, body) else { return }
                }
            }
            while let update = portion.take() {
                guard await deal(with: update, again: false, body) else { return }
            }
        }
        if let failure = reader.failure { throw failure }
    }

    /// Passes one update, perhaps a released failed one, to the body until it succeeds or fails permanently; returns whether
    /// the result is recorded, false when the session or the task has ended before.
    private func deal(
        with update: StoreUpdate, again isFailed: Bool, _ body: @Sendable (StoreUpdate) async throws -> Void
    ) async -> Bool {
        let failure: (any Error)?
        do {
            try await engine.retrier.run(.follow, policy: engine.policies.follow) { _ in
                if isOver { throw FollowEnded() }
                try await body(update)
            }
            failure = nil
        } catch {
            if isOver { return false }
            failure = error
        }
        return await record(failure, of: update, again: isFailed)
    }

    private func record(_ failure: (any Error)?, of update: StoreUpdate, again isFailed: Bool) async -> Bool {
        let step: FailedUpdates.Step? =
            failure.map { .failed(update, reason: "\($0)") } ?? (isFailed ? .settled(update.sequence) : nil)
        do {
            try await engine.retrier.run(.ledger, policy: engine.policies.ledger) { _ in
                guard let step else { return try await ledger.acknowledge(update.sequence, by: consumer) }
                try await ledger.record(step, of: consumer, seen: isFailed ? nil : update.sequence)
            }
            return true
        } catch {
            return false
        }
    }
}

/// The session has ended, or the task was cancelled, before an update was passed to the body.
private struct FollowEnded: RetryClassifying {
    var retryClass: RetryClass { .permanent }
}
