import Purser
import PurserTesting
import Testing

@Suite("Shared answers", .timeLimit(.minutes(30)))
struct SharedAnswersTests {
    private let clock = VirtualClock()
    private let asked = Lock<[String]>([])

    /// Answers how many questions there were; what begins with a minus is not kept.
    private func answers(limit: Int = 2) -> SharedAnswers<String, Int> {
        let ask: @Sendable (String) -> Int = { [asked] key in
            asked.withLock { asked in
                asked.append(key)
                return key.hasPrefix("-") ? 0 : asked.count
            }
        }
        return SharedAnswers(lifetime: .seconds(10), limit: limit, clock: clock, keeps: { $0 > 0 }, asking: ask)
    }

    @Test("C2: later callers take the answer until it is too old; another key is another question")
    func lifetime() async throws {
        let answers = answers()
        #expect(try await answers.value(for: "a") == 1)
        #expect(try await answers.value(for: "b") == 2)
        clock.advance(by: .milliseconds(9_999))
        #expect(try await answers.value(for: "a") == 1)
        clock.advance(by: .milliseconds(1))
        #expect(try await answers.value(for: "a") == 3)
    }

    @Test("What need not be kept is not, the limit holds, and all can be forgotten", arguments: [0, 2])
    func keeping(limit: Int) async throws {
        let answers = answers(limit: limit)
        for key in ["a", "b", "-", "c", "c"] {
            _ = try await answers.value(for: key)
            #expect(answers.load.kept <= limit)
        }
        answers.forget()
        for key in ["-", "-", "c"] { _ = try await answers.value(for: key) }
        let expected = ["a", "b", "-", "c"] + (limit == 0 ? ["c"] : []) + ["-", "-", "c"]
        #expect(asked.withLock { $0 } == expected)
    }

    @Test("C2: what was asked before all was forgotten is not kept, and whoever comes after that asks anew")
    func forgettingWhileAsked() async throws {
        let replies = [Reply<Int>(), Reply<Int>()]
        let answers = SharedAnswers<String, Int>(lifetime: .seconds(10), clock: clock) { [asked] key in
            let number = asked.withLock { asked in
                asked.append(key)
                return asked.count
            }
            return await replies[number - 1].value(ifCancelled: 0)
        }
        async let first = answers.value(for: "a")
        while asked.withLock({ $0.count }) < 1 { await Task.yield() }
        answers.forget()
        async let second = answers.value(for: "a")
        while asked.withLock({ $0.count }) < 2 { await Task.yield() }
        replies[0].resolve(1)
        #expect(try await first == 1)
        #expect(answers.load.kept == 0)
        replies[1].resolve(2)
        #expect(try await second == 2)
        #expect(try await answers.value(for: "a") == 2)
    }
}
