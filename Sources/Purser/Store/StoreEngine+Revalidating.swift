// The store is asked from time to time what is owned, where a subscription runs.
extension StoreEngine {
    /// Asks the store whenever it is due, until the session ends; part of its task tree.
    ///
    /// - Parameter longest: the longest time after which it is asked, where a subscription runs.
    func revalidate(atLeastEvery longest: Duration) async {
        guard (try? await readiness.wait()) != nil else { return }
        var state = RevalidationState(longest: longest)
        let entitlements = ledger.entitlements
        while !isStopped, !Task.isCancelled {
            let seen = entitlements.subscriptionChanges.count
            let now = clock.timestamp()
            let running = StoreEntitlements(entitlements.snapshot, deviceTime: now).activeSubscriptions
            let pause = state.pause(for: running.map(\.transaction), heard: entitlements.heard, at: now)
            guard pause == .zero else {
                await wait(for: pause, orChange: entitlements.subscriptionChanges, after: seen)
                continue
            }
            state.isAsked(at: now)
            await askAgain()
        }
    }

    /// Has the backend tell what it keeps, and notes that it was heard when all of that was taken in.
    private func askAgain() async {
        do {
            try await retrier.run(.restore, policy: policies.restore) { _ in
                try await ask("redeliver()", within: limits.backend) { try await $0.redeliver() }
            }
            inbox.post([])
        } catch {
            // It is asked again when it is due next; being away takes nothing.
        }
    }

    private func wait(for pause: Duration?, orChange changes: EventCount, after seen: UInt64) async {
        guard let pause else {
            try? await changes.wait(after: seen)
            return
        }
        await withTaskGroup(of: Void.self) { [clock] group in
            group.addTask { try? await changes.wait(after: seen) }
            group.addTask { try? await clock.sleep(until: clock.now() + pause) }
            await group.next()
            group.cancelAll()
        }
    }
}
