#if Server
    import Foundation
    import Purser
    import TestDatabase
    import Testing

    @testable import PurserServer

    @Suite(
        "Removing a consumer", .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"),
        .timeLimit(.minutes(30)))
    struct RemovingTests {
        private func rows(_ session: Session) async throws -> Int64? {
            try await session.number(
                """
                select (select count(*) from purser.consumer) + (select count(*) from purser.due)
                    + (select count(*) from purser.delivered)
                """)
        }

        @Test("Nothing is left of a removed consumer, and updates cost no row of it any more; others keep theirs")
        func removing() async throws {
            let database = try await TestCluster.database()
            let book = try await PurchaseBook.sample(database)
            let session = try await Session(database)
            for name in ["mailer", "index"] { try await book.addConsumer(name) }
            try await book.schedule("reminder", for: user(1), at: at(0).date)
            try await book.report(.coins("1", of: user(1)))
            try await session.run(
                "insert into purser.delivered select realm, 'mailer', holder, '1', 1, 1 from purser.holder")
            #expect(try await rows(session) == 7)
            #expect(try await book.removeConsumer("mailer"))
            #expect(try await book.removeConsumer("job:reminder"))
            try await book.report(.coins("2", of: user(2)))
            #expect(try await session.number("select count(*) from purser.due where consumer <> 'index'") == 0)
            #expect(try await rows(session) == 3)
            #expect(try await book.removeConsumer("mailer") == false)
            #expect(try await book.consumers().map(\.consumer) == ["index"])
            book.close()
        }

        @Test("A consumer that is made again by the name of a removed one begins as a new one does")
        func anew() async throws {
            let book = try await PurchaseBook.sample(try await TestCluster.database())
            let delivered = DeliveredUpdates()
            try await book.report(.coins("1", of: user(1)))
            for count in 1...2 {
                try await following(book) {
                    delivered.add($0)
                } until: {
                    await delivered.wait(for: count)
                }
                #expect(try await book.removeConsumer("mailer"))
            }
            #expect(delivered.numbers(of: user(1)) == [1, 1])
            book.close()
        }

        /// A consumer is removed, or its function changed, while an update is recorded and not committed; answers how many rows are left.
        private func removeMeanwhile(_ change: (String) -> String = { $0 }) async throws -> Int64? {
            let database = try await TestCluster.database()
            let book = try await PurchaseBook.sample(database)
            defer { book.close() }
            let (one, two) = (try await Session(database), try await Session(database))
            let text = try await one.run(
                "select pg_get_functiondef(oid) from pg_proc where proname = 'remove_consumer'")
            try await one.run(change(try #require(text.rows.first?.text(0))))
            try await book.addConsumer("mailer")
            var shelf = LineShelf()
            let decision = try shelf.report(.coins("1", of: user(1)))
            try await one.run("begin")
            try await one.run(ReceiveCall.statement([decision], realm: 1))
            for _ in 0..<5 { try await two.run("select purser.remove_consumer(1::smallint, 'mailer', 10)") }
            try await one.run("commit")
            try await book.removeConsumer("mailer")
            return try await rows(two)
        }

        @Test("K1: a consumer is removed only once every transaction has ended that may put a user on its list")
        func waiting() async throws { #expect(try await removeMeanwhile() == 0) }

        @Test("Control: without waiting a user stays on the list of a consumer that is gone")
        func notWaiting() async throws {
            let wait = "if begun.removed >= pg_snapshot_xmin(pg_current_snapshot()) then return 0; end if;"
            #expect(try await removeMeanwhile { $0.replacingOccurrences(of: wait, with: "") } == 1)
        }

        @Test("While a consumer is being removed it is not made anew, and no job is scheduled for it")
        func meanwhile() async throws {
            let database = try await TestCluster.database()
            let book = try await PurchaseBook.sample(database)
            let session = try await Session(database)
            try await book.addConsumer("mailer")
            try await book.schedule("reminder", for: user(1), at: at(0).date)
            for name in ["mailer", "job:reminder"] {
                try await session.run("select purser.remove_consumer(1::smallint, $1, 10)", [.text(name)])
            }
            let failures = [
                await #expect(throws: BookFailure.self) { try await book.addConsumer("mailer") },
                await #expect(throws: BookFailure.self) {
                    try await book.schedule("reminder", for: user(2), at: at(0).date)
                },
            ]
            for failure in failures {
                #expect(failure?.code == .busy && failure?.message.contains("being removed") == true)
            }
            book.close()
        }
    }
#endif
