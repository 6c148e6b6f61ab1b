#if Verification
    import Foundation
    import Purser
    import PurserNetworking
    import PurserTesting
    import Testing

    @testable import PurserServerAPI

    /// A server that counts as Apple does, and misbehaves by a seed.
    final class CountingServer: Sendable {
        private struct State {
            var random: SeededGenerator
            var starts: [String: [Duration]] = [:]
            var running = 0
        }

        private let state: Lock<State>
        private let clock: VirtualClock

        init(seed: UInt64, clock: VirtualClock) {
            state = Lock(State(random: SeededGenerator(seed: seed, purpose: "server")))
            self.clock = clock
        }

        /// How many requests are under way.
        var running: Int { state.withLock(\.running) }
        /// When requests began, by their path.
        var starts: [String: [Duration]] { state.withLock(\.starts) }

        func answer(_ request: HTTPRequest) async throws -> ScriptedAnswer {
            let (choice, delay) = state.withLock { state in
                state.starts[request.url.path, default: []].append(clock.now())
                state.running += 1
                return (state.random.index(below: 24), state.random.index(below: 3_000))
            }
            defer { state.withLock { $0.running -= 1 } }
            try await clock.sleep(until: clock.now() + .milliseconds(delay))
            switch choice {
            case 0: return .code(4_290_000, "", ["Retry-After": "\(milliseconds + 2_000)"])
            case 1: return .code(4_290_000)
            case 2: return ScriptedAnswer(401, "Unauthenticated")
            case 3: return .code(5_000_000)
            case 4: return ScriptedAnswer(200, "{", ["Content-Length": "900"])
            case 5: throw HTTPFailure(.connection, request.url, "It broke.")
            case 6:
                // Slower than a request may be.
                try await clock.sleep(until: clock.now() + .seconds(3_600))
                return ScriptedAnswer()
            case 7: return ScriptedAnswer(200, "<html>")
            default: return ScriptedAnswer()
            }
        }

        private var milliseconds: Int64 { Timestamp(clock.currentDate()).milliseconds }
    }

    @Suite("A thousand callers", .timeLimit(.minutes(30)))
    struct CrowdTests {
        @Test(
            "Each of 1,000 concurrent calls ends once, none is left, and the server is never asked more often than it serves"
        )
        func thousand() async throws {
            var options = SimulationOptions()
            options.stepLimit = 20_000_000
            try await Simulation.explore(count: 20, options: options) { context in
                let server = CountingServer(seed: context.seed, clock: context.clock)
                let transport = ScriptedTransport { request, _ in try await server.answer(request) }
                let bench = try ClientBench(transport, clock: context.clock, retries: .default) { $0.rates = .apple }
                let client = bench.client
                let ends = Lock<[Int: Int]>([:])
                await withTaskGroup(of: Void.self) { group in
                    for number in 0..<1_000 {
                        group.addTask {
                            do {
                                if number.isMultiple(of: 4) {
                                    try await client.finishTransaction("1")
                                } else {
                                    _ = try await client.getTransactionInfo("1")
                                }
                            } catch {}
                            ends.withLock { $0[number, default: 0] += 1 }
                        }
                    }
                }
                try #require(ends.withLock { $0.count == 1_000 && $0.values.allSatisfy { $0 == 1 } })
                // What timed out is cancelled, and ends soon after its call.
                while server.running > 0 { await Task.yield() }
                for starts in server.starts.values {
                    try #require(starts.count >= 250)
                    for index in starts.indices.dropFirst(50) {
                        try #require(starts[index] - starts[index - 50] >= .seconds(1))
                    }
                }
                // A token for many calls, however many of them are refused.
                try #require(await client.signedTokenCount < 300)
            }
        }

        @Test("On real threads, too, each call ends once, and a refused token is replaced once for all who meet it")
        func threads() async throws {
            let rejected = Lock<Set<String>>([])
            let transport = ScriptedTransport { request, number in
                // The first token is refused for good, and every fifth request fails for a while.
                let isFirst = rejected.withLock { tokens in
                    if tokens.isEmpty { tokens.insert(request.token) }
                    return tokens.contains(request.token)
                }
                if isFirst { return ScriptedAnswer(401, "no") }
                return number.isMultiple(of: 5) ? .code(5_000_001) : ScriptedAnswer()
            }
            let bench = try ClientBench(
                transport,
                // With all other tests beside it, a thread may come late: the client's clock stands still, and only the number
                // of the attempts ends them. Without a limit in the policy the client has one of ten minutes.
                retries: RetryPolicy(
                    initialDelay: .zero, maximumDelay: .zero, maximumAttempts: 50, maximumElapsed: nil))
            let client = bench.client
            let ended = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<300 { group.addTask { (try? await client.getTransactionInfo("1")) != nil } }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(ended == 300)
            #expect(await client.signedTokenCount == 2)
        }
    }
#endif
