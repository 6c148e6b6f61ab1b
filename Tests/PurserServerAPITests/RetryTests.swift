#if Verification
    import Foundation
    import Purser
    import PurserNetworking
    import PurserTesting
    import Testing

    @testable import PurserServerAPI

    @Suite("What is sent again")
    struct RetryTests {
        private static let repeatable: Set<ServerAPICall> = [
            .finishTransaction, .setAppAccountToken, .sendConsumptionData, .sendConsumptionInformation,
            .configureDefaultMessage, .configureRealtimeURL,
        ]

        @Test("What reads, and what a second time changes nothing, is repeated after a failure; what acts is not")
        func effects() async throws {
            for call in CallTableTests.calls {
                let acts = call.call.effect == .acts
                #expect(
                    acts
                        == !(call.call.name.hasPrefix("get") || call.call == .lookUpOrderId
                        || Self.repeatable.contains(call.call)))
                for broken in [false, true] {
                    let bench = try ClientBench(
                        ScriptedTransport { request, number in
                            if number > 0 { return ScriptedAnswer() }
                            if broken { throw HTTPFailure(.connection, request.url, "It broke.") }
                            return .code(5_000_001)
                        })
                    let first = await failure { try await call.make(bench.client) }
                    #expect(bench.transport.requests.count == (acts ? 1 : 2), "\(call.call)")
                    #expect((first != nil) == acts)
                    if acts { #expect(first?.mayHaveBeenCarriedOut == true && first?.retryClass == .permanent) }
                    let always = try ClientBench(
                        ScriptedTransport { request, _ in
                            if broken { throw HTTPFailure(.connection, request.url, "It broke.") }
                            return .code(5_000_001)
                        })
                    let last = await failure { try await call.make(always.client) }
                    #expect(last?.mayHaveBeenCarriedOut == (call.call.effect != .reads), "\(call.call)")
                }
            }
        }

        @Test(
            "What acts is repeated only where it was never sent, or was turned away before it was looked at: 429, 401")
        func acts() async throws {
            let url = try #require(URL(string: "https://api.storekit.apple.com"))
            let unsent = HTTPFailure(.connection, url, "No network.", isUnsent: true)
            for first in [
                Result.failure(unsent), .success(.code(4_290_000)), .success(ScriptedAnswer(401, "no")),
            ] {
                let bench = try ClientBench(
                    ScriptedTransport { _, number in number == 0 ? try first.get() : ScriptedAnswer() },
                    clock: SlowClock()
                ) { $0.requestLimit = .seconds(600) }
                _ = try await bench.client.requestTestNotification()
                #expect(bench.transport.requests.count == 2)
            }
            for answer in [
                .code(4_040_004), .code(5_000_000), ScriptedAnswer(503, ""), ScriptedAnswer(408, ""),
                // A status and a code that contradict each other prove nothing.
                ScriptedAnswer(500, #"{"errorCode":4290000}"#), ScriptedAnswer(500, #"{"errorCode":4010000}"#),
                ScriptedAnswer(302, ""), ScriptedAnswer(200, "<html>"),
            ] {
                let bench = try ClientBench(ScriptedTransport { _, _ in answer })
                let failure = try #require(await failure { try await bench.client.requestTestNotification() })
                #expect(bench.transport.requests.count == 1, "\(failure)")
                #expect(failure.mayHaveBeenCarriedOut == (failure.serverCode?.rawValue != 4_040_004), "\(failure)")
                #expect(failure.retryClass == .permanent)
            }
        }

        @Test("A failure remembers that an earlier attempt may have been carried out, and forgets what was rejected")
        func remembering() async throws {
            let url = try #require(URL(string: "https://api.storekit.apple.com"))
            let unsent = HTTPFailure(.connection, url, "No network.", isUnsent: true)
            for (first, later, isOpen) in [
                (.success(.code(5_000_000)), .failure(unsent), true),
                (.failure(HTTPFailure(.connection, url, "It broke.")), .success(.code(4_040_010)), true),
                (.failure(unsent), .success(.code(4_040_010)), false),
                (.success(.code(4_040_006)), .success(.code(4_040_010)), false),
            ] as [(Result<ScriptedAnswer, any Error>, Result<ScriptedAnswer, any Error>, Bool)] {
                let bench = try ClientBench(
                    ScriptedTransport { _, number in try number == 0 ? first.get() : later.get() })
                let failure = try #require(await failure { try await bench.client.finishTransaction("1") })
                #expect(failure.mayHaveBeenCarriedOut == isOpen, "\(failure)")
            }
        }

        @Test("What Apple refuses for good is not sent again")
        func rejected() async throws {
            for code in ErrorTableTests.codes where ServerAPIFailure.ServerCode(rawValue: code).failureCode == .rejected
            {
                let bench = try ClientBench(ScriptedTransport { _, _ in .code(code) })
                #expect(await failure { try await bench.client.getTransactionInfo("1") }?.retryClass == .permanent)
                #expect(bench.transport.requests.count == 1)
            }
        }

        @Test("The policy ends the attempts, and the last failure is thrown")
        func policy() async throws {
            let bench = try ClientBench(ScriptedTransport { _, number in .code(5_000_000, "try \(number)") })
            let failure = await failure { try await bench.client.getTransactionInfo("1") }
            #expect(failure?.code == .retryable && failure?.serverMessage == "try 4")
            #expect(bench.transport.requests.count == 5)
        }

        @Test("Apple's Retry-After is a moment in Unix milliseconds; numbers that cannot be one are seconds")
        func retryAfter() {
            let now = Timestamp(milliseconds: 1_735_689_600_000)
            #expect(AppleRetryAfter.moment("1735689605500", now: now)?.milliseconds == 1_735_689_605_500)
            #expect(AppleRetryAfter.moment("7", now: now)?.milliseconds == 1_735_689_607_000)
            for text in [nil, "", "soon", "-5", "1.5", "99999999999999999999"] {
                #expect(AppleRetryAfter.moment(text, now: now) == nil)
            }
        }

        @Test("After a 429 all calls of its line wait for the named moment, and no other line does")
        func blocked() async throws {
            try await Simulation.explore(count: 20) { context in
                let start = Timestamp(context.clock.currentDate()).milliseconds
                let times = Lock<[String: [Duration]]>([:])
                let clock = context.clock
                let transport = ScriptedTransport { request, number in
                    times.withLock { $0[request.url.path, default: []].append(clock.now()) }
                    return number == 0 ? .code(4_290_000, "", ["Retry-After": "\(start + 8_000)"]) : ScriptedAnswer()
                }
                let bench = try ClientBench(transport, clock: clock, retries: .default) { $0.rates = .apple }
                let client = bench.client
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { _ = try await client.getTransactionInfo("1") }
                    try await context.sleep(for: .seconds(1))
                    for _ in 0..<30 { group.addTask { _ = try await client.getTransactionInfo("1") } }
                    group.addTask { _ = try await client.lookUpOrderId("1") }
                    try await group.waitForAll()
                }
                let infos = times.withLock { $0["/inApps/v1/transactions/1"] ?? [] }
                try #require(infos.count == 32)
                try #require(infos.dropFirst().allSatisfy { $0 >= .seconds(8) })
                try #require(times.withLock { $0["/inApps/v1/lookup/1"] } == [.seconds(1)])
            }
        }

        @Test("A hint beyond the call's time ends the call at once, with that moment")
        func hintTooLate() async throws {
            let moment = VirtualClock.defaultStart.addingTimeInterval(3_600)
            let milliseconds = "\(Int64(moment.timeIntervalSince1970 * 1_000))"
            let bench = try ClientBench(
                ScriptedTransport { _, _ in .code(4_290_000, "", ["Retry-After": milliseconds]) }, retries: .default)
            for _ in 0..<2 {
                let failure = await failure { try await bench.client.getTransactionInfo("1") }
                #expect(failure?.code == .rateLimited && failure?.retryDate == moment)
            }
            #expect(bench.transport.requests.count == 1, "The second call is not even sent.")
        }

        @Test("A moment far away blocks a line for a day, and no longer")
        func farAway() async throws {
            let clock = VirtualClock()
            let transport = ScriptedTransport { _, number in
                number == 0 ? .code(4_290_000, "", ["Retry-After": "\(Int64.max)"]) : ScriptedAnswer()
            }
            let bench = try ClientBench(transport, clock: clock, retries: .default)
            let failure = await failure { try await bench.client.getTransactionInfo("1") }
            #expect(failure?.retryDate == VirtualClock.defaultStart.addingTimeInterval(86_400))
            clock.advance(by: .seconds(86_400))
            _ = try await bench.client.getTransactionInfo("1")
        }

        @Test("Cancelling ends a call that waits, and closing the client ends all of them, and later ones")
        func endings() async throws {
            try await Simulation.explore(count: 20) { context in
                let transport = ScriptedTransport { _, number in
                    try await context.clock.sleep(until: .seconds(86_400 * 300))
                    return ScriptedAnswer()
                }
                let bench = try ClientBench(transport, clock: context.clock, retries: .default) { $0.rates = .apple }
                let client = bench.client
                let alone = context.start { try await client.getTransactionInfo("1") }
                try await context.sleep(for: .seconds(1))
                alone.cancel()
                do {
                    _ = try await alone.value
                    Issue.record("It was cancelled.")
                } catch { try #require(error is CancellationError) }
                let many = (0..<100).map { _ in context.start { try await client.lookUpOrderId("1") } }
                try await context.sleep(for: .milliseconds(500))
                client.close()
                for call in many {
                    do {
                        _ = try await call.value
                        Issue.record("It was closed.")
                    } catch { try #require((error as? ServerAPIFailure)?.code == .closed) }
                }
                let count = transport.requests.count
                let late = await failure { try await client.finishTransaction("1") }
                try #require(late?.code == .closed && late?.mayHaveBeenCarriedOut == false)
                try #require(transport.requests.count == count, "Nothing is sent any more.")
                try #require(context.clock.now() < .seconds(2))
            }
        }
    }
#endif
