import BookServer
import Foundation
import Hummingbird
import Logging
import Purser
import PurserServer
import PurserSigning
import PurserSimulator
import PurserVerification
import ServiceLifecycle

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An App Store that signs, Apple's server, a database, and any number of server processes of the app.
struct Garden: Sendable {
    let store: EmbeddedAppStore
    let apple: EmbeddedAppStoreServer
    let authority: SigningAuthority
    let mails = Mails()
    /// An app of this garden's own, so that its book is empty.
    private let bundleID = "com.example.garden\(UUID())"

    /// The address of the database, which `.ci/book` starts; `nil` if there is none.
    static let database = ProcessInfo.processInfo.environment["PURSER_DATABASE"]

    /// Everything new; the database has the book's schema.
    init() async throws {
        var settings = SimulatorSettings()
        settings.app = SimulatedApp(bundleID: bundleID)
        settings.app.appID = 1_234_567
        settings.environment = .production
        let products = [
            StoreProduct(id: "coins", type: .consumable, price: 1),
            StoreProduct(id: "lamp", type: .nonConsumable, price: 9),
        ]
        store = EmbeddedAppStore(
            catalog: SimulatorCatalog(products: products, settings: settings), clock: MovableClock())
        authority = try SigningAuthority()
        apple = try await EmbeddedAppStoreServer(store: store, authority: authority)
        _ = try await BookMigration.migrate(Self.address())
    }

    private static func address() throws -> DatabaseAddress { try DatabaseAddress(database ?? "") }

    /// Takes the database away from everybody, or lets everybody in again.
    static func open(_ isOpen: Bool) throws {
        let psql = try Process.run(
            URL(filePath: "/usr/bin/env"),
            arguments: [
                "psql", "-q", (database ?? "").replacing("/garden", with: "/postgres"),
                "-c", "alter database garden allow_connections \(isOpen)",
                "-c", "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'garden'",
            ])
        psql.waitUntilExit()
        guard psql.terminationStatus == 0 else { throw CocoaError(.executableNotLoadable) }
    }

    /// Runs one server process of the app, on a free port, for as long as `body` runs.
    func serve(_ body: (Server) async throws -> Void) async throws {
        let verifier = try SignedDataVerifier(
            authority.accepted(bundleID: bundleID, appID: 1_234_567, environments: [.production]))
        var configuration = PurchaseBook.Configuration(
            database: try Self.address(), bundleID: bundleID, verifier: verifier)
        configuration.callLimit = .seconds(5)
        let book = try await PurchaseBook.open(configuration)
        defer { book.close() }
        let server = ShopServer(book: book, logger: Logger(label: "test")) { [mails] in await mails.send($0) }
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let services = server.services(at: .hostname("127.0.0.1", port: 0)) { number in
            port.yield(number)
            port.finish()
        }
        let group = ServiceGroup(
            configuration: .init(services: services, gracefulShutdownSignals: [], logger: Logger(label: "test")))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { port.finish() }
                try await group.run()
            }
            for await number in ports {
                try await body(Server(port: number))
                await group.triggerGracefulShutdown()
            }
            // Returns once the services have ended by themselves; nothing is cancelled.
            try await tasks.waitForAll()
        }
    }
}

/// A server process of the app, as apps and Apple see it.
struct Server: Sendable {
    let port: Int

    /// The address of a route.
    func url(_ path: String) throws -> URL {
        guard let url = URL(string: "http://127.0.0.1:\(port)/\(path)") else { throw URLError(.badURL) }
        return url
    }

    /// Posts a body; the status, and when to post again.
    func post(_ path: String, _ body: String) async throws -> (status: Int, retryAfter: String?) {
        var request = URLRequest(url: try url(path))
        request.httpMethod = "POST"
        request.httpBody = Data(body.utf8)
        let (_, response) = try await URLSession.shared.data(for: request)
        let http = response as? HTTPURLResponse
        return (http?.statusCode ?? 0, http?.value(forHTTPHeaderField: "Retry-After"))
    }

    /// What a user owns.
    func owned(by user: UUID) async throws -> Owned {
        let (data, _) = try await URLSession.shared.data(from: url("users/\(user)/entitlements"))
        return try JSONDecoder().decode(Owned.self, from: data)
    }

    struct Owned: Decodable, Equatable {
        var products: [String] = []
        var quantities: [String: Int] = [:]
    }
}

/// The mails that were sent.
actor Mails {
    private(set) var sent: [BookUpdate] = []

    func send(_ update: BookUpdate) { sent.append(update) }

    /// Returns once so many mails about different updates were sent.
    func wait(for count: Int) async throws {
        while Set(sent.map(\.update.key)).count < count { try await Task.sleep(for: .milliseconds(10)) }
    }
}
