import Purser
import PurserTesting
import Testing

@Suite("Harness: virtual clock")
struct HarnessClockTests {
    @Test("A virtual year of waits passes in no real time, in the order of the deadlines")
    func longWaits() throws {
        let clock = ContinuousClock()
        let begun = clock.now
        let order = try Simulation.run(seed: 3) { context in
            let log = Trace()
            await withTaskGroup(of: Void.self) { group in
                for hours in [8_000, 1, 500, 24] {
                    group.addTask {
                        try? await context.sleep(for: .seconds(hours * 3_600))
                        log.add("\(hours)")
                    }
                }
            }
            #expect(context.clock.now() == .seconds(8_000 * 3_600))
            return log.entries
        }
        #expect(order == ["1", "24", "500", "8000"])
        // Beside all other tests it may come to its work only after minutes.
        #expect(clock.now - begun < .seconds(1_200))
    }

    @Test("Work takes no virtual time: the clock moves only when no job is ready")
    func workBeforeTime() throws {
        try Simulation.run(seed: 1) { context in
            async let sleeper: Void = context.sleep(for: .nanoseconds(1))
            for _ in 0..<100 { await Task.yield() }
            #expect(context.clock.now() == .zero)
            #expect(context.clock.sleepers == 1)
            try await sleeper
            #expect(context.clock.now() == .nanoseconds(1))
        }
    }

    @Test("Sleepers with one deadline wake in an order that follows from the seed")
    func equals() throws {
        let order: @Sendable (UInt64) throws -> [String] = { seed in
            try Simulation.run(seed: seed) { context in
                let log = Trace()
                await withTaskGroup(of: Void.self) { group in
                    for name in ["a", "b", "c"] {
                        group.addTask {
                            try? await context.clock.sleep(until: .seconds(1))
                            log.add(name)
                        }
                    }
                }
                return log.entries
            }
        }
        let orders = try (0..<100 as Range<UInt64>).map { try order($0) }
        #expect(Set(orders).count == 6)
        #expect(try order(42) == orders[42])
    }

    @Test("A cancelled sleeper ends at once with CancellationError, whenever the cancellation comes")
    func cancellation() async throws {
        try await Simulation.explore(count: 200) { context in
            let sleeper = context.start { try await context.sleep(for: .seconds(60)) }
            var generator = context.generator(for: "moment")
            for _ in 0..<generator.index(below: 6) { await Task.yield() }
            sleeper.cancel()
            await #expect(throws: CancellationError.self) { try await sleeper.value }
            #expect(context.clock.now() == .zero)
            #expect(context.clock.sleepers == 0)
        }
    }

    @Test("A deadline that has passed lets others run, and still honours cancellation")
    func past() throws {
        try Simulation.run(seed: 1) { context in
            try await context.clock.sleep(until: .seconds(-1))
            let before = context.jobsRun
            try await context.clock.sleep(until: .zero)
            #expect(context.jobsRun > before)
            let task = context.start { try await context.clock.sleep(until: .zero) }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test("The calendar moves along, and can be turned back without touching waits")
    func timestamp() throws {
        let start = Timestamp(milliseconds: 1_000_000)
        try Simulation.run(seed: 1, options: SimulationOptions(start: start.date)) { context in
            #expect(context.clock.timestamp() == start)
            try await context.sleep(for: .seconds(5))
            #expect(context.clock.timestamp() == Timestamp(milliseconds: 1_005_000))
            context.clock.setDate(Timestamp(milliseconds: 7).date)
            try await context.sleep(for: .seconds(1))
            #expect(context.clock.timestamp() == Timestamp(milliseconds: 1_007))
            #expect(context.clock.now() == .seconds(6))
        }
    }

    @Test("Without a simulation the clock is moved by hand")
    func byHand() async throws {
        let clock = VirtualClock()
        let deadline = Duration.seconds(10)
        async let sleeper: Void = clock.sleep(until: deadline)
        while clock.sleepers == 0 { await Task.yield() }
        clock.advance(by: .seconds(9))
        #expect(clock.sleepers == 1)
        clock.advance(by: .seconds(-9))
        #expect(clock.now() == .seconds(9))
        clock.advance(by: .seconds(1))
        try await sleeper
        #expect(clock.sleepers == 0)
    }

    @Test("A thousand sleepers, a third of them cancelled: the rest wake by deadline")
    func heap() throws {
        try Simulation.run(seed: 9) { context in
            var generator = context.generator(for: "deadlines")
            let log = Lock<[Int]>([])
            let tasks = (0..<1_000).map { _ in
                let seconds = generator.index(below: 300) + 1
                return context.start {
                    try await context.sleep(for: .seconds(seconds))
                    log.withLock { $0.append(seconds) }
                }
            }
            while context.clock.sleepers < tasks.count { await Task.yield() }
            for index in stride(from: 0, to: tasks.count, by: 3) { tasks[index].cancel() }
            for task in tasks { _ = await task.result }
            let woken = log.withLock { $0 }
            #expect(woken.count == 666)
            #expect(woken == woken.sorted())
        }
    }
}
