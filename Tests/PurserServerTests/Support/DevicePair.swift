#if Server
    import Foundation
    import Logging
    import Purser
    import PurserServer
    import PurserServerAPI
    import PurserSigning
    import PurserSimulator
    import PurserTesting
    import PurserVerification
    import TestDatabase

    /// A store on a device, whose handlers post to a book, and the book, which Apple's server posts to as well.
    struct DevicePair: Sendable {
        /// The book did not answer that it has recorded the purchase.
        struct NotRecorded: Error {}

        private static let authority = Result { try SigningAuthority() }

        let appStore: EmbeddedAppStore
        let server: EmbeddedAppStoreServer
        let client: ServerAPIClient
        let clock: MovableClock
        let users: [UUID]
        /// The device's disk.
        let disk = Lock(CrashingFiles())
        /// Each pair has an app of its own, so that all can share a database.
        let bundleID: String
        let database: DatabaseAddress
        /// Whether the book gets anything.
        let reports: Bool
        /// The book's process; none while it is dead.
        let book = Lock<PurchaseBook?>(nil)
        /// Whether nothing is lost any more.
        let isQuiet = Lock(false)
        /// Decides when an answer of the book is lost.
        let luck: Lock<SeededGenerator>

        init(seed: UInt64, in database: DatabaseAddress, reports: Bool) async throws {
            let generator = SeededGenerator(seed: seed)
            (self.database, self.reports) = (database, reports)
            bundleID = "com.example.garden\(seed)"
            users = [user(1), user(2)]
            luck = Lock(generator)
            clock = MovableClock()
            var settings = SimulatorSettings()
            (settings.app.bundleID, settings.environment) = (bundleID, .sandbox)
            appStore = EmbeddedAppStore(
                catalog: SimulatorCatalog(
                    products: [
                        .simulated("coins"), .simulated("lamp", .nonConsumable), .simulated("club", .autoRenewable),
                    ], settings: settings), clock: clock)
            let authority = try Self.authority.get()
            await appStore.sign(by: authority)
            await appStore.startNotifications()
            server = try await EmbeddedAppStoreServer(store: appStore, authority: authority)
            client = ServerAPIClient(
                key: server.key, bundleID: bundleID, environment: .sandbox, transport: server,
                clock: clock)
            try await startBook()
        }

        func startBook() async throws {
            var configuration = PurchaseBook.Configuration(
                database: database, bundleID: bundleID, environment: .sandbox,
                verifier: try SignedDataVerifier(
                    try Self.authority.get().accepted(
                        bundleID: bundleID, environments: [.sandbox])))
            (configuration.clock, configuration.connections) = (clock, 2)
            // It says whenever it dies.
            configuration.logger.logLevel = .critical
            let opened = try await PurchaseBook.open(configuration)
            book.withLock { $0 = opened }
        }

        /// The device dies: what its store does from now on reaches no disk.
        ///
        /// The next one finds what was written.
        func killDevice() {
            disk.withLock { disk in
                disk.die()
                disk = disk.afterKill()
            }
        }

        func killBook() {
            book.withLock { book in
                book?.close()
                book = nil
            }
        }

        /// What the guide's handlers do; now and then the book dies before or after it has recorded.
        func post(_ transaction: StoreTransaction) async throws {
            guard reports else { return }
            guard let book = book.withLock({ $0 }), let text = transaction.jwsRepresentation else {
                throw NotRecorded()
            }
            let chance = isQuiet.withLock { $0 } ? 9 : luck.withLock { Int.random(in: 0..<10, using: &$0) }
            if chance == 0 { throw NotRecorded() }
            guard try await book.receive(transaction: text).httpStatus == 200, chance != 1 else { throw NotRecorded() }
        }

        func openStore(as user: UUID) async throws -> PurchaseStore {
            var configuration = PurchaseStore.Configuration(backend: appStore)
            (configuration.storage, configuration.clock) = (FileLedgerStorage(disk.withLock { $0 }), clock)
            configuration.account = .user(user)
            configuration.grant = { try await post($0.transaction) }
            configuration.revoke = { try await post($0.transaction) }
            let often = RetryPolicy(
                initialDelay: .milliseconds(2), maximumDelay: .milliseconds(20), maximumAttempts: 1_000,
                maximumElapsed: nil)
            (configuration.retries.grant, configuration.retries.revoke) = (often, often)
            return try await PurchaseStore.open(configuration)
        }

        func takeNotifications() async {
            guard reports else { return }
            _ = await server.deliverNotifications { notification in
                guard let book = book.withLock({ $0 }),
                    let text = try? NotificationAnswer.signedPayload(in: notification.body),
                    let answer = try? await book.receive(notification: text)
                else { return 503 }
                return answer.httpStatus
            }
        }
    }
#endif
