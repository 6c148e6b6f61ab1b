#if Verification
    import Foundation
    import Purser
    import PurserNetworking
    import PurserServerAPI
    import PurserSigning
    import PurserSimulator
    import PurserVerification

    extension Scenario {
        static let serverCalls = Scenario(
            name: "server",
            summary: "calls of the App Store Server API beside a bare loop that sends the same bytes, and histories",
            options: [.repeats]
        ) { bench in
            let server = try await MeasuredServer()
            var rows: [Row] = []
            for callers in [1, 64] {
                bench.progress.show("server: \(callers) callers")
                var (bare, client): ([Double], [Double]) = ([], [])
                for _ in 1...bench.repeats {
                    bare.append(try await server.bare(callers))
                    client.append(try await server.calls(callers))
                }
                rows.append(
                    Row(
                        "server", "one transaction", "callers", callers,
                        [
                            Figure(.rate, client), Figure(.floorRate, bare),
                            Figure(.ofBare, zip(client, bare).map { $0 / $1 }),
                        ]))
            }
            rows.append(
                Row(
                    "server", "tokens signed", "calls", await server.made,
                    [Figure(.counted("tokens per call"), await server.tokensPerCall)]))
            rows.append(try await server.verification(bench))
            bench.progress.show("server: a history of 10,000 transactions")
            let history = try await server.history(of: 10_000)
            rows.append(
                Row(
                    "server", "a history, page by page", "pages", history.pages,
                    [
                        Figure(.rate, history.span.rate(of: history.pages)), Figure(.bytes, history.late),
                        Figure(.floorBytes, history.early),
                    ]))
            return rows
        }
    }

    /// A simulated server with one customer, and a client of it.
    actor MeasuredServer {
        /// How many calls are made in one measurement.
        private static let count = 2_000
        private let server: EmbeddedAppStoreServer
        private let client: ServerAPIClient
        private let transaction: String
        private let store: EmbeddedAppStore
        private let request: HTTPRequest
        private let verifier: SignedDataVerifier
        /// How many calls were made.
        private(set) var made = 0

        init() async throws {
            let authority = try SigningAuthority()
            var settings = SimulatorSettings()
            settings.environment = .production
            store = EmbeddedAppStore(
                catalog: SimulatorCatalog(products: [.simulated("coins")], settings: settings))
            var options = EmbeddedAppStoreServerOptions()
            options.rates = .none
            server = try await EmbeddedAppStoreServer(store: store, authority: authority, options: options)
            var clientOptions = ServerAPIOptions()
            (clientOptions.rates, clientOptions.requestLimit) = (.none, .seconds(600))
            let seen = SeenRequest(server)
            client = ServerAPIClient(
                key: server.key, bundleID: "com.example.app", environment: .production, transport: seen,
                options: clientOptions)
            transaction = try await store.buyElsewhere("coins").id
            _ = try await client.getTransactionInfo(transaction)
            guard let last = seen.last else { throw WrongRun("no request was sent") }
            request = last
            var configuration = authority.accepted(bundleID: "com.example.app", environments: [.production])
            configuration.checksApp = false
            verifier = try SignedDataVerifier(configuration)
        }

        /// How many tokens were signed for one call.
        var tokensPerCall: Double { get async { Double(await client.signedTokenCount) / Double(max(1, made)) } }

        /// Calls a second by the client.
        func calls(_ callers: Int) async throws -> Double {
            let (client, transaction) = (client, transaction)
            made += Self.count
            return try await Self.rate(callers) { _ = try await client.getTransactionInfo(transaction) }
        }

        /// Exchanges a second of the same bytes, by the transport alone.
        func bare(_ callers: Int) async throws -> Double {
            let (server, request) = (server, request)
            return try await Self.rate(callers) { try await server.send(request, to: Ignoring()) }
        }

        private static func rate(
            _ callers: Int, _ body: @escaping @Sendable () async throws -> Void
        ) async throws -> Double {
            try await measured {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<callers {
                        group.addTask { for _ in 0..<count / callers { try await body() } }
                    }
                    try await group.waitForAll()
                }
            }.rate(of: count / callers * callers)
        }

        /// A page of 20 beside 20 single verifications.
        func verification(_ bench: Bench) async throws -> Row {
            for _ in 0..<20 { _ = try await store.buyElsewhere("coins") }
            let verifier = verifier
            let texts = try await client.getTransactionHistory(of: transaction).signedTransactions
            var (single, page): ([Double], [Double]) = ([], [])
            for _ in 1...bench.repeats {
                single.append(
                    try await measured {
                        for _ in 0..<20 { for text in texts { _ = try await verifier.verifyTransaction(text) } }
                    }.cpuNanoseconds(per: 20))
                page.append(
                    try await measured {
                        for _ in 0..<20 { _ = try await verifier.verifyTransactions(texts) }
                    }.cpuNanoseconds(per: 20))
            }
            return Row(
                "server", "verifying a page", "transactions", texts.count,
                [
                    Figure(.cpu, page), Figure(.floorCPU, single),
                    Figure(.timesFloorCPU, zip(page, single).map { $0 / $1 }),
                ])
        }

        /// How a long history was read.
        struct History: Sendable {
            var pages = 0
            var span = Span(wall: 0, cpu: 0)
            /// The memory in use after a tenth of the pages, and after the last one.
            var (early, late) = (0.0, 0.0)
        }

        /// Reads the history of so many transactions, page by page.
        func history(of count: Int) async throws -> History {
            for _ in 0..<count { _ = try await store.buyElsewhere("coins") }
            let (client, transaction) = (client, transaction)
            var history = History()
            history.span = try await measured {
                for try await page in client.transactionHistory(of: transaction) {
                    history.pages += 1
                    if history.pages == count / 200 { history.early = Double(MemoryUse.inUse) }
                    if !page.hasMore { history.late = Double(MemoryUse.inUse) }
                }
            }
            guard history.pages >= count / 20 else { throw WrongRun("the history has \(history.pages) pages") }
            return history
        }
    }

    /// Takes answers and forgets them.
    private struct Ignoring: HTTPReceiver {
        func begins(_ response: HTTPResponse) throws {
            guard response.status == 200 else { throw WrongRun("the server answers \(response.status)") }
        }

        func receive(_ piece: Data) throws {}
    }

    /// Hands requests on, and keeps the last one.
    private final class SeenRequest: HTTPTransport {
        private let server: EmbeddedAppStoreServer
        private let request = Lock<HTTPRequest?>(nil)

        init(_ server: EmbeddedAppStoreServer) { self.server = server }

        var last: HTTPRequest? { request.withLock { $0 } }

        func send(_ request: HTTPRequest, to receiver: any HTTPReceiver) async throws {
            self.request.withLock { if $0 == nil { $0 = request } }
            try await server.send(request, to: receiver)
        }
    }
#endif
