import Foundation
import Purser
import PurserTesting
import Testing

@Suite("Harness: simulation")
struct HarnessSimulationTests {
    struct Oops: Error, Equatable {}

    @TaskLocal static var word = "unset"

    @Test("What the body returns or throws comes out")
    func results() async throws {
        #expect(try Simulation.run(seed: 1) { _ in 42 } == 42)
        #expect(throws: Oops()) { try Simulation.run(seed: 1) { _ in throw Oops() } }
        try Self.$word.withValue("set") {
            let word = try Simulation.run(seed: 1) { _ in Self.word }
            #expect(word == "set")
        }
    }

    @Test("A continuation that nobody resumes is reported with seed and time, and cancelled code unwinds")
    func stalled() throws {
        let log = Trace()
        let forgotten = Lock<CheckedContinuation<Void, Never>?>(nil)
        let error = #expect(throws: SimulationFailure.self) {
            try Simulation.run(seed: 77) { context in
                try await context.sleep(for: .seconds(3))
                await withTaskCancellationHandler {
                    await withCheckedContinuation { waiter in forgotten.withLock { $0 = waiter } }
                } onCancel: {
                    forgotten.withLock { $0.take() }?.resume()
                }
                log.add(Task.isCancelled ? "unwound" : "went on")
            }
        }
        #expect(error?.code == .stalled)
        #expect(error?.seed == 77)
        #expect(error?.time == .seconds(3))
        #expect(
            error.map { "\($0)".contains("Seed 77, virtual time 3.0 seconds") } == true, "\(String(describing: error))")
        #expect(log.entries == ["unwound"])
    }

    @Test("A loop that never waits meets the step limit")
    func stepLimit() throws {
        let error = #expect(throws: SimulationFailure.self) {
            try Simulation.run(seed: 1, options: SimulationOptions(stepLimit: 1_000)) { _ in
                while !Task.isCancelled { await Task.yield() }
            }
        }
        #expect(error?.code == .tooManySteps)
        #expect(error?.steps == 1_000)
    }

    @Test("A timer that runs for ever meets the limit of virtual time")
    func timeLimit() throws {
        let error = #expect(throws: SimulationFailure.self) {
            try Simulation.run(seed: 1, options: SimulationOptions(timeLimit: .seconds(100))) { context in
                while true { try await context.sleep(for: .seconds(30)) }
            }
        }
        #expect(error?.code == .tooLong)
        #expect(error?.time == .seconds(90))
    }

    @Test("What the body leaves behind is ended")
    func leftovers() throws {
        let log = Trace()
        try Simulation.run(seed: 1) { context in
            context.start {
                do { try await context.sleep(for: .seconds(1)) } catch { log.add("\(type(of: error))") }
            }
            _ = RootTask.start { log.add("root task") }
        }
        #expect(log.entries.sorted() == ["CancellationError", "root task"])
    }

    @Test("The library's root tasks run inside the simulation")
    func rootTask() throws {
        try Simulation.run(seed: 1) { context in
            let mailbox = Mailbox<Int>()
            let sum = Lock(0)
            let task = RootTask.start {
                while let batch = await mailbox.next() { sum.withLock { $0 += batch.reduce(0, +) } }
            }
            for number in 1...10 {
                mailbox.post(number)
                try await context.sleep(for: .seconds(1))
            }
            mailbox.close()
            await task.value
            #expect(sum.withLock { $0 } == 55)
        }
    }

    @Test("2,000 trivial simulations take far less than a second each thousand")
    func cheap() throws {
        // A simulation does all its work on the calling thread.
        let begun = processorTime()
        for seed in 0..<2_000 as Range<UInt64> {
            try Simulation.run(seed: seed) { context in try await context.sleep(for: .seconds(1)) }
        }
        #expect(processorTime() - begun < .seconds(2))
    }

    @Test("Simulations run side by side without touching each other")
    func parallel() async throws {
        let expected = try HarnessExecutorTests.trace(seed: 5)
        try await Seeds.forEach(count: 200, workers: 8) { _ in
            try #require(try HarnessExecutorTests.trace(seed: 5) == expected)
        }
    }

    @Test("Exploring holds up nothing else: tasks of the pool run while all bodies are busy", .timeLimit(.minutes(30)))
    func explorationIsApart() async throws {
        let isSet = Lock(false)
        // As many as keep every thread of the pool busy, if they ran there.
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
                group.addTask {
                    try? await Simulation.explore(count: 2) { _ in while !isSet.withLock({ $0 }) { sched_yield() } }
                }
            }
            group.addTask { isSet.withLock { $0 = true } }
        }
        #expect(isSet.withLock { $0 })
    }

    @Test(
        "What is made inside a simulation and given no clock uses the simulation's, and chance that follows from the seed"
    )
    func defaults() throws {
        let drawn = try (0..<2).map { _ in
            try Simulation.run(seed: 3) { context in
                let start = context.clock.now()
                try await StoreDefaults.current.clock().sleep(for: .seconds(86_400))
                #expect(context.clock.now() - start == .seconds(86_400))
                return (0..<2).map { _ in
                    var generator = StoreDefaults.current.generator()
                    return generator.next()
                }
            }
        }
        #expect(drawn[0] == drawn[1] && drawn[0][0] != drawn[0][1])
    }
}
