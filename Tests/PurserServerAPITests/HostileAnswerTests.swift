#if Verification
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
                #"{"signedTransactions":[1]}"#, #"{"signedTransactions":"t"}"#, #"{"appAppleId":1.5}"#,
                #"{"revision":{}}"#,
            ] {
                #expect(try await fails(ScriptedAnswer(200, text))?.kind == .unreadable, "\(text.prefix(40))")
            }
            let nested = try ClientBench(
                ScriptedTransport(ScriptedAnswer(200, #"{"data":[{"lastTransactions":[{"status":"1"}]}]}"#)))
            let failure = await failure { try await nested.client.getAllSubscriptionStatuses(of: "1") }
            #expect(failure?.kind == .unreadable && failure?.message.contains("data.lastTransactions.status") == true)
        }

        @Test("A body of more than 10 MB is not read to its end")
        func large() async throws {
            let sent = Lock(0)
            let transport = EndlessTransport(sent: sent)
            let client = ServerAPIClient(
                key: try ClientBench.key("KEY1"), bundleID: "b", environment: .production, transport: transport,
                retries: .once)
            #expect(await failure { try await client.getTransactionInfo("1") }?.kind == .unreadable)
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
                #expect(try await fails(ScriptedAnswer(200, "{}", url: URL(string: address)))?.kind == .unreadable)
            }
            let bench = try ClientBench(
                ScriptedTransport { _, _ in ScriptedAnswer(302, "", ["Location": "https://evil.example"]) })
            #expect(await failure { try await bench.client.getTransactionInfo("1") }?.kind == .unreadable)
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
                for token in seen.withLock({ $0 }) {
                    for part in token.split(separator: ".").suffix(2) {
                        #expect(!text.contains(part.prefix(24)), "\(failure)")
                    }
                }
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
                try #require(await failure { try await bench.client.getTransactionInfo("1") }?.kind == .network)
                try #require(context.clock.now() == .seconds(30))
            }
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
