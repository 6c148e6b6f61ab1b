import Foundation
import Testing

@testable import Purser

@Suite("The watch of outward calls") struct OutwardCallsTests {
    /// A watch that looks as soon as it is woken, and at its own times.
    private struct Watch {
        var state = ExternalCallsState()
        var looks = 0
        var next: Duration?
        var overdue = 0

        mutating func look(at now: Duration) {
            looks += 1
            let look = state.looked(at: now)
            overdue += look.due.count
            next = look.next
        }

        /// Looks at all times up to this one at which it wanted to.
        mutating func pass(to now: Duration) {
            while let time = next, time <= now { look(at: time) }
        }

        /// A call of one minute at most that begins; it has returned before the watch looks when `isQuick`.
        mutating func call(at now: Duration, isQuick: Bool = true) throws {
            pass(to: now)
            let begun = state.workerBegan()
            let worker = try #require(begun)
            let isWoken = state.callBegan(worker, "a call", at: now, within: .seconds(60)) {}
            if isQuick { _ = state.callEnded(worker) }
            if isWoken { look(at: now) }
            if isQuick { _ = state.workerEnded(worker) }
        }
    }

    @Test("C4: however many calls begin, the watch is woken once in a limit's time") func wakes() throws {
        var watch = Watch()
        for call in 0..<30_000 { try watch.call(at: .milliseconds(20 * call)) }
        // Ten minutes, calls of one minute at most.
        #expect(watch.looks <= 10 + ExternalCallsState.vainLookLimit)
        #expect(watch.overdue == 0)
        watch.pass(to: .seconds(10_000))
        #expect(watch.next == nil, "what is over is watched for ever")
    }

    @Test("C4: a reminder that is far away changes nothing about that") func wakesBesideReminder() throws {
        var watch = Watch()
        if watch.state.remind(at: .seconds(900), {}) { watch.look(at: .zero) }
        for call in 0..<30_000 { try watch.call(at: .milliseconds(20 * call)) }
        #expect(watch.looks <= 10 + ExternalCallsState.vainLookLimit + 1)
    }

    @Test("C4: a store that makes one call and closes starts no timer") func shortLife() throws {
        var watch = Watch()
        try watch.call(at: .zero)
        #expect(watch.next == nil)
    }

    @Test("C4: a call that does not return is overdue at its limit, whatever came before", arguments: 0..<20)
    func overdue(callsBefore: Int) throws {
        var watch = Watch()
        for call in 0..<callsBefore { try watch.call(at: .seconds(7 * call)) }
        let begin = Duration.seconds(7 * callsBefore)
        try watch.call(at: begin, isQuick: false)
        watch.pass(to: begin + .milliseconds(59_999))
        #expect(watch.overdue == 0)
        watch.pass(to: begin + .seconds(60))
        #expect(watch.overdue == 1)
    }

    /// The system's clock, which counts the sleeps.
    private final class CountingClock: StoreClock {
        private let clock = SystemClock()
        let sleeps = Lock(0)

        func now() -> Duration { clock.now() }
        func currentDate() -> Date { clock.currentDate() }
        func sleep(until deadline: Duration) async throws {
            sleeps.withLock { $0 += 1 }
            try await clock.sleep(until: deadline)
        }
    }

    @Test("C4: 5,000 calls leave one timer behind") func timers() async {
        let clock = CountingClock()
        let calls = ExternalCalls(clock: clock, closingLimit: .seconds(1))
        async let watch: Void = calls.run()
        for _ in 0..<5_000 {
            // The watch may look while nothing is under way, which is when it was woken at every call.
            for _ in 0..<4 { await Task.yield() }
            // Each time this has passed is one sleep more, so it does not pass here.
            guard case .answered = await calls.call("a call", within: .seconds(86_400), { () async -> Void in }) else {
                Issue.record("a call was not answered")
                break
            }
        }
        #expect(clock.sleeps.withLock { $0 } <= 3)
        calls.stop()
        await watch
    }
}
