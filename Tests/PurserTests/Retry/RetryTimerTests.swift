import Purser
import PurserTesting
import Testing

/// Most run in a simulation: a wait that never ends is reported as a stall instead of hanging the test.
@Suite("Retry timer")
struct RetryTimerTests {
    @Test("R2: a flush ends all waits at once")
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func flush() throws {
        try Simulation.run(seed: 1) { context in
            let timer = RetryTimer(clock: context.clock)
            try await withThrowingTaskGroup(of: EventCount.Wake.self) { group in
                for index in 1...20 { group.addTask { try await timer.wait(until: .seconds(index)) } }
                try await context.sleep(for: .milliseconds(500))
                try #require(timer.waiting == 20)
                timer.flush()
                for try await wake in group { try #require(wake == .event) }
            }
            try #require(context.clock.now() == .milliseconds(500))
            try #require(context.clock.sleepers == 0)
        }
    }

    @Test("C1: cancelling the task ends the wait with CancellationError, before and while it waits")
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func cancellation() throws {
        try Simulation.run(seed: 1) { context in
            let timer = RetryTimer(clock: context.clock)
            let waiting = context.start { try await timer.wait(until: .seconds(10)) }
            try await context.sleep(for: .seconds(1))
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            let late = context.start {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await timer.wait(until: .zero)
            }
            await #expect(throws: CancellationError.self) { try await late.value }
            try #require(context.clock.now() == .seconds(1))
            try #require(context.clock.sleepers == 0)
            try #require(timer.waiting == 0)
        }
    }

    @Test("C3: close ends every wait, now and later, with CancellationError", arguments: UInt64(1)...20)
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func close(seed: UInt64) throws {
        try Simulation.run(seed: seed) { context in
            let timer = RetryTimer(clock: context.clock)
            let waiting = context.start { try await timer.wait(until: .seconds(10)) }
            try await context.sleep(for: .seconds(1))
            timer.close()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            await #expect(throws: CancellationError.self) { try await timer.wait(until: .zero) }
            await #expect(throws: CancellationError.self) { try await timer.wait(until: .seconds(10)) }
            try #require(context.clock.now() == .seconds(1))
        }
    }

    @Test("R2: coming online flushes; staying there and going offline do not, and waits go on by time")
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func connectivity() throws {
        try Simulation.run(seed: 1) { context in
            let network = ManualConnectivity(isOnline: false)
            let timer = RetryTimer(clock: context.clock, connectivity: network)
            let running = context.start { await timer.run() }
            async let first = timer.wait(until: .seconds(60))
            try await context.sleep(for: .seconds(1))
            network.setOnline(true)
            try #require(try await first == .event)
            try #require(context.clock.now() == .seconds(1))

            async let second = timer.wait(until: .seconds(60))
            for isOnline in [true, false] {
                try await context.sleep(for: .seconds(1))
                network.setOnline(isOnline)
            }
            try #require(try await second == .time)
            running.cancel()
            try await running.value
        }
    }

    @Test("C3, R2: following the network ends with close, also where the network never changes again")
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func followingEnds() throws {
        try Simulation.run(seed: 1) { context in
            let timer = RetryTimer(clock: context.clock, connectivity: ManualConnectivity(isOnline: false))
            let running = context.start { await timer.run() }
            try await context.sleep(for: .seconds(1))
            timer.close()
            try await running.value
        }
    }

    @Test("C3: waits, flushes and cancellations on several threads all end", .timeLimit(.minutes(30)))
    func stress() async {
        let timer = RetryTimer(clock: SystemClock())
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<200 {
                group.addTask { _ = try? await timer.wait(until: .milliseconds(index % 7 == 0 ? 1 : 3_600_000)) }
                if index % 5 == 0 { group.addTask { timer.flush() } }
            }
            group.addTask {
                while timer.flushCount < 40 { await Task.yield() }
                timer.close()
            }
        }
        #expect(timer.waiting == 0)
    }
}
