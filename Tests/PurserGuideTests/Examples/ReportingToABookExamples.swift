#if Server
    import Foundation
    import Purser
    import PurserServer
    import PurserSigning
    import PurserSimulator
    import TestDatabase
    import Testing

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    @Suite(
        "An app that reports to a purchase book",
        .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"), .timeLimit(.minutes(30)))
    struct ReportingToABookExamples {
        private let authority: SigningAuthority
        private let process: ServedBook
        private let server: URL

        init() async throws {
            authority = try SigningAuthority()
            process = try await ServedBook(authority)
            server = process.url
        }

        func report(_ transaction: StoreTransaction) async throws {
            var request = URLRequest(url: server.appendingPathComponent("transactions"))
            request.httpMethod = "POST"
            request.httpBody = transaction.jwsRepresentation.map { Data($0.utf8) }
            let (_, response) = try await URLSession.shared.data(for: request)
            guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
        }

        @Test(
            "What is bought on a device is finished once purser book serve has it on record; a refund is reported as well"
        )
        func reporting() async throws {
            defer { process.end() }
            var settings = SimulatorSettings()
            (settings.app.bundleID, settings.environment) = ("com.example.garden", .localTesting)
            let appStore = EmbeddedAppStore(
                catalog: SimulatorCatalog(
                    products: [StoreProduct(id: "coins", type: .consumable, price: 1)], settings: settings))
            await appStore.sign(by: authority)
            let user = UUID()
            var configuration = PurchaseStore.Configuration(backend: appStore)
            configuration.account = .user(user)
            configuration.grant = { update in try await report(update.transaction) }
            configuration.revoke = { update in try await report(update.transaction) }
            let store = try await PurchaseStore.open(configuration)
            let bought = try #require(try await store.purchase("coins", quantity: 3).purchase)
            #expect(try await process.owned(by: user).contains(#""quantities":{"coins":3}"#))
            try await appStore.refund(bought.transaction.id)
            while try await !process.owned(by: user).contains(#""quantities":{}"#) {
                try await Task.sleep(for: .milliseconds(10))
            }
            try await store.close()
        }
    }

    /// A process of `purser book serve`, the tool that stands beside the tests.
    private final class ServedBook: Sendable {
        private static let token = "a token of the operator".replacingOccurrences(of: " ", with: "-")

        let url: URL
        private let process: Process

        init(_ authority: SigningAuthority) async throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("purser-served-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let (root, log) = (folder.appendingPathComponent("root.der"), folder.appendingPathComponent("log"))
            try authority.rootCertificate.write(to: root)
            try Data().write(to: log)
            let database = try await TestCluster.databaseText()
            _ = try await BookMigration.migrate(try DatabaseAddress(database))
            process = Process()
            process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
                .deletingLastPathComponent().appendingPathComponent("purser")
            process.arguments =
                ["book", "serve", "--bundle", "com.example.garden", "--environment", "LocalTesting", "--port", "0"]
                + ["--root", root.path]
            process.environment = ProcessInfo.processInfo.environment.merging(
                ["PURSER_DATABASE": database, "PURSER_BOOK_TOKEN": Self.token]
            ) { $1 }
            process.standardOutput = try FileHandle(forWritingTo: log)
            try process.run()
            var found: Substring?
            while found == nil, process.isRunning {
                try await Task.sleep(for: .milliseconds(10))
                found = try String(contentsOf: log, encoding: .utf8).firstMatch(of: #/"port":"(\d+)"/#)?.1
            }
            let port = try #require(found)
            url = try #require(URL(string: "http://127.0.0.1:\(port)"))
        }

        func end() { process.terminate() }

        func owned(by user: UUID) async throws -> String {
            var request = URLRequest(url: url.appendingPathComponent("users/\(user)/entitlements"))
            request.setValue("Bearer \(Self.token)", forHTTPHeaderField: "Authorization")
            let (data, _) = try await URLSession.shared.data(for: request)
            return String(decoding: data, as: UTF8.self)
        }
    }
#endif
