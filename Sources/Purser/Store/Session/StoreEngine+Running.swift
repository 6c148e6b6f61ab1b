// The task tree of a session, from its start to its end.
extension StoreEngine {
    /// Runs the work of the session; ends after `stop()`.
    func run() async {
        await parts.downloader.cleanUp()
        await work?.processor.recover()
        await withDiscardingTaskGroup { group in
            if let work {
                group.addTask { await work.queue.run { await work.processor.processed(upTo: $0) } }
                group.addTask { await work.restores.run() }
                group.addTask { await work.processor.run() }
            }
            if ledger.needsTidying { group.addTask { await self.ledger.tidyUp() } }
            if let policy = contentPolicy, work != nil {
                let keeper = ContentKeeper(
                    policy: policy, downloader: parts.downloader, ledger: ledger, stopped: stopped)
                group.addTask { await keeper.run() }
            }
            group.addTask { await self.notices.run() }
            if tools.timer.followsNetwork { group.addTask { await self.tools.timer.run() } }
            if let longest = ledger.entitlements.policy.revalidation, work != nil {
                group.addTask { await Revalidation(engine: self, longest: longest).run() }
            }
            if work != nil { external.start { await self.activate($0) } }
            try? await stopped.wait(after: 0)
            group.cancelAll()
        }
        await watch.value
        // Last, so that consumers get everything that was recorded.
        ledger.log.close()
        await ledger.close()
        ending.close()
    }

    /// Returns when nothing of the session runs any more.
    func ended() async { _ = await ending.next() }

    private func activate(_ worker: ExternalWorker) async {
        guard await waitForTurn() else { return }
        do {
            try await retrier.run(.activation, policy: policies.activation) { _ in
                try await activateBackend(worker)
            }
            readiness.resolve(.success(()))
            await parts.prefetch()
            // Where all users share one state, the backend is active as long as the store is open.
            if account != .shared { external.start { _ in await self.findStorefront() } }
            // With its own worker, because the calling one may have timed out. It ends when it is cancelled, and has no
            // limit before that.
            external.start { [backend] worker in
                await worker.call("run", within: nil) {
                } making: {
                    await backend.run()
                }
            }
            await findEnvironment(by: worker)
        } catch {
            readiness.resolve(.failure(Self.unreachable(error)))
        }
    }

    /// Finds out in which environment the backend runs, if that is not known; a second is the longest wait for it.
    func findEnvironment() async {
        guard await ledger.environment == .unknown else { return }
        let limit = min(limits.backend, .seconds(1))
        try? await ask(Self.environmentCall, within: limit, isFirst: true) { [self] in await noteEnvironment(of: $0) }
    }

    /// Finds it out by the worker that has activated the backend, unless an earlier call has not returned yet.
    private func findEnvironment(by worker: ExternalWorker) async {
        guard await ledger.environment == .unknown, !unanswered.withLock({ $0.contains(Self.environmentCall) }) else {
            return
        }
        await worker.call(Self.environmentCall, within: limits.backend) {
        } making: {
            await noteEnvironment(of: backend)
        }
    }

    private static let environmentCall = "environment()"

    private func noteEnvironment(of backend: any StoreBackend) async {
        guard let found = await backend.environment() else { return }
        parts.environment.withLock { $0 = found }
        await work?.processor.become(found)
    }

    private func findStorefront() async {
        let found = try? await ask("storefront()", within: limits.backend) { await $0.storefront() }
        if let found { await parts.found(found) }
    }

    /// The previous store on this backend may still hold it: it would then deactivate the backend after this store has
    /// activated it.
    private func waitForTurn() async -> Bool {
        if lease.hasToWait {
            external.remind(at: clock.now() + limits.backend.clampedForRetry) { [lease] in lease.takeOver() }
        }
        // A weak reference makes all others dearer, with each purchase.
        let isHeld = await lease.waitForTurn { { [weak self] in self?.activateAgain() } }
        return isHeld && lease.willActivate()
    }

    private func activateBackend(_ worker: ExternalWorker) async throws {
        defer { readiness.attempted() }
        try await worker.call("activate", within: limits.backend) { [readiness, ledger] in
            readiness.isOverdue(.overdue("The backend's activate()"))
            ledger.entitlements.become(.failed(.overdue("The backend's activate()")))
            readiness.attempted()
        } making: {
            do {
                try await backend.activate()
                // After everything that the backend has reported until now, and before all reports of the next calls.
                tools.inbox.post([.caughtUp])
            } catch {
                readiness.failed(error)
                ledger.entitlements.become(.failed(Self.unreachable(error)))
                throw error
            }
        }
    }

    /// Activates the backend again, after a late deactivation by a previous store.
    private func activateAgain() {
        external.start { worker in
            try? await self.retrier.run(.activation, policy: self.policies.activation) { _ in
                try await self.activateBackend(worker)
            }
        }
    }

    func stop(_ reason: Departure = .closed) {
        let isFirst = departure.withLock { departure in
            defer { departure = departure ?? reason }
            return departure == nil
        }
        guard isFirst else { return }
        stopped.close()
        external.stop()
        tools.inbox.close()
        notices.close()
        work?.queue.close()
        work?.restores.close()
        work?.processor.close()
        rejections.close()
        lifecycle.close()
        tools.timer.close()
        ledger.stopTidyingUp()
        ledger.entitlements.changes.close()
        ledger.entitlements.subscriptionChanges.close()
        readiness.resolve(.failure(.storeClosed()))
    }

    private static func unreachable(_ error: any Error) -> PurchaseFailure {
        PurchaseFailure(
            wrapping: error, as: error is CancellationError ? .storeClosed : .systemError,
            "The App Store could not be reached; close the store and open it again.")
    }
}
