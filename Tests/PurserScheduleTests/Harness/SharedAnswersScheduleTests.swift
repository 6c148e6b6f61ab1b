import Purser
import PurserTesting
import Testing

@Suite("Shared answers under every schedule", .timeLimit(.minutes(30)))
struct SharedAnswersScheduleTests {
    private struct Away: Error {}

    @Test("C2: each call ends once, one question is under way at a time, and who is cancelled disturbs nobody")
    func calls() async throws {
        let counts = Lock((answers: 0, cancelled: 0, failures: 0))
        try await Simulation.explore(count: 300) { context in
            let generator = Lock(context.generator(for: "answers"))
            let asking = Lock((last: 0, keys: [Int: Int]()))
            let answers = SharedAnswers<Int, Int>(lifetime: .milliseconds(20), limit: 2, clock: context.clock) { key in
                let (length, fails) = generator.withLock { ($0.index(below: 8), $0.index(below: 6) == 0) }
                let number = asking.withLock { asking in
                    asking.last += 1
                    asking.keys[asking.last] = key
                    #expect(asking.keys.values.count { $0 == key } == 1)
                    return asking.last
                }
                defer { asking.withLock { $0.keys[number] = nil } }
                try await withTaskCancellationHandler {
                    try await context.sleep(for: .milliseconds(length))
                } onCancel: {
                    // It is nobody's question any more.
                    asking.withLock { $0.keys[number] = nil }
                }
                if fails { throw Away() }
                return key * 10
            }
            await withTaskGroup(of: Void.self) { group in
                for caller in 0..<12 {
                    group.addTask {
                        await Self.call(answers, context.generator(for: "caller \(caller)"), context, counts)
                    }
                }
            }
            try #require(answers.load.waiting == 0)
            try #require(asking.withLock { $0.keys.isEmpty })
        }
        let (answered, cancelled, failures) = counts.withLock { $0 }
        #expect(answered > 0 && cancelled > 0 && failures > 0)
    }

    /// Wants some answers, one after the other, and stops waiting for some.
    private static func call(
        _ answers: SharedAnswers<Int, Int>, _ generator: SeededGenerator, _ context: SimulationContext,
        _ counts: Lock<(answers: Int, cancelled: Int, failures: Int)>
    ) async {
        var generator = generator
        for _ in 0..<4 {
            let key = generator.index(below: 3)
            let patience = generator.index(below: 3) == 0 ? generator.index(below: 6) : nil
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    do {
                        let value = try await answers.value(for: key)
                        #expect(value == key * 10)
                        counts.withLock { $0.answers += 1 }
                    } catch is Away {
                        counts.withLock { $0.failures += 1 }
                    } catch {
                        // Nobody is told of another one's cancellation.
                        #expect(error is CancellationError && Task.isCancelled)
                        counts.withLock { $0.cancelled += 1 }
                    }
                }
                if let patience {
                    try? await context.sleep(for: .milliseconds(patience))
                    group.cancelAll()
                }
            }
        }
    }
}
