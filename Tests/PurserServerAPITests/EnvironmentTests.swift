#if Verification
    import Foundation
    import Purser
    import PurserNetworking
    import Testing

    @testable import PurserServerAPI

    @Suite("Production, and then the sandbox")
    struct EnvironmentTests {
        /// A server whose production answers one thing, and whose sandbox succeeds.
        private func bench(
            _ production: ScriptedAnswer, _ environment: ServerAPIEnvironment = .productionThenSandbox
        ) throws -> ClientBench {
            try ClientBench(
                ScriptedTransport { request, _ in request.isSandbox ? ScriptedAnswer() : production }, environment)
        }

        @Test("What production does not know, and an app that was never released, is looked for in the sandbox")
        func sandbox() async throws {
            for answer in [.code(4_040_010), .code(4_040_005), ScriptedAnswer(401, "")] {
                let bench = try bench(answer)
                #expect(try await bench.client.getTransactionInfo("1").environment == .sandbox)
                #expect(bench.transport.requests.map(\.isSandbox) == [false, true])
                #expect(await bench.client.signedTokenCount == 1)
            }
            #expect(try await bench(ScriptedAnswer()).client.getTransactionInfo("1").environment == .production)
        }

        @Test("Other failures of production are no reason to ask the sandbox")
        func others() async throws {
            for code in [4_040_001, 4_040_003, 4_000_006, 4_030_004] {
                let bench = try bench(.code(code))
                #expect(await failure { try await bench.client.getTransactionInfo("1") }?.serverCode?.rawValue == code)
                #expect(bench.transport.requests.map(\.isSandbox) == [false])
            }
        }

        @Test("What changes something is never repeated elsewhere")
        func changes() async throws {
            for (call, make) in CallTableTests.calls.map({ ($0.call, $0.make) }) {
                let bench = try bench(.code(4_040_010))
                let failure = await failure { try await make(bench.client) }
                let reads = call.effect == .reads
                #expect((failure == nil) == reads, "\(call)")
                #expect(bench.transport.requests.map(\.isSandbox) == (reads ? [false, true] : [false]), "\(call)")
            }
        }

        @Test("A client of one environment asks that alone")
        func one() async throws {
            for (environment, isSandbox) in [(ServerAPIEnvironment.production, false), (.sandbox, true)] {
                let bench = try ClientBench(ScriptedTransport { _, _ in .code(4_040_010) }, environment)
                #expect(await failure { try await bench.client.getTransactionInfo("1") }?.code == .notFound)
                #expect(bench.transport.requests.map(\.isSandbox) == [isSandbox])
            }
        }

        @Test("Where both refuse the token, a new one is tried, in both")
        func bothRefuse() async throws {
            let bench = try ClientBench(ScriptedTransport { _, _ in ScriptedAnswer(401, "") }, .productionThenSandbox)
            #expect(await failure { try await bench.client.getTransactionInfo("1") }?.code == .unauthorized)
            #expect(bench.transport.requests.map(\.isSandbox) == [false, true, false, true])
            #expect(Set(bench.transport.requests.map(\.token)).count == 2)
        }
    }
#endif
