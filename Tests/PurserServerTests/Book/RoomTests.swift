#if Server
    import Foundation
    import Purser
    import TestDatabase
    import Testing

    @testable import PurserServer

    @Suite(
        "Room", .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"),
        .timeLimit(.minutes(30)))
    struct RoomTests {
        private let one = user(1)
        private let two = user(2)

        /// A book with two updates of each of two users, which are ten days old.
        private func book() async throws -> (book: PurchaseBook, session: Session) {
            let database = try await TestCluster.database()
            let book = try await PurchaseBook.sample(database) { $0.clock = SystemClock() }
            for number in 1...4 { try await book.report(.coins("\(number)", of: user(1 + number % 2))) }
            let session = try await Session(database)
            try await session.run("update purser.recorded_update set recorded = recorded - interval '10 days'")
            return (book, session)
        }

        private func deal(with consumer: String, _ book: PurchaseBook, upTo seen: UInt64? = nil) async throws {
            for lease in try await book.list(of: consumer).lease(limit: 9, worker: "a", for: .seconds(600)) {
                _ = try await book.list(of: consumer).acknowledge(
                    lease, seen: seen ?? lease.wanted, for: .seconds(600))
            }
        }

        private func replay(_ consumer: String, _ book: PurchaseBook) async throws {
            try await book.list(of: consumer).make(fromBeginning: true)
            while try await book.list(of: consumer).listUsers() {}
        }

        @Test(
            "Only what is old, and what every consumer has dealt with, is removed; who has not is named with how much")
        func removing() async throws {
            let (book, session) = try await book()
            for consumer in ["mailer", "search"] { try await replay(consumer, book) }
            #expect(try await book.removeUpdates(olderThan: .seconds(86_400)) == 0)
            try await deal(with: "mailer", book)
            #expect(try await book.removeUpdates(olderThan: .seconds(86_400)) == 0)
            #expect(try await book.consumers().map(\.heldUpdates) == [0, 4])
            try await deal(with: "search", book, upTo: 1)
            try await book.report(.coins("new", of: one))
            #expect(try await book.removeUpdates(olderThan: .seconds(20 * 86_400)) == 0)
            #expect(try await book.removeUpdates(olderThan: .seconds(86_400)) == 2)
            #expect(try await book.updates(of: one).map(\.sequence) == [2, 3])
            #expect(try await book.removedNumber(of: one) == 1)
            // What a user owns stays, and so do numbers.
            #expect(try await book.entitlements(of: one).purchasedQuantity(of: "coins") == 3)
            #expect(try await book.removedNumber(of: user(9)) == 0)
            #expect(try await book.removeConsumer("search"))
            try await deal(with: "mailer", book)
            #expect(try await book.removeUpdates(olderThan: .seconds(86_400)) == 2)
            #expect(try await book.updates(of: one).map(\.sequence) == [3])
            #expect(try await session.number("select count(*) from purser.recorded_update") == 1)
            #expect(try await book.report(.coins("next", of: two)) == .recorded(of: two, 3))
            book.close()
        }

        @Test(
            "A consumer that has begun at the beginning holds back what it has not come to; a purchase that nobody has stays"
        )
        func beginning() async throws {
            let (book, session) = try await book()
            try await book.report(.period("S1", of: "S1", until: 100, signed: 1))
            try await session.run("update purser.recorded_update set recorded = recorded - interval '10 days'")
            let list = book.list(of: "search")
            try await list.make(fromBeginning: true)
            while try await session.number("select count(*) from purser.due") != 1 {
                _ = try await list.listUsers(limit: 1)
            }
            try await deal(with: "search", book)
            #expect(try await book.removeUpdates(olderThan: .seconds(86_400)) == 2)
            #expect(try await session.number("select count(*) from purser.recorded_update") == 3)
            while try await list.listUsers() {}
            try await deal(with: "search", book)
            #expect(try await book.removeUpdates(olderThan: .seconds(86_400)) == 2)
            #expect(try await book.bind("S1", to: one) == one)
            #expect(try await book.reported(one) == ["3 purchased S1"])
            book.close()
        }

        @Test("It waits for nobody: who is locked is passed over, and removed the next time")
        func passing() async throws {
            let (book, session) = try await book()
            try await session.run("begin")
            try await session.run(
                "select from purser.holder where holder = $1 for update", [.text(Holder(user: one).text)])
            #expect(try await book.removeUpdates(olderThan: .seconds(86_400)) == 2)
            try await session.run("commit")
            #expect(try await book.removeUpdates(olderThan: .seconds(86_400)) == 2)
            book.close()
        }

        @Test("Updates that were recorded before the step are as old as the step")
        func before() async throws {
            let (book, session) = try await book()
            try await session.run("update purser.recorded_update set recorded = null")
            #expect(try await book.removeUpdates(olderThan: .seconds(86_400)) == 0)
            try await session.run("update purser.schema_step set applied = applied - interval '2 days'")
            #expect(try await book.removeUpdates(olderThan: .seconds(86_400)) == 4)
            book.close()
        }

        @Test(
            "What is given out of a user has every row of every table that names the user; after erasing, no dump does")
        func exporting() async throws {
            let text = try await TestCluster.databaseText()
            let database = try DatabaseAddress(text)
            _ = try await BookMigration.migrate(database)
            let book = try await PurchaseBook.sample(database)
            let session = try await Session(database)
            try await book.addConsumer("mailer")
            try await book.report(
                .period("2000000000001", of: "2000000000001", until: 100, signed: 1, of: one),
                renewals: [renewal(of: "2000000000001", signed: 2)])
            try await book.report(.coins("2000000000009", of: one))
            try await book.report(.coins("2000000000010", of: two))
            try await book.schedule("reminder", for: one, at: at(50).date)
            try await session.run(
                "insert into purser.delivered values (1, 'mailer', $1, '2000000000009', 1, 3)",
                [.text(Holder(user: one).text)])
            let given = try await book.export(one)
            let names = [Holder(user: one).text, "2000000000001", "2000000000009"]
            let counts: [String: Int] = [
                "line": given.lines.count, "entry": given.transactions.count + given.renewals.count, "holder": 1,
                "recorded_update": given.updates.count, "due": given.due.count, "delivered": given.delivered.count,
            ]
            let found = try await rows(with: names, session)
            #expect(found == counts, "\(found)")
            #expect(given.due.map(\.consumer) == ["job:reminder", "mailer"] && given.latestNumber == 3)
            let json = String(decoding: try JSONEncoder().encode(given), as: UTF8.self)
            for name in names { #expect(json.lowercased().contains(name)) }
            #expect(!json.contains("2000000000010"))

            try await book.erase(one)
            #expect(try await rows(with: names, session) == [:])
            let programs = try #require(TestCluster.programs)
            for (name, isThere) in names.map({ ($0, false) }) + [(Holder(user: two).text, true)] {
                let hexadecimal = name.utf8.map { String($0, radix: 16) }.joined()
                let dump = try Shell.run([
                    "sh", "-c", "\(programs)/pg_dump '\(text)' | grep -c -e '\(name)' -e '\(hexadecimal)'",
                ])
                #expect((dump.status == 0) == isThere, "\(name)")
            }
            book.close()
        }

        /// How many rows of each table have one of these names, as text or in the bytes of a record.
        private func rows(with names: [String], _ session: Session) async throws -> [String: Int] {
            var found: [String: Int] = [:]
            for row in try await session.run("select tablename from pg_tables where schemaname = 'purser'").rows {
                let table = try #require(row.text(0))
                let forms = names + names.map { $0.utf8.map { String($0, radix: 16) }.joined() }
                let count = try await session.run(
                    """
                    select count(*) from purser.\(table) as t
                    where exists (select from unnest($1::text[]) as name where strpos(t::text, name) > 0)
                    """, [.texts(forms)])
                if let number = count.rows.first?.integer(0), number > 0 { found[table] = Int(number) }
            }
            return found
        }
    }
#endif
