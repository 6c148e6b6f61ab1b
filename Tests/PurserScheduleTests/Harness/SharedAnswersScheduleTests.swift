import Purser
import PurserTesting
import Testing

@Suite("Shared answers under every schedule", .timeLimit(.minutes(10)))
struct SharedAnswersScheduleTests {
    private struct Away: Error {}

    @Test("C2: each call ends once, one question is under way at a time, and who is cancelled disturbs nobody")
    func calls() async throws {
        let counts = Lock((answers: 0, cancelled: 0, failures: 0))
        try await Simulation.explore(count: 300) { context in
            let answers = SharedAnswers<Int, Int>(lifetime: .milliseconds(20), limit: 2, clock: context.clock)
            let asking = Lock<[Int: Int]>([:])
            await withTaskGroup(of: Void.self) { group in
                for caller in 0..<12 {
                    group.addTask {
                        await Self.call(answers, asking, context.generator(for: "caller \(caller)"), context, counts)
                    }
                }
            }
            try #require(answers.load.waiting == 0)
            try #require(asking.withLock { $0.values.allSatisfy { $0 == 0 } })
        }
        let (answered, cancelled, failures) = counts.withLock { $0 }
        #expect(answered > 0 && cancelled > 0 && failures > 0)
    }

    /// Wants some answers, one after the other, and stops waiting for some.
    private static func call(
        _ answers: SharedAnswers<Int, Int>, _ asking: Lock<[Int: Int]>, _ generator: SeededGenerator,
        _ context: SimulationContext, _ counts: Lock<(answers: Int, cancelled: Int, failures: Int)>
    ) async {
        var generator = generator
        for _ in 0..<4 {
            let key = generator.index(below: 3)
            let (length, fails) = (generator.index(below: 8), generator.index(below: 6) == 0)
            let patience = generator.index(below: 3) == 0 ? generator.index(below: 6) : nil
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    do {
                        let value = try await answers.value(for: key) {
                            let others = asking.withLock { asking in
                                asking[key, default: 0] += 1
                                return asking[key]
                            }
                            defer { asking.withLock { $0[key, default: 0] -= 1 } }
                            #expect(others == 1)
                            try await context.sleep(for: .milliseconds(length))
                            if fails { throw Away() }
                            return key * 10
                        }
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
