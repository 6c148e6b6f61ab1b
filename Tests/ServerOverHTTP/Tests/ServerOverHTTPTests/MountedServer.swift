import Foundation
import Hummingbird
import NIOCore
import Purser
import PurserNetworking
import PurserServerAPI
import PurserSigning
import PurserSimulator
import ServiceLifecycle

/// The double of Apple's server on a port of the loopback, for as long as a test runs.
struct MountedServer {
    /// What becomes of an answer on its way.
    enum Fate: Sendable {
        /// It arrives.
        case whole
        /// It is announced whole, and the connection ends in its middle.
        case cut
        /// It never comes.
        case silent
        /// It comes byte by byte, and never ends.
        case dripping
        /// It has no end; 64 KiB come after each pause.
        case endless(pause: Duration?)
        /// Something else comes in its place, with status 200.
        case replaced(String)
        /// It leads to another server.
        case redirected(Int, URL)
        /// It never comes, because the connection ends once the request has arrived.
        case dropped
    }

    let store: EmbeddedAppStore
    let server: EmbeddedAppStoreServer
    let address: URL
    /// What has arrived and what was sent.
    let traffic: Traffic

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
        let traffic = Traffic()
        let app = Application(
            responder: Responder(server: server, first: first, others: others, traffic: traffic),
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
                try await body(MountedServer(store: store, server: server, address: address, traffic: traffic))
            }
            await services.triggerGracefulShutdown()
        }
    }

    /// A client over the socket, by default with the longest limits that there are.
    func client(
        limit: Duration = .seconds(600), retries: RetryPolicy = RetryPolicy(maximumElapsed: .seconds(600)),
        transport: any HTTPTransport = URLSessionTransport.shared
    ) -> ServerAPIClient {
        var options = ServerAPIOptions()
        options.rates = .none
        options.requestLimit = limit
        options.addresses.production = address
        return ServerAPIClient(
            key: server.key, bundleID: "com.example.garden", environment: .production, transport: transport,
            retries: retries, options: options)
    }
}

/// Passes requests to the double.
private struct Responder: HTTPResponder {
    let server: EmbeddedAppStoreServer
    let first: MountedServer.Fate
    let others: MountedServer.Fate
    let traffic: Traffic

    func respond(to request: Request, context: ChannelContext) async throws -> Response {
        var request = request
        let body = try await request.collectBody(upTo: 10_000_000)
        guard let url = URL(string: "http://127.0.0.1\(request.uri.string)") else {
            return Response(status: .badRequest)
        }
        var headers: [String: String] = [:]
        for field in request.headers { headers[field.name.rawName] = field.value }
        let fate = await traffic.arrived(over: context.channel) == 1 ? first : others
        switch fate {
        case .whole, .cut: break
        case .dropped: try await context.channel.close()
        case .silent: try await Task.sleep(for: .seconds(86_400))
        case .dripping: return sent(1, after: .milliseconds(20))
        case .endless(let pause): return sent(1 << 16, after: pause)
        case .replaced(let text): return Response(status: .ok, body: .init(byteBuffer: ByteBuffer(string: text)))
        case .redirected(let status, let url):
            return Response(status: .init(code: status), headers: [.location: url.absoluteString + request.uri.string])
        }
        let asked = PurserNetworking.HTTPRequest(
            url, method: request.method.rawValue, headers: headers,
            body: body.readableBytes > 0 ? Data(body.readableBytesView) : nil)
        let answer = Answer()
        try await server.send(asked, to: answer)
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

    /// White space in pieces, until the connection ends, or 400 MB have been sent.
    private func sent(_ size: Int, after pause: Duration?) -> Response {
        Response(
            status: .ok,
            body: .init { [traffic] writer in
                let piece = ByteBuffer(repeating: UInt8(ascii: " "), count: size)
                while await traffic.bytes < 400_000_000 {
                    if let pause { try await Task.sleep(for: pause) }
                    try await writer.write(piece)
                    await traffic.sent(size)
                }
                try await writer.finish(nil)
            })
    }
}

/// Knows the connection of a request.
private struct ChannelContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }
}

/// Ends a connection in the middle of an answer.
private struct CutError: Error {}

/// Counts what has arrived and what was sent.
actor Traffic {
    /// How many requests have arrived.
    private(set) var requests = 0
    /// How many bytes of answers without an end were sent.
    private(set) var bytes = 0

    /// How many connections have brought a request.
    var connections: Int { channels.count }

    /// Keeps each channel: the address of one that is gone names a later one too.
    private var channels: [ObjectIdentifier: any Channel] = [:]

    fileprivate func arrived(over channel: any Channel) -> Int {
        channels[ObjectIdentifier(channel)] = channel
        requests += 1
        return requests
    }

    fileprivate func sent(_ count: Int) { bytes += count }

    /// Returns once so many requests have arrived.
    func reached(_ count: Int) async throws {
        while requests < count { try await Task.sleep(for: .milliseconds(5)) }
    }
}

/// Holds what the double answers.
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
