/// The App Store is asked from time to time what is owned, where a subscription runs.
struct Revalidation: Sendable {
    let engine: StoreEngine
    /// The longest time after which it is asked.
    let longest: Duration

    private var clock: any StoreClock { engine.clock }

    /// Asks whenever it is due, until the session ends; part of its task tree.
    func run() async {
        guard (try? await engine.readiness.wait()) != nil else { return }
        var state = RevalidationState(longest: longest)
        let entitlements = engine.ledger.entitlements
        while !engine.isStopped, !Task.isCancelled {
            let seen = entitlements.subscriptionChanges.count
            let (now, heard) = (clock.timestamp(), entitlements.heard)
            let owned = StoreEntitlements(entitlements.snapshot, deviceTime: now)
            let pause = state.pause(for: await owned.runningPeriods(), heard: heard, at: now)
            // Where it was heard meanwhile, it is asked so much later.
            guard
                await hasPassed(pause, since: now, beforeChange: entitlements.subscriptionChanges, after: seen),
                !engine.isStopped, entitlements.heard == heard
            else { continue }
            state.isAsked(at: clock.timestamp())
            await askAgain()
        }
    }

    /// Has the backend tell what it keeps, and notes that it was heard when all of that was taken in.
    private func askAgain() async {
        do {
            try await engine.retrier.run(.restore, policy: engine.policies.restore) { _ in
                try await engine.ask("redeliver()", within: engine.limits.backend) { try await $0.redeliver() }
            }
            engine.inbox.post([.caughtUp])
        } catch {
            // It is asked again when it is due next; being away takes nothing.
        }
    }

    /// Waits until a time has passed, or for a change that comes before.
    ///
    /// The time passes by the device's calendar or by its running clock: whichever is first when the calendar is set meanwhile.
    ///
    /// - Parameter pause: how long it is; `nil` waits for a change only.
    /// - Returns: whether the time has passed.
    private func hasPassed(
        _ pause: Duration?, since now: Timestamp, beforeChange changes: EventCount, after seen: UInt64
    ) async -> Bool {
        guard let pause else {
            try? await changes.wait(after: seen)
            return false
        }
        return await withTaskGroup(of: Bool.self) { [clock] group in
            group.addTask {
                try? await changes.wait(after: seen)
                return false
            }
            group.addTask { (try? await clock.sleep(for: pause)) != nil }
            group.addTask { (try? await clock.sleep(untilDate: now.advanced(by: pause).date)) != nil }
            let hasPassed = await group.next() ?? false
            group.cancelAll()
            return hasPassed
        }
    }
}
