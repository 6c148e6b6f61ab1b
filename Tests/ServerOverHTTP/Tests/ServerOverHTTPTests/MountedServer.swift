import Foundation
import Hummingbird
import NIOCore
import Purser
import PurserNetworking
import PurserServerAPI
import PurserSigning
import PurserSimulator
import ServiceLifecycle

/// The simulated server of Apple on a port of the loopback, for as long as a test runs.
struct MountedServer {
    /// What becomes of an answer on its way.
    enum Fate: Sendable {
        /// It arrives.
        case whole
        /// It is announced whole, and the connection ends in its middle.
        case cut
        /// It never comes.
        case silent
    }

    let store: EmbeddedAppStore
    let server: EmbeddedAppStoreServer
    let address: URL

    /// Runs a test with a server of its own.
    ///
    /// - Parameters:
    ///   - first: what becomes of the first answer.
    ///   - others: what becomes of all others.
    static func run(
        first: Fate = .whole, others: Fate = .whole, _ body: (MountedServer) async throws -> Void
    ) async throws {
        var settings = SimulatorSettings()
        settings.app = SimulatedApp(bundleID: "com.example.garden")
        settings.environment = .production
        let store = EmbeddedAppStore(
            catalog: SimulatorCatalog(
                products: [StoreProduct(id: "coins", type: .consumable, price: 1)], settings: settings))
        var options = EmbeddedAppStoreServerOptions()
        options.rates = .none
        let server = try await EmbeddedAppStoreServer(store: store, authority: SigningAuthority(), options: options)
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let app = Application(
            responder: Responder(server: server, first: first, others: others),
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                if let number = channel.localAddress?.port { port.yield(number) }
                port.finish()
            })
        let services = ServiceGroup(
            configuration: .init(services: [app], gracefulShutdownSignals: [], logger: app.logger))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await services.run() }
            defer { group.cancelAll() }
            for await number in ports {
                guard let address = URL(string: "http://127.0.0.1:\(number)") else { break }
                try await body(MountedServer(store: store, server: server, address: address))
            }
            await services.triggerGracefulShutdown()
        }
    }

    /// A client over the socket.
    func client(
        limit: Duration = .seconds(30), retries: RetryPolicy = .default, key: ServerAPIKey? = nil
    ) -> ServerAPIClient {
        var options = ServerAPIOptions()
        options.rates = .none
        options.requestLimit = limit
        options.addresses.production = address
        return ServerAPIClient(
            key: key ?? server.key, bundleID: "com.example.garden", environment: .production, retries: retries,
            options: options)
    }
}

/// Hands requests to the simulated server.
private struct Responder: HTTPResponder {
    typealias Context = BasicRequestContext

    let server: EmbeddedAppStoreServer
    let first: MountedServer.Fate
    let others: MountedServer.Fate
    private let count = Counter()

    init(server: EmbeddedAppStoreServer, first: MountedServer.Fate, others: MountedServer.Fate) {
        self.server = server
        self.first = first
        self.others = others
    }

    func respond(to request: Request, context: Context) async throws -> Response {
        var request = request
        let body = try await request.collectBody(upTo: 10_000_000)
        guard let url = URL(string: "http://127.0.0.1\(request.uri.string)") else {
            return Response(status: .badRequest)
        }
        var headers: [String: String] = [:]
        for field in request.headers { headers[field.name.rawName] = field.value }
        let asked = PurserNetworking.HTTPRequest(
            url, method: request.method.rawValue, headers: headers,
            body: body.readableBytes > 0 ? Data(body.readableBytesView) : nil)
        let answer = Answer()
        try await server.send(asked, to: answer)
        let fate = await count.next() == 0 ? first : others
        if case .silent = fate { try await Task.sleep(for: .seconds(600)) }
        let (status, data, retryAfter) = await answer.parts
        var fields: HTTPFields = [.contentType: "application/json"]
        if let retryAfter { fields[.retryAfter] = retryAfter }
        let bytes = ByteBuffer(bytes: data)
        guard case .cut = fate else {
            return Response(status: .init(code: status), headers: fields, body: .init(byteBuffer: bytes))
        }
        return Response(
            status: .init(code: status), headers: fields,
            body: .init(contentLength: data.count) { writer in
                try await writer.write(ByteBuffer(bytes: data.prefix(data.count / 2)))
                throw CutError()
            })
    }
}

/// Ends a connection in the middle of an answer.
private struct CutError: Error {}

/// Counts requests from 0 on.
private actor Counter {
    private var count = 0

    func next() -> Int {
        count += 1
        return count - 1
    }
}

/// Holds what the simulated server answers.
private final class Answer: HTTPReceiver {
    private let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation

    private enum Event: Sendable {
        case begins(PurserNetworking.HTTPResponse)
        case piece(Data)
    }

    init() { (events, continuation) = AsyncStream.makeStream(of: Event.self) }

    func begins(_ response: PurserNetworking.HTTPResponse) throws { continuation.yield(.begins(response)) }
    func receive(_ piece: Data) throws { continuation.yield(.piece(piece)) }

    /// The status, the body and the moment of the next call; once, after the answer.
    var parts: (status: Int, body: Data, retryAfter: String?) {
        get async {
            continuation.finish()
            var (status, body): (Int, Data) = (500, Data())
            var retryAfter: String?
            for await event in events {
                switch event {
                case .begins(let response):
                    (status, retryAfter) = (response.status, response.header("Retry-After"))
                case .piece(let piece): body += piece
                }
            }
            return (status, body, retryAfter)
        }
    }
}
