#if Server
    import Foundation
    import Purser
    import PurserSigning
    import PurserVerification
    import TestDatabase
    import Testing

    @testable import PurserServer

    @Suite(
        "The purchase book", .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"),
        .timeLimit(.minutes(30)))
    struct BookTests {
        private let one = user(1)
        private let two = user(2)

        @Test("D1, O6: a transaction is recorded once, by whichever process; a change is an update")
        func once() async throws {
            let database = try await TestCluster.database()
            let (book, other) = (try await PurchaseBook.sample(database), try await PurchaseBook.sample(database))
            defer {
                book.close()
                other.close()
            }
            let bought = StoreTransaction.coins("1", of: one)
            #expect(try await book.report(bought) == .recorded(of: one, 1))
            #expect(try await other.report(bought) == .known(user: one))
            #expect(try await other.report(bought.revoked(at: 5)) == .recorded(of: one, 2))
            #expect(try await book.report(bought) == .known(user: one))
            #expect(try await book.reported(one) == ["1 purchased 1", "2 revoked 1"])
            #expect(try await other.entitlements(of: one).purchasedQuantity(of: "coins") == 0)
        }

        @Test("U6: an update's key is the same in every process, and another one for another user")
        func keys() async throws {
            let database = try await TestCluster.database()
            let (book, other) = (try await PurchaseBook.sample(database), try await PurchaseBook.sample(database))
            try await book.report(.coins("1", of: one))
            try await book.report(.coins("2", of: two))
            let keys = try await [
                book.updates(of: one), other.updates(of: one), book.updates(of: two),
            ].map { $0.map(\.key) }
            #expect(keys[0] == keys[1] && keys[0] != keys[2])
            book.close()
            other.close()
        }

        @Test("K6: a line without a user is bound by the app, with its updates; an unknown one is not")
        func binding() async throws {
            let book = try await PurchaseBook.sample(try await TestCluster.database())
            #expect(try await book.bind("S1", to: one) == nil)
            try await book.report(.coins("9", of: one))
            #expect(
                try await book.report(.period("S1", of: "S1", until: 100, signed: 1))
                    == .recorded(of: nil, 1))
            #expect(try await book.bind("S1", to: one) == one)
            #expect(try await book.bind("S1", to: one) == one)
            #expect(try await book.bind("S1", to: two) == one)
            #expect(try await book.reported(one) == ["1 purchased 9", "2 purchased S1"])
            book.close()
        }

        @Test("M6: joined lines are one, also by the earlier name")
        func joining() async throws {
            let book = try await PurchaseBook.sample(try await TestCluster.database())
            try await book.report(.period("S1", of: "S1", until: 100, signed: 1, of: one))
            try await book.report(.period("N1", of: "N1", until: 150, signed: 2, of: one))
            try await book.report(.period("N2", of: "N1", formerly: "S1", until: 200, signed: 101, of: one))
            try await book.report(renewals: [renewal(of: "S1", renews: false, signed: 120)])
            #expect(
                try await book.reported(one)
                    == ["1 purchased S1", "2 purchased N1", "3 purchased N2", "4 statusChanged N2"])
            #expect(try await book.entitlements(of: one).subscriptions.count == 1)
            book.close()
        }

        @Test("U5: a purchase moves to another user, in one transaction")
        func moving() async throws {
            let book = try await PurchaseBook.sample(try await TestCluster.database())
            let bought = StoreTransaction.period("S1", of: "S1", until: 100, signed: 1, of: one)
            try await book.report(bought)
            try await book.report(bought.named(two, signed: 10))
            #expect(try await book.reported(one) == ["1 purchased S1", "2 revoked S1"])
            #expect(try await book.reported(two) == ["1 purchased S1"])
            book.close()
        }

        @Test("Bad input: each kind is rejected, and nothing is stored")
        func rejecting() async throws {
            let database = try await TestCluster.database()
            let authority = try SigningAuthority()
            let verifier = try SignedDataVerifier(
                authority.accepted(bundleID: "com.example.garden", environments: [.sandbox]))
            let book = try await PurchaseBook.sample(database) { $0.verifier = verifier }
            let answers = [
                try await book.receive(transaction: "no.signed.text"),
                try await book.receive(transaction: String(repeating: "a", count: 1_048_577)),
                try await book.receive(notification: ""),
            ]
            for answer in answers {
                guard case .rejected(let rejection) = answer else {
                    Issue.record("\(answer)")
                    continue
                }
                #expect(rejection.reason == .unreadable && answer.httpStatus == 400)
            }
            let session = try await Session(database)
            #expect(try await session.number("select count(*) from purser.line") == 0)
            book.close()
        }

        @Test("Signed forms are checked, and recorded only where that is wanted", arguments: [false, true])
        func signedForms(wanted: Bool) async throws {
            let authority = try SigningAuthority()
            let verifier = try SignedDataVerifier(
                authority.accepted(bundleID: "com.example.garden", environments: [.sandbox]))
            let book = try await PurchaseBook.sample(try await TestCluster.database()) {
                ($0.verifier, $0.recordsSignedForms) = (verifier, wanted)
            }
            var fields = StoreTransaction.coins("1", of: one).fields
            fields.appBundleID = "com.example.garden"
            let signed = try authority.sign(StoreTransaction(fields))
            #expect(try await book.receive(transaction: signed) == .recorded(of: one, 1))
            #expect(try await book.receive(transaction: signed) == .known(user: one))
            #expect(try await book.updates(of: one).map(\.transaction.jwsRepresentation) == [wanted ? signed : nil])
            book.close()
        }

        @Test("A book of an environment that anybody can sign for is opened only where that is allowed")
        func testEnvironment() async throws {
            let database = try await TestCluster.database()
            let failure = await #expect(throws: BookFailure.self) {
                try await PurchaseBook.sample(database) { $0.environment = .xcode }
            }
            #expect(failure?.code == .testEnvironment)
            #expect(failure?.message.contains("allowsTestEnvironments") == true)
            let book = try await PurchaseBook.sample(database) {
                $0.environment = .xcode
                $0.allowsTestEnvironments = true
            }
            book.close()
        }

        @Test(
            "A purchase whose row another session keeps locked fails alone, not what was joined with it into one call")
        func lockedLine() async throws {
            let database = try await TestCluster.database()
            let book = try await PurchaseBook.sample(database, connections: 1)
            let (keeper, leader) = (try await Session(database), try await Session(database))
            try await keeper.run("alter function purser.receive set lock_timeout = '1s'")
            for id in ["1", "2"] { try await book.report(.coins(id, of: one)) }
            try await leader.run("begin")
            try await leader.run("select from purser.line where line = '1' for update")
            try await keeper.run("begin")
            try await keeper.run("select from purser.line where line = '2' for update")
            async let first = book.report(StoreTransaction.coins("1", of: one).revoked(at: 5))
            while try await leader.number("select count(*) from pg_locks where not granted") == 0 { await Task.yield() }
            async let locked = failure {
                try await book.report(StoreTransaction.coins("2", of: one).revoked(at: 5))
            }
            async let free = book.report(.coins("3", of: two))
            while book.queue.waitingCount < 2 { await Task.yield() }
            try await leader.run("commit")
            #expect(try await first == .recorded(of: one, 3))
            #expect(try await free == .recorded(of: two, 1))
            #expect(await locked?.code == .busy)
            try await keeper.run("rollback")
            book.close()
        }

        @Test("A book at a copy that takes no changes says what users own, and records nothing")
        func copy() async throws {
            let text = try await TestCluster.directDatabaseText()
            _ = try await BookMigration.migrate(try DatabaseAddress(text))
            let book = try await PurchaseBook.sample(try DatabaseAddress(text))
            try await book.report(.coins("1", of: one))
            let copy = try await PurchaseBook.sample(
                try DatabaseAddress(text + " options='-c default_transaction_read_only=on'"))
            #expect(try await copy.entitlements(of: one).purchasedQuantity(of: "coins") == 1)
            #expect(try await copy.reported(one) == ["1 purchased 1"])
            let failure = await #expect(throws: BookFailure.self) { try await copy.report(.coins("2", of: one)) }
            #expect(failure?.code == .readOnly)
            copy.close()
            book.close()
        }

        @Test("A NUL in an identifier fails its own delivery alone")
        func nul() async throws {
            let book = try await PurchaseBook.sample(try await TestCluster.database(), connections: 1)
            async let bad = try? book.report(.coins("a\0b", of: one))
            async let good = book.report(.coins("2", of: two))
            #expect(await bad == nil)
            #expect(try await good == .recorded(of: two, 1))
            book.close()
        }
    }

    @Suite(
        "The schema", .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"),
        .timeLimit(.minutes(30)))
    struct SchemaTests {
        @Test("Eight processes that migrate at once make each step once")
        func migrating() async throws {
            let database = try await TestCluster.database(migrated: false)
            let made = try await withThrowingTaskGroup(of: [Int].self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        let pool = try ConnectionPool(database, size: 1, limit: patience)
                        defer { pool.close() }
                        return try await Migrator(pool).migrate()
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(made.sorted() == Array(1...SchemaSteps.needed))
        }

        @Test("The steps that are due are those that a migration makes; listing them makes none")
        func due() async throws {
            let database = try await TestCluster.database(migrated: false)
            for _ in 0..<2 {
                let due = try await BookMigration.dueSteps(in: database)
                #expect(due.map(\.number) == Array(1...SchemaSteps.needed))
                #expect(due.allSatisfy { $0.summary.hasSuffix(".") })
            }
            #expect(try await BookMigration.migrate(database) == Array(1...SchemaSteps.needed))
            #expect(try await BookMigration.dueSteps(in: database).isEmpty)
        }

        @Test("Without a schema a book does not open, and says what to run")
        func missing() async throws {
            let database = try await TestCluster.database(migrated: false)
            let failure = await #expect(throws: BookFailure.self) { try await PurchaseBook.sample(database) }
            #expect(failure?.code == .wrongSchema)
            #expect(failure?.message.contains("purser book migrate") == true)
        }

        @Test("A role without rights to alter runs the book, and can alter nothing")
        func role() async throws {
            let database = try await TestCluster.database()
            let session = try await Session(database)
            let name = "app\(session.process)"
            try await session.run("create role \(name) login")
            try await session.run("select purser.admit($1)", [.text(name)])
            let own = try DatabaseAddress(
                database.parameters.merging(["user": name]) { $1 }.filter { $0.key != "application_name" }
                    .map { "\($0.key)=\($0.value)" }.joined(separator: " "))
            let book = try await PurchaseBook.sample(own)
            #expect(try await book.report(.coins("1", of: user(1))) == .recorded(of: user(1), 1))
            #expect(try await book.erase(user(1)) == 1)
            book.close()
            let other = try await Session(own)
            for statement in [
                "drop table purser.line", "alter table purser.line add x int", "select purser.admit('x')",
            ] {
                let failure = await #expect(throws: BookFailure.self) { try await other.run(statement) }
                #expect(failure?.code == .denied, "\(statement)")
            }
        }
    }
#endif
