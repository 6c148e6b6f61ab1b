#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A call of the app that waits until its deadline.
package struct WaitingCall: Sendable, Hashable {
    let name: String
    let productID: String?

    /// Makes a call by its name.
    package init(_ name: String, productID: String? = nil) { (self.name, self.productID) = (name, productID) }
}

/// The clock of a store, other than the device's, that reports when it stands still while a call waits for its deadline.
///
/// A test that does not advance its clock would otherwise wait forever without a sign. The report comes after one second
/// of real time, in which the clock has not moved since the call began to wait; one report for each reading of the clock
/// is enough. Real time decides nothing else.
struct WatchedClock: StoreClock {
    private static let patience = Duration.seconds(1)

    private let clock: any StoreClock
    private let realTime: any StoreClock
    private let report: @Sendable (WaitingCall, any StoreClock) -> Void
    /// The reading of the last report.
    private let reported = Lock<Duration?>(nil)

    /// Watches a clock; returns `nil` for one that need not be watched, as in a simulation, which has no real time.
    init?(
        _ clock: any StoreClock, realTime: (any StoreClock)?,
        report: @escaping @Sendable (WaitingCall, any StoreClock) -> Void
    ) {
        guard let realTime, !(clock is SystemClock) else { return nil }
        (self.clock, self.realTime, self.report) = (clock, realTime, report)
    }

    func now() -> Duration { clock.now() }
    func currentDate() -> Date { clock.currentDate() }
    func sleep(until deadline: Duration) async throws { try await clock.sleep(until: deadline) }
    func sleep(untilDate date: Date) async throws { try await clock.sleep(untilDate: date) }

    /// Returns when the deadline of a call has passed; the watch ends with it.
    func sleep(untilDeadline end: Duration, of call: WaitingCall) async throws {
        async let _: Void = watch(for: call)
        try await clock.sleep(until: end)
    }

    private func watch(for call: WaitingCall) async {
        let start = clock.now()
        guard (try? await realTime.sleep(for: Self.patience)) != nil, clock.now() == start else { return }
        let isNew = reported.withLock { reported in
            defer { reported = start }
            return reported != start
        }
        if isNew { report(call, clock) }
    }
}

extension StoreClock {
    /// Returns when the deadline of a waiting call has passed; throws `CancellationError` when its task is cancelled.
    func sleep(untilDeadline end: Duration, of call: WaitingCall) async throws {
        guard let watched = self as? WatchedClock else { return try await sleep(until: end) }
        try await watched.sleep(untilDeadline: end, of: call)
    }
}
