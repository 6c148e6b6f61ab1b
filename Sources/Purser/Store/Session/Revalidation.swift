/// Requests the owned purchases from the backend from time to time, while a subscription runs.
struct Revalidation: Sendable {
    let engine: StoreEngine
    /// The longest time between two requests.
    let longest: Duration

    private var clock: any StoreClock { engine.clock }

    func run() async {
        guard (try? await engine.readiness.wait()) != nil else { return }
        var state = RevalidationState(longest: longest)
        let entitlements = engine.ledger.entitlements
        while !engine.isStopped, !Task.isCancelled {
            let seen = entitlements.subscriptionChanges.count
            let (now, lastReport) = (clock.timestamp(), entitlements.lastReport)
            let owned = StoreEntitlements(entitlements.snapshot, deviceTime: now)
            let pause = state.pause(for: await owned.runningPeriods(), lastReport: lastReport, at: now)
            // After a report in the meantime, the request is due later by the same interval.
            guard
                await hasPassed(pause, since: now, beforeChange: entitlements.subscriptionChanges, after: seen),
                !engine.isStopped, entitlements.lastReport == lastReport
            else { continue }
            state.isAsked(at: clock.timestamp())
            await askAgain()
        }
    }

    /// Calls the backend to redeliver, and records the time of the report when all of it was processed.
    private func askAgain() async {
        do {
            try await engine.retrier.run(.restore, policy: engine.policies.restore) { _ in
                try await engine.ask("redeliver()", within: engine.limits.backend) { try await $0.redeliver() }
            }
            engine.tools.inbox.post([.caughtUp])
        } catch {
            // The request is repeated when it is next due; a missing connection revokes nothing.
        }
    }

    /// Waits for a change, or until a pause has passed if there is one; returns whether the pause has passed.
    ///
    /// It passes by the device's calendar or by its running clock: the first of the two counts when the calendar is set
    /// meanwhile.
    private func hasPassed(
        _ pause: Duration?, since now: Timestamp, beforeChange changes: EventCount, after seen: UInt64
    ) async -> Bool {
        guard let pause else {
            try? await changes.wait(after: seen)
            return false
        }
        let sleeps: [@Sendable () async throws -> Void] = [
            { [clock] in try await clock.sleep(for: pause) },
            { [clock] in try await clock.sleep(untilDate: now.advanced(by: pause).date) },
        ]
        return await changes.wait(after: seen, orFor: sleeps) == .time
    }
}
