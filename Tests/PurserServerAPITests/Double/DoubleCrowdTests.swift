#if Verification
    import Foundation
    import Purser
    import PurserNetworking
    import PurserServerAPI
    import PurserSigning
    import PurserSimulator
    import PurserTesting
    import Testing

    @Suite("A thousand callers of the simulated server", .timeLimit(.minutes(30)))
    struct DoubleCrowdTests {
        /// Sees when requests begin and how many are under way.
        private final class Watch: HTTPTransport {
            private let server: EmbeddedAppStoreServer
            private let clock: any StoreClock
            private let state = Lock<(starts: [String: [Duration]], running: Int)>(([:], 0))

            init(_ server: EmbeddedAppStoreServer, _ clock: any StoreClock) {
                (self.server, self.clock) = (server, clock)
            }

            var starts: [[Duration]] { state.withLock { Array($0.starts.values) } }
            var running: Int { state.withLock(\.running) }

            func send(_ request: HTTPRequest, to receiver: any HTTPReceiver) async throws {
                let now = clock.now()
                state.withLock { state in
                    state.starts["\(request.method) \(request.url.path)", default: []].append(now)
                    state.running += 1
                }
                defer { state.withLock { $0.running -= 1 } }
                try await server.send(request, to: receiver)
            }
        }

        @Test(
            "Under many seeds, each of 1,000 concurrent calls ends once, none is left, and no more are asked than Apple serves, through 401, 429, slow and cut answers"
        )
        func crowd() async throws {
            var options = SimulationOptions()
            options.stepLimit = 20_000_000
            try await Simulation.explore(count: plain(40, long: 200), options: options) { context in
                let bench = try await ServerBench(
                    in: .production, clock: context.clock, rates: .apple
                ) { $0.faults = .chaos(seed: context.seed) }
                let id = try await bench.store.buyElsewhere("coins").id
                let watch = Watch(bench.server, context.clock)
                let client = ServerAPIClient(
                    key: bench.server.key, bundleID: ServerBench.bundleID, environment: .production, transport: watch,
                    clock: context.clock)
                let ends = Lock<[Int]>(Array(repeating: 0, count: 1_000))
                let successes = Lock(0)
                await withTaskGroup(of: Void.self) { group in
                    for number in 0..<1_000 {
                        group.addTask {
                            do {
                                if number.isMultiple(of: 10) {
                                    _ = try await client.getTransactionInfo(id)
                                } else {
                                    try await client.finishTransaction(id)
                                }
                                successes.withLock { $0 += 1 }
                            } catch {}
                            ends.withLock { $0[number] += 1 }
                        }
                    }
                }
                try #require(ends.withLock { $0.allSatisfy { $0 == 1 } })
                try #require(successes.withLock { $0 } > 950)
                try #require(watch.running == 0)
                try #require(await bench.server.rejectedForRateCount == 0)
                for starts in watch.starts {
                    for index in starts.indices.dropFirst(50) {
                        try #require(starts[index] - starts[index - 50] >= .seconds(1))
                    }
                }
                try #require(await client.signedTokenCount < 200)
            }
        }

        @Test("On real threads, too, each of 1,000 calls ends once, and none is left")
        func threads() async throws {
            try await Seeds.forEach(count: 2) { seed in
                var plan = ServerFaultPlan.chaos(seed: seed)
                plan.wrongJSON = 0.02
                plan.delay = FaultDelay(0.3, .microseconds(10) ... .milliseconds(2))
                plan.rateLimited = FaultRate(0.06, hint: FaultDelay(1, .milliseconds(1) ... .milliseconds(5)))
                let clock = SlowClock()
                let bench = try await ServerBench(in: .production, clock: clock) { [plan] in $0.faults = plan }
                let id = try await bench.store.buyElsewhere("coins").id
                let watch = Watch(bench.server, clock)
                // The machine may be busy: time decides nothing here.
                var options = ServerAPIOptions()
                (options.rates, options.requestLimit) = (.none, .seconds(600))
                let client = ServerAPIClient(
                    key: bench.server.key, bundleID: ServerBench.bundleID, environment: .production, transport: watch,
                    clock: clock,
                    retries: RetryPolicy(
                        initialDelay: .milliseconds(1), maximumDelay: .milliseconds(5), maximumAttempts: 100,
                        maximumElapsed: .seconds(600)),
                    options: options)
                let (ended, kinds) = await withTaskGroup(of: ServerAPIFailure.Code?.self) { group in
                    for number in 0..<1_000 {
                        group.addTask {
                            do {
                                if number.isMultiple(of: 10) {
                                    _ = try await client.getTransactionInfo(id)
                                } else {
                                    try await client.finishTransaction(id)
                                }
                                return nil
                            } catch { return (error as? ServerAPIFailure)?.code ?? .network }
                        }
                    }
                    return await group.reduce(into: (0, Set<ServerAPIFailure.Code>())) { result, kind in
                        result.0 += 1
                        if let kind { result.1.insert(kind) }
                    }
                }
                try #require(ended == 1_000)
                // Retries survive all faults but wrong JSON, and a 401 after a 401.
                try #require(kinds.isSubset(of: [.unreadable, .unauthorized]), "\(kinds)")
                try #require(watch.running == 0)
            }
        }

        @Test("Closing the client in the middle ends every call, and the server is asked nothing more")
        func closing() async throws {
            try await Simulation.explore(count: 20) { context in
                let bench = try await ServerBench(in: .production, clock: context.clock, rates: .apple) {
                    $0.faults = .chaos(seed: context.seed)
                }
                let id = try await bench.store.buyElsewhere("coins").id
                let watch = Watch(bench.server, context.clock)
                let client = ServerAPIClient(
                    key: bench.server.key, bundleID: ServerBench.bundleID, environment: .production, transport: watch,
                    clock: context.clock)
                let kinds = Lock<[ServerAPIFailure.Code]>([])
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<200 {
                        group.addTask {
                            do { try await client.finishTransaction(id) } catch {
                                if let failure = error as? ServerAPIFailure {
                                    kinds.withLock { $0.append(failure.code) }
                                }
                            }
                        }
                    }
                    try? await context.clock.sleep(for: .milliseconds(1_500))
                    client.close()
                }
                let count = await bench.server.requestCount
                try #require(watch.running == 0)
                try #require(kinds.withLock { $0.contains(.closed) })
                try await context.clock.sleep(for: .seconds(700))
                try #require(await bench.server.requestCount == count)
            }
        }
    }
#endif
