#if Server
    import Foundation
    import Logging
    import Purser
    import PurserServer
    import PurserSigning
    import PurserVerification
    import TestDatabase

    @testable import PurserBookServer

    /// Purchases of the tests' app, signed as an App Store would, and books that accept them.
    struct GardenStore: Sendable {
        let authority: SigningAuthority

        init() throws { authority = try SigningAuthority() }

        /// A signed purchase.
        func coins(
            _ id: String, of user: UUID, bundle: String = "com.example.garden",
            environment: StoreEnvironment = .localTesting
        ) throws -> String {
            var fields = StoreTransaction.Fields(
                id: id, productID: "coins", productType: .consumable, purchaseTime: at(0))
            (fields.appAccountToken, fields.appBundleID, fields.environment) = (user, bundle, environment)
            fields.signedTime = at(0)
            return try authority.sign(StoreTransaction(fields))
        }

        /// A server on a database of the tests', which says nothing.
        func server(_ database: DatabaseAddress) throws -> BookServer {
            var configuration = PurchaseBook.Configuration(
                database: database, bundleID: "com.example.garden", environment: .localTesting,
                verifier: try SignedDataVerifier(authority.accepted(bundleID: "com.example.garden")))
            configuration.hintDatabase = try TestPooler.passing(database)
            (configuration.callLimit, configuration.allowsTestEnvironments) = (patience, true)
            configuration.logger.logLevel = .critical
            var server = BookServer(configuration)
            (server.port, server.token) = (0, OperatorToken(ServerAddress.token))
            server.limits.time = patience
            return server
        }
    }

    extension BookServer {
        /// Serves for as long as `body` runs.
        func whileServing(_ body: (ServerAddress) async throws -> Void) async throws {
            let (ports, listening) = AsyncStream.makeStream(of: Int.self)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    defer { listening.finish() }
                    do { try await run(endsBySignal: false) { listening.yield($0) } } catch is CancellationError {}
                }
                for await port in ports {
                    try await body(ServerAddress(port: port))
                    break
                }
                group.cancelAll()
                try await group.waitForAll()
            }
        }

        /// With a webhook at an address of this machine.
        mutating func addWebhook(_ name: String, port: Int, scheme: String = "http") {
            let secret = WebhookSecret(Receiver.secret)
            if let webhook = secret.flatMap({ Webhook("\(name)=\(scheme)://127.0.0.1:\(port)/hook", secret: $0) }) {
                webhooks.append(webhook)
            }
            (options.interval, options.longestPause) = (.milliseconds(20), .milliseconds(20))
        }
    }
#endif
