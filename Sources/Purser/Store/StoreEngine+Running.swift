// The task tree of a session, from its start to its end.
extension StoreEngine {
    /// Everything that runs while the session lasts; ends after `stop()`.
    func run() async {
        await downloader.prepare()
        await recover()
        await withDiscardingTaskGroup { group in
            group.addTask { await self.queue.run() }
            group.addTask { await self.router.run() }
            if ledger.needsTidying { group.addTask { await self.ledger.tidyUp() } }
            group.addTask { await self.deliverer.run() }
            group.addTask { await self.finisher.run() }
            group.addTask { await self.retries.run() }
            group.addTask { await self.promotions.run() }
            group.addTask { await self.catalog.run() }
            group.addTask { await self.refresher.run() }
            group.addTask { await self.downloader.run() }
            group.addTask { await self.notices.run() }
            group.addTask { await self.closeActors() }
            group.addTask { await self.timer.run() }
            if account != .unnamed { group.addTask { await self.activate() } }
            // Handlers, and a backend that watches its platform, end when they are cancelled.
            try? await stopped.wait(after: 0)
            group.cancelAll()
        }
        // Last, so that readers get everything that was recorded.
        ledger.log.close()
        await ledger.close()
        ending.close()
    }

    /// Returns when nothing of it runs any more.
    func ended() async { _ = await ending.next() }

    private func activate() async {
        // The store before on this backend may not have let go of it yet: its farewell would come behind this greeting.
        guard await lease.waitForTurn(), lease.willActivate() else { return }
        do {
            try await retrier.run(.activation, policy: policies.activation) { _ in
                defer { self.readiness.attempted() }
                try await self.backend.activate()
            }
            readiness.resolve(.success(()))
            await catalog.prefetch(productIDs)
            await backend.run()
        } catch {
            readiness.resolve(
                .failure(
                    PurchaseFailure(
                        wrapping: error, as: error is CancellationError ? .storeClosed : .systemError,
                        "The store could not be reached; close it and open it again.")))
        }
    }

    /// Closes what can be closed from inside its actor only, once the store stops.
    private func closeActors() async {
        try? await stopped.wait(after: 0)
        await catalog.close()
    }

    /// Refuses new work and ends everything that waits.
    func stop(_ reason: Departure = .closed) {
        let isFirst = departure.withLock { departure in
            defer { departure = departure ?? reason }
            return departure == nil
        }
        guard isFirst else { return }
        stopped.close()
        inbox.close()
        notices.close()
        queue.close()
        deliverer.close()
        finisher.close()
        retries.close()
        promotions.close()
        refusals.close()
        refresher.close()
        downloader.close()
        lifecycle.close()
        timer.close()
        ledger.stopTidyingUp()
        readiness.resolve(.failure(.storeClosed()))
    }
}
