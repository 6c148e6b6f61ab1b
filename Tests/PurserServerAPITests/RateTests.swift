#if Verification
    import Purser
    import PurserTesting
    import Testing

    @testable import PurserServerAPI

    @Suite("The rate of calls")
    struct RateTests {
        private static let line = RateState.Line(call: .getTransactionInfo, isSandbox: false)

        @Test("Within any period no more calls start than the limit counts, and none waits longer than it must")
        func windows() async throws {
            try await Seeds.forEach(count: 500) { seed in
                var random = SeededGenerator(seed: seed)
                let limit = RateLimits.Limit(
                    count: 1 + random.index(below: 20), period: .milliseconds(100 + random.index(below: 2_000)))
                var state = RateState()
                var now = Duration.zero
                var starts: [Duration] = []
                for _ in 0..<300 {
                    now += .milliseconds(random.index(below: 200))
                    guard
                        case .start(let start, _) = state.turn(in: Self.line, limit, now: now, latest: .seconds(99_999))
                    else { continue }
                    try #require(start >= now)
                    // As early as the limit lets it: now, or one period after the call that many before.
                    let earliest =
                        starts.count < limit.count ? now : max(now, starts[starts.count - limit.count] + limit.period)
                    try #require(start == earliest)
                    starts.append(start)
                }
                for index in starts.indices where index + limit.count < starts.count {
                    try #require(starts[index + limit.count] - starts[index] >= limit.period)
                }
            }
        }

        @Test("After a refusal for a moment, what started before it still counts, also behind many that waited")
        func rejections() {
            let limit = RateLimits.Limit(count: 2, period: .seconds(1))
            var state = RateState()
            for _ in 0..<6 { _ = state.turn(in: Self.line, limit, now: .zero, latest: .seconds(60)) }
            state.blocked(Self.line, until: .milliseconds(100), now: .milliseconds(50))
            let turns = (0..<3).map { _ in
                state.turn(in: Self.line, limit, now: .milliseconds(100), latest: .seconds(60))
            }
            #expect(
                turns == [.start(.seconds(1), block: 1), .start(.seconds(1), block: 1), .start(.seconds(2), block: 1)])
        }

        @Test("Nobody reserves a turn later than it waits, and what it does not reserve is left to others")
        func latest() {
            var state = RateState()
            let limit = RateLimits.Limit(count: 1, period: .seconds(10))
            let answer1 = state.turn(in: Self.line, limit, now: .zero, latest: .zero)
            #expect(answer1 == .start(.zero, block: 0))
            let answer2 = state.turn(in: Self.line, limit, now: .zero, latest: .seconds(9))
            #expect(answer2 == .tooLate(.seconds(10)))
            let answer3 = state.turn(in: Self.line, limit, now: .zero, latest: .seconds(10))
            #expect(answer3 == .start(.seconds(10), block: 0))
        }

        @Test("Calls that give up while they wait return their turns, and still no period has more than its limit")
        func withdrawn() async throws {
            try await Seeds.forEach(count: 500) { seed in
                var random = SeededGenerator(seed: seed)
                let limit = RateLimits.Limit(
                    count: 1 + random.index(below: 8), period: .milliseconds(100 + random.index(below: 2_000)))
                var state = RateState()
                var now = Duration.zero
                var starts: [Duration] = []
                for _ in 0..<300 {
                    now += .milliseconds(random.index(below: 100))
                    if random.index(below: 2) == 0, let index = starts.indices.last(where: { starts[$0] > now }) {
                        state.withdrawn(starts[index], from: Self.line, block: 0)
                        starts.remove(at: index)
                    }
                    guard
                        case .start(let start, _) = state.turn(in: Self.line, limit, now: now, latest: .seconds(99_999))
                    else { continue }
                    try #require(start >= now)
                    starts.append(start)
                    starts.sort()
                    for index in starts.indices where index + limit.count < starts.count {
                        try #require(starts[index + limit.count] - starts[index] >= limit.period)
                    }
                }
            }
        }

        @Test("Calls that were cancelled while they waited delay no other call")
        func cancelled() async throws {
            try await Simulation.explore(count: 3) { context in
                let bench = try ClientBench(ScriptedTransport(), clock: context.clock, retries: .default) {
                    $0.rates = .apple
                }
                let client = bench.client
                let calls = (0..<2_000).map { _ in context.start { try await client.lookUpOrderId("1") } }
                try await context.sleep(for: .milliseconds(100))
                for call in calls { call.cancel() }
                for call in calls { _ = await call.result }
                _ = try await client.lookUpOrderId("1")
                try #require(context.clock.now() <= .seconds(2))
            }
        }

        @Test("The limits are Apple's; in the sandbox a tenth; a server's share of them; none")
        func limits() {
            typealias Limit = RateLimits.Limit
            let apple = RateLimits.apple
            #expect(apple.limit(of: .getTransactionInfo, isSandbox: false) == Limit(count: 50, period: .seconds(1)))
            #expect(apple.limit(of: .getTransactionInfo, isSandbox: true) == Limit(count: 5, period: .seconds(1)))
            #expect(apple.limit(of: .lookUpOrderId, isSandbox: true) == Limit(count: 1, period: .seconds(1)))
            #expect(apple.limit(of: .requestTestNotification, isSandbox: true) == Limit(count: 1, period: .seconds(10)))
            #expect(
                RateLimits.apple(share: 0.25).limit(of: .lookUpOrderId, isSandbox: false)
                    == Limit(count: 2, period: .seconds(1)))
            #expect(RateLimits.none.limit(of: .lookUpOrderId, isSandbox: false) == nil)
            var changed = RateLimits.none
            changed[.lookUpOrderId] = 0
            #expect(changed[.lookUpOrderId] == 1 && changed[.getTransactionInfo] == nil)
            changed = .apple
            changed[.lookUpOrderId] = nil
            #expect(changed.limit(of: .lookUpOrderId, isSandbox: false) == nil)
        }
    }
#endif
