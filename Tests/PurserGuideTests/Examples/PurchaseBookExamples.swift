#if Server
    import Foundation
    import Purser
    import PurserServer
    import PurserSigning
    import PurserVerification
    import TestDatabase
    import Testing

    @Suite(
        "The examples of PurchaseBookForServers.md",
        .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"), .timeLimit(.minutes(10)))
    struct PurchaseBookExamples {
        private actor Credits {
            private(set) var all: [String: Int] = [:]
            func set(_ transaction: String, to units: Int) { all[transaction] = units }
        }

        private actor Mailer {
            private(set) var count = 0
            func send(_ update: BookUpdate) { count += 1 }
        }

        @Test("The schema, a book, what comes in, what is read")
        func book() async throws {
            let address = try await TestCluster.databaseText()
            let authority = try SigningAuthority()
            let verifier = try SignedDataVerifier(
                authority.accepted(bundleID: "com.example.garden", environments: [.sandbox]))
            let user = UUID()
            let line = "2000000001"
            var fields = StoreTransaction.Fields(
                id: line, productID: "lamp", productType: .nonConsumable,
                purchaseDate: Date(timeIntervalSince1970: 1_760_000_000))
            (fields.environment, fields.appBundleID) = (.sandbox, "com.example.garden")
            let signedText = try authority.sign(StoreTransaction(fields))

            let database = try DatabaseAddress(address)
            _ = try await BookMigration.migrate(database)

            let configuration = PurchaseBook.Configuration(
                database: database, bundleID: "com.example.garden", environment: .sandbox, verifier: verifier)

            let book = try await PurchaseBook.open(configuration)
            let answer = try await book.receive(transaction: signedText)
            print(answer.httpStatus)

            #expect(answer == .recorded(user: nil, updates: [1]))

            _ = try await book.bind(line, to: user)
            let owned = try await book.entitlements(of: user)
            print(owned.contains("lamp"))

            #expect(owned.contains("lamp"))
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
            #expect(await credits.all == [line: 1])
            book.close()
        }
    }
#endif
