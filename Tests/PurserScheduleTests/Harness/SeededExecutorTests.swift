import Foundation
import Purser
import PurserTesting
import Testing

@Suite("Harness: seeded executor")
struct HarnessExecutorTests {
    /// Three tasks that call two actors and each other; the trace tells in which order it happened.
    static func trace(seed: UInt64) throws -> [String] {
        try Simulation.run(seed: seed) { _ in
            let log = Trace()
            let actors = [Relay(name: "A", log: log), Relay(name: "B", log: log)]
            await withTaskGroup(of: Void.self) { group in
                for task in 0..<3 {
                    group.addTask {
                        for round in 0..<3 {
                            await actors[(task + round) % 2].pass(
                                "\(task).\(round)", on: actors[(task + round + 1) % 2])
                        }
                    }
                }
            }
            return log.entries
        }
    }

    @Test("The same seed gives the same schedule, other seeds give others")
    func reproducible() throws {
        let traces = try (0..<50 as Range<UInt64>).map { try Self.trace(seed: $0) }
        for (seed, trace) in traces.enumerated() {
            #expect(try Self.trace(seed: UInt64(seed)) == trace)
            #expect(trace.sorted() == traces[0].sorted())
        }
        #expect(Set(traces).count > 25)
    }

    @Test("Jobs are counted, and the count is the same at each run")
    func jobs() throws {
        let count: @Sendable (UInt64) throws -> Int = { seed in
            try Simulation.run(seed: seed) { context in
                for _ in 0..<10 { await Task.yield() }
                return context.jobsRun
            }
        }
        #expect(try count(1) >= 11)
        #expect(try count(1) == count(2))
    }

    @Test("Other tasks may run between a call to a free actor and its start")
    func hops() throws {
        let orders = try (0..<20 as Range<UInt64>).map { seed in
            try Simulation.run(seed: seed) { context in
                let log = Trace()
                let relay = Relay(name: "A", log: log)
                let rival = context.start { log.add("rival") }
                log.add("call")
                await relay.take("it")
                try await rival.value
                return log.entries
            }
        }
        #expect(Set(orders) == [["call", "A gets it", "rival"], ["call", "rival", "A gets it"]])
    }

    /// Two actors on a third one's executor, which three tasks call and which call that third one.
    static func sharedTrace(seed: UInt64) throws -> [String] {
        let thread = Threads.current
        return try Simulation.run(seed: seed) { _ in
            let log = Trace()
            let host = Relay(name: "host", log: log)
            let guests = [Guest(of: host, name: "A", log: log), Guest(of: host, name: "B", log: log)]
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 0..<3 {
                    group.addTask {
                        for round in 0..<3 {
                            try #require(await guests[(task + round) % 2].pass("\(task).\(round)") == thread)
                        }
                    }
                }
                try await group.waitForAll()
            }
            return log.entries
        }
    }

    @Test("Actors on another actor's executor run here too, in an order that follows from the seed")
    func sharedExecutor() throws {
        let traces = try (0..<50 as Range<UInt64>).map { try Self.sharedTrace(seed: $0) }
        for (seed, trace) in traces.enumerated() {
            #expect(try Self.sharedTrace(seed: UInt64(seed)) == trace)
            #expect(trace.sorted() == traces[0].sorted())
        }
        #expect(Set(traces).count > 25)
    }

    @Test("Nobody comes between a call from one actor to another on the same executor")
    func callOnSharedExecutor() throws {
        let orders = try (0..<20 as Range<UInt64>).map { seed in
            try Simulation.run(seed: seed) { context in
                let log = Trace()
                let guest = Guest(of: Relay(name: "host", log: log), name: "A", log: log)
                let rival = context.start { log.add("rival") }
                await guest.pass("it")
                try await rival.value
                return log.entries
            }
        }
        let call = ["A takes it", "host gets it", "A is rid of it"]
        #expect(Set(orders) == [["rival"] + call, call + ["rival"]])
    }

    @Test("Driven by hand it stops between two jobs")
    func byHand() async {
        let executor = SeededExecutor(seed: 1)
        let log = Trace()
        let task = Task(executorPreference: executor) {
            log.add("one")
            await Task.yield()
            log.add("two")
        }
        #expect(executor.readyJobs == 1)
        #expect(executor.runNext())
        #expect(log.entries == ["one"])
        while executor.runNext() {}
        #expect(log.entries == ["one", "two"])
        await task.value
        #expect(!executor.runNext())
    }
}

actor Relay {
    private let name: String
    private let log: Trace

    init(name: String, log: Trace) {
        self.name = name
        self.log = log
    }

    func pass(_ word: String, on other: Relay) async {
        log.add("\(name) takes \(word)")
        await other.take(word)
        log.add("\(name) is rid of \(word)")
    }

    func take(_ word: String) { log.add("\(name) gets \(word)") }
}

/// An actor that runs on another one's executor.
actor Guest {
    private let host: Relay
    private let name: String
    private let log: Trace

    nonisolated var unownedExecutor: UnownedSerialExecutor { host.unownedExecutor }

    init(of host: Relay, name: String, log: Trace) {
        self.host = host
        self.name = name
        self.log = log
    }

    /// Passes a word to the host, and tells on which thread it ended.
    @discardableResult
    func pass(_ word: String) async -> ObjectIdentifier {
        log.add("\(name) takes \(word)")
        await host.take(word)
        log.add("\(name) is rid of \(word)")
        return Threads.current
    }
}

enum Threads {
    /// The thread that runs this.
    static var current: ObjectIdentifier { ObjectIdentifier(Thread.current) }
}

final class Trace: Sendable {
    private let lock = Lock<[String]>([])
    var entries: [String] { lock.withLock { $0 } }
    func add(_ entry: String) { lock.withLock { $0.append(entry) } }
}
