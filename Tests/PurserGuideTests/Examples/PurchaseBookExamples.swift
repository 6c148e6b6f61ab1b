#if Server
    import Foundation
    import Logging
    import Purser
    import PurserNetworking
    import PurserServer
    import PurserServerAPI
    import PurserSigning
    import PurserSimulator
    import PurserVerification
    import TestDatabase
    import Testing

    @Suite(
        "The examples of PurchaseBookForServers.md",
        .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"), .timeLimit(.minutes(30)))
    struct PurchaseBookExamples {
        private actor Credits {
            private(set) var all: [String: Int] = [:]
            func set(_ transaction: String, to units: Int) { all[transaction] = units }
        }

        private actor Mailer {
            private(set) var count = 0
            func send(_ update: BookUpdate) { count += 1 }
        }

        private let authority: SigningAuthority
        private let verifier: SignedDataVerifier
        private let user = UUID()

        init() throws {
            authority = try SigningAuthority()
            verifier = try SignedDataVerifier(
                authority.accepted(bundleID: "com.example.garden", environments: [.sandbox]))
        }

        /// What the app's customer bought.
        private func signed(
            _ id: String, _ productID: String, _ type: StoreProduct.ProductType, of user: UUID? = nil
        ) throws -> String {
            var fields = StoreTransaction.Fields(
                id: id, productID: productID, productType: type,
                purchaseDate: Date(timeIntervalSince1970: 1_760_000_000))
            (fields.environment, fields.appBundleID) = (.sandbox, "com.example.garden")
            fields.appAccountToken = user
            return try authority.sign(StoreTransaction(fields))
        }

        /// A book in a database of its own.
        private func open() async throws -> PurchaseBook {
            let database = try await TestCluster.database()
            return try await PurchaseBook.open(
                PurchaseBook.Configuration(
                    database: database, bundleID: "com.example.garden", environment: .sandbox, verifier: verifier))
        }

        @Test("The schema, a book, what an app reports, whose it is")
        func book() async throws {
            let address = try await TestCluster.databaseText()
            let signedText = try signed("2000000001", "lamp", .nonConsumable)

            try await Self.makeRole(in: DatabaseAddress(address))
            #expect(try await BookMigration.dueSteps(in: DatabaseAddress(address)).map(\.number).first == 1)

            let database = try DatabaseAddress(address)
            _ = try await BookMigration.migrate(database, role: "shop")

            for step in try await BookMigration.dueSteps(in: database) { print(step.number, step.summary) }

            #expect(try await BookMigration.dueSteps(in: database).isEmpty)
            let configuration = PurchaseBook.Configuration(
                database: database, bundleID: "com.example.garden", environment: .sandbox, verifier: verifier)

            let book = try await PurchaseBook.open(configuration)
            let answer = try await book.receive(transaction: signedText)
            print(answer.httpStatus)

            #expect(answer == .recorded(user: nil, updates: [BookAnswer.Update(user: nil, number: 1)]))

            let bought = try await verifier.verifyTransaction(signedText)
            _ = try await book.receive(verified: bought)
            let owner = try await book.bind(bought.storeTransaction().originalID, to: user)
            let owned = try await book.entitlements(of: user)
            print(owner == user, owned.contains("lamp"))

            #expect(owner == user && owned.contains("lamp"))
            book.close()
        }

        /// The role that runs the book; all databases of the tests' server have one.
        private static func makeRole(in database: DatabaseAddress) async throws {
            try await TestCluster.run(
                "do $$ begin create role shop login; exception when duplicate_object then null; end $$", in: database)
        }

        @Test("Opening a book whose database is not there yet")
        func opening() async throws {
            let address = try await TestCluster.databaseText()
            let name = try #require(address.split(separator: " ").first { $0.hasPrefix("dbname=") }?.dropFirst(7))
            let database = try DatabaseAddress(address)
            _ = try await BookMigration.migrate(database)
            try await TestCluster.run("alter database \(name) allow_connections false")
            let (warnings, lines) = AsyncStream.makeStream(of: Void.self)
            let configuration = configuration(of: database, reportingTo: lines)

            func openBook() async throws -> PurchaseBook {
                while true {
                    do { return try await PurchaseBook.open(configuration) } catch {
                        guard error.retryClass != .permanent else { throw error }
                        configuration.logger.warning("It cannot be opened yet.", metadata: ["failure": "\(error)"])
                        try await Task.sleep(for: .seconds(1))
                    }
                }
            }

            async let book = openBook()
            for await _ in warnings { break }
            try await TestCluster.run("alter database \(name) allow_connections true")
            try await book.close()
            let missing = try DatabaseAddress(address.replacing("dbname=\(name)", with: "dbname=missing"))
            let failure = await #expect(throws: BookFailure.self) {
                try await PurchaseBook.open(self.configuration(of: missing, reportingTo: lines))
            }
            #expect(failure?.retryClass == .permanent)
        }

        private func configuration(of database: DatabaseAddress, reportingTo lines: AsyncStream<Void>.Continuation)
            -> PurchaseBook.Configuration
        {
            var configuration = PurchaseBook.Configuration(
                database: database, bundleID: "com.example.garden", environment: .sandbox, verifier: verifier)
            configuration.logger = Logger(label: "test") { _ in Reporting(lines: lines) }
            return configuration
        }

        /// Reports each line that is logged.
        private struct Reporting: LogHandler {
            let lines: AsyncStream<Void>.Continuation
            var metadata: Logger.Metadata = [:]
            var logLevel = Logger.Level.warning
            subscript(metadataKey key: String) -> Logger.Metadata.Value? {
                get { metadata[key] }
                set { metadata[key] = newValue }
            }
            func log(event: LogEvent) { lines.yield() }
        }

        @Test("What a route answers Apple")
        func route() async throws {
            let book = try await open()

            func answer(toApple body: Data) async -> Int {
                do {
                    let text = try NotificationAnswer.signedPayload(in: body)
                    return try await book.receive(notification: text).httpStatus
                } catch {
                    return NotificationAnswer(after: error).status
                }
            }

            let store = try await Self.store(signedBy: authority)
            await store.startNotifications()
            try await store.buyElsewhere("com.example.garden.seeds.10", appAccountToken: user)
            let notifications = try await store.takeSignedNotifications()
            #expect(notifications.count == 1)
            for notification in notifications {
                for _ in 1...2 { #expect(await answer(toApple: notification.body) == 200) }
            }
            #expect(try await book.updates(of: user).count == 1)
            #expect(await answer(toApple: Data("no JSON".utf8)) == 400)
            #expect(await answer(toApple: Data(#"{"signedPayload":"no signature"}"#.utf8)) == 400)
            book.close()
            for notification in notifications { #expect(await answer(toApple: notification.body) == 503) }
        }

        @Test("Catching up")
        func catchingUp() async throws {
            let book = try await open()
            let store = try await Self.store(signedBy: authority)
            let server = try await EmbeddedAppStoreServer(store: store, authority: authority)
            let client = ServerAPIClient(
                key: server.key, bundleID: "com.example.garden", environment: .sandbox, transport: server)
            let transactionID = try await store.buyElsewhere("com.example.garden.seeds.10", appAccountToken: user).id
            #expect(await server.deliverNotifications { _ in 503 }.postedCount == 1)

            try await book.catchUp(from: client)
            try await book.catchUp(customerOf: transactionID, from: client)

            #expect(try await book.updates(of: user).count == 1)
            book.close()
        }

        @Test("Room")
        func room() async throws {
            let book = try await open()
            _ = try await book.receive(transaction: try signed("2000000003", "coins", .consumable, of: user))

            try await book.removeUpdates(olderThan: .seconds(400 * 86_400))

            #expect(try await book.updates(of: user).count == 1)
            book.close()
        }

        @Test("A consumer, its options, its state, what it could not deal with")
        func consumer() async throws {
            let book = try await open()
            _ = try await book.receive(transaction: try signed("2000000002", "coins", .consumable, of: user))

            let mailer = Mailer()
            await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await book.follow("mailer", from: .beginning) { update in
                        await mailer.send(update)
                    }
                }
                while await mailer.count == 0 { await Task.yield() }
                group.cancelAll()
            }
            let credits = Credits()
            await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await book.deliver { update in
                        await credits.set(update.update.transaction.id, to: update.update.transaction.remainingQuantity)
                    } revoke: { update in
                        await credits.set(update.update.transaction.id, to: update.update.transaction.remainingQuantity)
                    }
                }
                while await credits.all.isEmpty { await Task.yield() }
                group.cancelAll()
            }
            #expect(await credits.all == ["2000000002": 1])

            var options = FollowOptions()
            (options.workers, options.lease, options.attempts) = (16, .seconds(120), 20)

            #expect(options != FollowOptions())

            for one in try await book.consumers() { print(one.consumer, one.dueUsers, one.oldestWait, one.deadLetters) }

            for letter in try await book.deadLetters(of: "mailer") { print(letter.seen, letter.reason) }
            try await book.release(of: "mailer")

            #expect(try await book.consumers().map(\.consumer).contains("mailer"))
            #expect(try await book.erase(user) == 1)
            book.close()
        }

        /// An App Store that sells the sample's products in the sandbox, and signs.
        private static func store(signedBy authority: SigningAuthority) async throws -> EmbeddedAppStore {
            let store = try Garden().appStore
            await store.updateSettings { settings in
                (settings.app.bundleID, settings.environment) = ("com.example.garden", .sandbox)
            }
            await store.sign(by: authority)
            return store
        }
    }
#endif
