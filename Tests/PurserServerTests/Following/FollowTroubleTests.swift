#if Server
    import Foundation
    import Purser
    import PurserTesting
    import TestDatabase
    import Testing

    @testable import PurserServer

    @Suite(
        "Consumers of the book in trouble",
        .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"), .timeLimit(.minutes(30)))
    struct FollowTroubleTests {
        @Test(
            "A hint of another process wakes a consumer long before it looks by itself, also behind a pooler",
            arguments: TestPooler.isAvailable ? [false, true] : [false])
        func hints(isPooled: Bool) async throws {
            let direct = try await TestCluster.directDatabaseText()
            let server = try TestCluster.shared.get()
            let pooler = isPooled ? try TestPooler(server.folder, to: server.port) : nil
            let database = try DatabaseAddress(
                direct.replacingOccurrences(of: "port=\(server.port)", with: "port=\(pooler?.port ?? server.port)"))
            _ = try await BookMigration.migrate(database)
            let (writer, reader) = (try await PurchaseBook.sample(database), try await PurchaseBook.sample(database))
            let watcher = try await Session(database)
            let delivered = DeliveredUpdates()
            var options = FollowOptions.quick
            options.interval = .seconds(3_600)
            try await reader.addConsumer("mailer")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for book in [writer, reader] { group.addTask { try await book.run() } }
                try await following(reader, from: .now, options: options) {
                    delivered.add($0)
                } until: {
                    while try await watcher.number(
                        """
                        select count(*) from pg_stat_activity
                        where datname = current_database() and query like 'listen%' and state = 'idle'
                        """
                    ) != 2 { await Task.yield() }
                    try await writer.report(.coins("1", of: user(1)))
                    await delivered.wait(for: 1)
                }
                group.cancelAll()
            }
            #expect(delivered.numbers(of: user(1)) == [1])
            writer.close()
            reader.close()
        }

        @Test("An open transaction of another session delays no delivery, by the database's clock")
        func openTransaction() async throws {
            let database = try await TestCluster.database()
            let book = try await PurchaseBook.sample(database)
            let (delivered, watcher) = (DeliveredUpdates(), try await Session(database))
            let longest = Lock(0.0)
            try await book.addConsumer("mailer")
            let other = try await Session(database)
            try await other.run("create table own (id int)")
            try await other.run("begin")
            try await other.run("insert into own values (1)")
            try await following(book, from: .now) { update in
                let waited = try await watcher.run(
                    "select extract(epoch from clock_timestamp() - since)::float8 from purser.due where holder = $1",
                    [.text(Holder(user: update.user).text)])
                longest.withLock { $0 = max($0, waited.rows.first?.number(0) ?? .infinity) }
                delivered.add(update)
            } until: {
                for number in 0..<20 {
                    try await book.report(.coins("\(number)", of: user(number)))
                    await delivered.wait(for: number + 1)
                }
            }
            try await other.run("commit")
            #expect(delivered.updates.count == 20)
            // Less than a second on a machine that does nothing else, which Benchmarks/book measures.
            #expect(longest.withLock { $0 } < 60)
            book.close()
        }

        @Test("K4: of handlers that fail now and then, each user's updates are dealt with once, in order")
        func failing() async throws {
            let database = try await TestCluster.database()
            let book = try await PurchaseBook.sample(database)
            let delivered = DeliveredUpdates()
            let generator = Lock(SeededGenerator(seed: 5))
            var options = FollowOptions.quick
            options.attempts = 1_000
            for number in 0..<100 { try await book.report(.coins("\(number)", of: user(number % 5))) }
            try await following(book, options: options) { update in
                let fails = generator.withLock { Int.random(in: 0..<10, using: &$0) == 0 }
                if fails { throw Shell.Failed(description: "now and then") }
                delivered.add(update)
            } until: {
                await delivered.wait(for: 100)
            }
            for number in 0..<5 { #expect(delivered.numbers(of: user(number)) == Array(1...20)) }
            book.close()
        }

        @Test("C3: closing the book ends a consumer all of whose handlers wait")
        func closing() async throws {
            let book = try await PurchaseBook.sample(try await TestCluster.database())
            let (delivered, gate) = (DeliveredUpdates(), EventCount())
            var options = FollowOptions.quick
            options.workers = 1
            try await book.addConsumer("mailer")
            try await book.report(.coins("1", of: user(1)))
            async let followed: Void = book.follow("mailer", options: options) { update in
                delivered.add(update)
                try await gate.wait(after: 0)
            }
            await delivered.wait(for: 1)
            book.close()
            try await followed
            #expect(delivered.numbers(of: user(1)) == [1])
        }

        @Test("A consumer works through a long list without a hint or a look for each part of it")
        func backlog() async throws {
            let book = try await PurchaseBook.sample(try await TestCluster.database())
            let delivered = DeliveredUpdates()
            var options = FollowOptions.quick
            (options.workers, options.interval) = (2, .seconds(3_600))
            try await book.addConsumer("mailer")
            for number in 0..<20 { try await book.report(.coins("\(number)", of: user(number))) }
            try await following(book, from: .now, options: options) {
                delivered.add($0)
            } until: {
                await delivered.wait(for: 20)
            }
            #expect(Set(delivered.updates.map(\.user)).count == 20)
            book.close()
        }

        @Test("A replay begins again with each user's first update, also for users on the list")
        func replay() async throws {
            let database = try await TestCluster.database()
            let book = try await PurchaseBook.sample(database)
            let delivered = DeliveredUpdates()
            try await book.addConsumer("mailer")
            for number in 0..<6 { try await book.report(.coins("\(number)", of: user(number % 2))) }
            try await following(book, from: .now) {
                delivered.add($0)
            } until: {
                await delivered.wait(for: 6)
                let isKnown = try await book.replay("mailer")
                #expect(isKnown)
                await delivered.wait(for: 12)
            }
            #expect(try await book.replay("nobody") == false)
            for number in 0..<2 { #expect(delivered.numbers(of: user(number)).suffix(3) == [1, 2, 3]) }
            book.close()
        }
    }
#endif
