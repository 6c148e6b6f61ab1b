#if Verification
    import Crypto
    import Foundation
    import Purser
    import PurserNetworking
    import PurserTesting
    import Testing

    @testable import PurserServerAPI

    @Suite("Answers from elsewhere")
    struct HostileAnswerTests {
        private func fails(_ answer: ScriptedAnswer) async throws -> ServerAPIFailure? {
            let bench = try ClientBench(ScriptedTransport { _, _ in answer }, retries: .once)
            return await failure { try await bench.client.getTransactionHistory(of: "1") }
        }

        @Test("What is no answer of Apple's is a typed error")
        func forms() async throws {
            let deep = String(repeating: "[", count: 100_000)
            for text in [
                "", "<html></html>", "[]", "null", "{", #"{"a":1,"a":2}"#, #"{"x":\#(deep)"#, #"{"hasMore":"yes"}"#,
                #"{"hasMore":false,"signedTransactions":[1]}"#, #"{"hasMore":false,"signedTransactions":"t"}"#,
                #"{"hasMore":false,"appAppleId":1.5}"#, #"{"hasMore":false,"revision":{}}"#, "{}", #"{"status":"ok"}"#,
                #"{"hasMore":null,"revision":"r"}"#,
            ] {
                #expect(try await fails(ScriptedAnswer(200, text))?.code == .unreadable, "\(text.prefix(40))")
            }
            let nested = try ClientBench(
                ScriptedTransport(ScriptedAnswer(200, #"{"data":[{"lastTransactions":[{"status":"1"}]}]}"#)))
            let failure = await failure { try await nested.client.getAllSubscriptionStatuses(of: "1") }
            #expect(failure?.code == .unreadable && failure?.message.contains("data.lastTransactions.status") == true)
        }

        @Test("An object that is no answer of a call never reads as nothing bought, nothing sent or no subscription")
        func empty() async throws {
            let client = try ClientBench(ScriptedTransport { _, _ in ScriptedAnswer(200, "{}") }).client
            let request = NotificationHistoryRequest(from: Date(timeIntervalSince1970: 0), to: Date())
            let calls: [() async throws -> Any] = [
                { try await client.getTransactionHistory(of: "1") }, { try await client.getRefundHistory(of: "1") },
                { try await client.getNotificationHistory(request) }, { try await client.lookUpOrderId("1") },
                { try await client.getAllSubscriptionStatuses(of: "1") },
            ]
            for call in calls {
                let failure = try #require(await failure(call))
                #expect(failure.code == .unreadable && failure.message.contains("has no member"))
            }
        }

        @Test("A proxy's page with status 200 is no success of a call that changes something")
        func page() async throws {
            for text in ["<html>Sign in</html>", "OK", "[]"] {
                let bench = try ClientBench(ScriptedTransport { _, _ in ScriptedAnswer(200, text) })
                let failure = try #require(await failure { try await bench.client.finishTransaction("1") })
                #expect(failure.code == .unreadable && failure.mayHaveBeenCarriedOut)
            }
            for text in ["", "{}"] {
                let bench = try ClientBench(ScriptedTransport(ScriptedAnswer(202, text)))
                try await bench.client.finishTransaction("1")
            }
        }

        @Test("JSON of 10 MB with deep nesting or a million values is given up before it takes memory")
        func bombs() async throws {
            for text in [
                #"{"hasMore":false,"x":"# + String(repeating: "[", count: 9_900_000),
                #"{"hasMore":false,"x":["# + String(repeating: "0,", count: 4_900_000) + "0]}",
                #"{"hasMore":false,"x":"# + String(repeating: #"{"a":"#, count: 1_900_000),
            ] {
                let failure = try #require(try await fails(ScriptedAnswer(200, text)))
                #expect(failure.code == .unreadable && failure.description.utf8.count < 1_000)
            }
        }

        @Test("A body of more than 10 MB is not read to its end")
        func large() async throws {
            let sent = Lock(0)
            let transport = EndlessTransport(sent: sent)
            let client = ServerAPIClient(
                key: try ClientBench.key("KEY1"), bundleID: "b", environment: .production, transport: transport,
                clock: VirtualClock(), retries: .once)
            #expect(await failure { try await client.getTransactionInfo("1") }?.code == .unreadable)
            #expect(sent.withLock { $0 } <= 11 << 20)
        }

        @Test("A body that ends early is tried again, as a connection that broke")
        func cut() async throws {
            let bench = try ClientBench(ScriptedTransport(ScriptedAnswer(200, "{", ["Content-Length": "20"])))
            _ = try await bench.client.getTransactionInfo("1")
            #expect(bench.transport.requests.count == 2)
        }

        @Test("An answer counts only from the server that was asked, and redirections are not followed")
        func elsewhere() async throws {
            for address in [
                "https://evil.example/inApps", "http://api.storekit.apple.com/", "https://api.storekit.apple.com:444/",
            ] {
                #expect(try await fails(ScriptedAnswer(200, "{}", url: URL(string: address)))?.code == .unreadable)
            }
            let bench = try ClientBench(
                ScriptedTransport { _, _ in ScriptedAnswer(302, "", ["Location": "https://evil.example"]) })
            #expect(await failure { try await bench.client.getTransactionInfo("1") }?.code == .unreadable)
            #expect(bench.transport.requests.count == 1)
        }

        @Test("The token stands in no error, whatever repeats it, and no part of the key in any description")
        func secrets() async throws {
            struct Leak: Error, CustomStringConvertible { var description: String }
            let seen = Lock<[String]>([])
            let answers: [@Sendable (HTTPRequest) throws -> ScriptedAnswer] = [
                { ScriptedAnswer(400, #"{"errorCode":4000000,"errorMessage":"You sent \#($0.token)"}"#) },
                { ScriptedAnswer(401, #"{"errorMessage":"\#($0.token)"}"#) }, { ScriptedAnswer(200, $0.token) },
                { ScriptedAnswer(200, #"{"revision":{"a":"\#($0.token)"}}"#) },
                { throw Leak(description: "\($0.headers)") },
                { throw HTTPFailure(.connection, $0.url, "\($0.headers)") },
                { throw HTTPFailure(.invalidAnswer, $0.url, "\($0.headers)", retry: .permanent) },
                { ScriptedAnswer(503, #"{"errorMessage":"\#(String(repeating: "a", count: 490) + $0.token)"}"#) },
                { ScriptedAnswer(400, #"{"errorMessage":"\#($0.token.split(separator: ".")[1])"}"#) },
                { ScriptedAnswer(400, #"{"errorMessage":"signature \#($0.token.split(separator: ".")[2])"}"#) },
                { ScriptedAnswer(200, #"{"\#($0.token)":1,"\#($0.token)":2}"#) },
            ]
            for answer in answers {
                let transport = ScriptedTransport { request, _ in
                    seen.withLock { $0.append(request.token) }
                    return try answer(request)
                }
                let bench = try ClientBench(transport, retries: .once)
                let failure = try #require(await failure { try await bench.client.getTransactionHistory(of: "1") })
                var text = "\(failure) \(failure.localizedDescription) \(String(reflecting: failure)) \(bench.client) "
                dump(failure, to: &text)
                dump(bench.client, to: &text)
                for request in bench.transport.requests {
                    text += "\(request) \(String(reflecting: request)) "
                    dump(request, to: &text)
                }
                dump([bench.client.transactionHistory(of: "1")], to: &text)
                for token in seen.withLock({ $0 }) {
                    for part in token.split(separator: ".").suffix(2) {
                        #expect(!text.contains(part.prefix(24)), "\(failure)")
                    }
                }
                let raw = try ClientBench.privateKey("KEY1").rawRepresentation.base64EncodedString()
                #expect(!text.contains(raw) && !text.contains("PRIVATE"))
            }
        }

        @Test("The token goes to the two addresses of the options alone, whatever is answered")
        func receivers() async throws {
            let elsewhere = "https://evil.example/inApps"
            let transport = ScriptedTransport { _, number in
                switch number % 5 {
                case 0: ScriptedAnswer(301, "", ["Location": elsewhere])
                case 1: ScriptedAnswer(307, "", ["Location": elsewhere])
                case 2: ScriptedAnswer(200, "{}", url: URL(string: elsewhere))
                case 3: .code(4_040_010)
                default: ScriptedAnswer(401, #"{"errorMessage":"see \#(elsewhere)"}"#, ["Location": elsewhere])
                }
            }
            let bench = try ClientBench(transport, .productionThenSandbox)
            for call in CallTableTests.calls { _ = await failure { try await call.make(bench.client) } }
            #expect(bench.transport.requests.count > CallTableTests.calls.count)
            #expect(
                bench.transport.requests.allSatisfy {
                    ["api.storekit.apple.com", "api.storekit-sandbox.apple.com"].contains($0.url.host ?? "")
                        && $0.url.scheme == "https" && !$0.followsRedirections
                })
        }

        @Test("An address that is more than scheme, host and port is rejected before a token is sent")
        func addresses() async throws {
            for text in [
                "https://user:word@api.example", "https://api.example?x=", "https://api.example#x", "file:///inApps",
                "https://",
            ] {
                let address = try #require(URL(string: text))
                let bench = try ClientBench(ScriptedTransport()) {
                    $0.addresses = ServerAPIAddresses(production: address, sandbox: address)
                }
                #expect(await failure { try await bench.client.getTransactionInfo("1") }?.code == .invalidRequest)
                #expect(bench.transport.requests.isEmpty)
            }
        }

        @Test("A server that does not answer is given up after the limit of a request")
        func silence() async throws {
            try await Simulation.explore(count: 5) { context in
                let transport = ScriptedTransport { _, _ in
                    try await context.clock.sleep(until: .seconds(86_400 * 300))
                    return ScriptedAnswer()
                }
                let bench = try ClientBench(transport, clock: context.clock, retries: .once)
                try #require(await failure { try await bench.client.getTransactionInfo("1") }?.code == .network)
                try #require(context.clock.now() == .seconds(30))
            }
        }

        @Test("A call ends one request's limit after its time, however many environments and tokens it tries")
        func deadline() async throws {
            try await Simulation.explore(count: 5) { context in
                let transport = ScriptedTransport { _, _ in
                    try await context.clock.sleep(for: .milliseconds(29_900))
                    return ScriptedAnswer(401, "")
                }
                let bench = try ClientBench(
                    transport, .productionThenSandbox, clock: context.clock,
                    retries: RetryPolicy(maximumElapsed: .seconds(20))
                ) { $0.standByKey = try? ClientBench.key("KEY2") }
                try #require(await failure { try await bench.client.getTransactionInfo("1") } != nil)
                try #require(context.clock.now() <= .seconds(50))
            }
        }

        @Test("Limits without sense end no program, and no call waits for ever")
        func senseless() async throws {
            for limit in [Duration.seconds(Int64.max), .seconds(Int64.min), .zero] {
                let bench = try ClientBench(ScriptedTransport(), clock: SystemClock(), retries: .once) {
                    $0.requestLimit = limit
                    $0.maximumBytes = limit == .zero ? -1 : .max
                }
                _ = await failure { try await bench.client.getTransactionInfo("1") }
            }
            let none = RetryPolicy(maximumElapsed: .zero)
            let bench = try ClientBench(ScriptedTransport(ScriptedAnswer(401, "no")), retries: none)
            _ = try await bench.client.getTransactionInfo("1")
        }
    }

    /// A server that sends without end.
    struct EndlessTransport: HTTPTransport {
        let sent: Lock<Int>

        func send(_ request: HTTPRequest, to receiver: any HTTPReceiver) async throws {
            try receiver.begins(HTTPResponse(status: 200, url: request.url))
            let piece = Data(repeating: UInt8(ascii: " "), count: 1 << 20)
            while true {
                try receiver.receive(piece)
                sent.withLock { $0 += piece.count }
            }
        }
    }
#endif
