#if Server
    import Foundation
    import Purser
    import PurserSimulator
    import PurserTesting
    import TestDatabase
    import Testing

    @testable import PurserServer

    /// A server that is restored from a base backup and its archived log to an earlier moment, while a service has seen what came later.
    @Suite(
        "Restoring a backup", .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"),
        .timeLimit(.minutes(30)))
    struct RestoringTests {
        private struct Ending: Sendable {
            /// Updates that came under a key of another one.
            var doubled: Int
            /// What the service took back.
            var takenBack: Int
            /// In what the book, the service and what was reported differ.
            var faults: [String]
        }

        /// A book and a service before and after a restore; with `passes` the database passes for the one that it was.
        private func restore(passes: Bool) async throws -> Ending {
            let server = try TestServer(archives: true)
            defer { server.stop() }
            let database = try server.address("postgres")
            _ = try await BookMigration.migrate(database)
            if passes { try await run(Self.blindness, database) }
            let book = try await PurchaseBook.sample(database)
            defer { book.close() }
            let service = KeepingService()
            var generator = SeededGenerator(seed: 7)
            let deliveries = RandomLives(users: 8, using: &generator).deliveries
            var ending = Ending(doubled: 0, takenBack: 0, faults: [])
            // The consumer works all the time, also while the server is away.
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await book.follow("service", from: .beginning, options: .brief) { service.take($0) }
                }
                // The last quarter repeats what was reported.
                for (index, delivery) in deliveries.enumerated() {
                    if index == deliveries.count / 6 { try server.backUp() }
                    if index == deliveries.count / 3 {
                        try await run("select pg_create_restore_point('before')", database)
                    }
                    _ = try await book.record(delivery.value)
                }
                try await waitUntilDelivered(database)
                let before = service.count
                try await archive(database)
                try server.restore(to: "before")

                // What the App Store lists comes in another order than it was reported in.
                for delivery in deliveries.reversed() { try await record(delivery.value, book) }
                try await waitUntilDelivered(database)
                #expect(try await (book.doubtDate() == nil) == passes)
                #expect(service.count > before || passes)
                let epoch = try await book.beginEpoch()
                try await waitUntilDelivered(database)
                (ending.doubled, ending.takenBack) = (service.doubled, service.takeBack(before: epoch))
                group.cancelAll()
            }
            ending.faults = try await faults(deliveries, book, service)
            return ending
        }

        /// A database that does not find that it is another one.
        private static let blindness = """
            create or replace function purser.current_history() returns text language sql as $$ select 'same' $$;
            create or replace function purser.note_fence(p_realm smallint, p_fence bigint, p_given bigint default null)
                returns void language sql as $$ $$;
            """

        private func faults(
            _ deliveries: [RandomLives.Delivery], _ book: PurchaseBook, _ service: KeepingService
        ) async throws -> [String] {
            var faults = try await BookComparison(deliveries: deliveries, book: book).faults()
            faults.removeAll { $0 == "numbers" }
            for user in Set(deliveries.compactMap(\.holder.user)) {
                let keys = Set(try await book.updates(of: user, limit: 10_000).map(\.key))
                if keys != service.keys(of: user) { faults.append("the service") }
            }
            let session = try await Session(book.configuration.database)
            let count = try await session.number("select count(distinct slot) from purser.entry where slot like 't:%'")
            let reported = Set(deliveries.flatMap(\.value.transactions).map(\.id))
            if count != Int64(reported.count) { faults.append("transactions") }
            return faults
        }

        /// Until it is on record: a connection may have ended with the server.
        private func record(_ delivery: LineDelivery, _ book: PurchaseBook) async throws {
            for _ in 0..<20 { if (try? await book.record(delivery)) != nil { return } }
            _ = try await book.record(delivery)
        }

        private func run(_ statement: String, _ database: DatabaseAddress) async throws {
            try await TestCluster.run(statement, in: database)
        }

        private func waitUntilDelivered(_ database: DatabaseAddress) async throws {
            let session = try await Session(database)
            while try await session.number(
                """
                select (select count(*) from purser.due)
                    + (select count(*) from purser.consumer where listed is not null)
                """) != 0
            { try await session.run("select pg_sleep(0.05)") }
        }

        /// Ends the present file of the log, and waits until it is archived; the server may write to the next one meanwhile.
        private func archive(_ database: DatabaseAddress) async throws {
            let session = try await Session(database)
            let file = try await session.run("select pg_walfile_name(pg_switch_wal())").rows.first?.text(0) ?? ""
            while try await session.run(
                "select coalesce(last_archived_wal, '') >= '\(file)' from pg_stat_archiver"
            )
            .rows.first?.text(0) != "t" { try await session.run("select pg_sleep(0.05)") }
        }

        @Test(
            "After a restore to an earlier moment no key comes twice, lost updates are taken back, and catching up has all"
        )
        func restoring() async throws {
            let ending = try await restore(passes: false)
            print(
                "Restored: \(ending.takenBack) updates were lost and taken back, \(ending.doubled) keys had two updates."
            )
            #expect(ending.doubled == 0)
            #expect(ending.takenBack > 0)
            #expect(ending.faults == [])
        }

        @Test(
            "catchUp(from:) alone brings back what a restore has lost: purchases, renewals and refunds that Apple does not post again"
        )
        func catchingUp() async throws {
            let server = try TestServer(archives: true)
            defer { server.stop() }
            let database = try server.address("postgres")
            _ = try await BookMigration.migrate(database)
            let pair = try await DevicePair(seed: 0, in: database, reports: true)
            defer { pair.killBook() }
            let book = try #require(pair.book.withLock { $0 })
            func owned() async throws -> [String] {
                var all: [String] = []
                for user in pair.users {
                    let owned = try await book.entitlements(of: user)
                    all.append("\(owned.activeProductIDs.sorted()) \(owned.purchasedQuantities)")
                }
                return all
            }
            let early = try await pair.appStore.buyElsewhere("coins", quantity: 2, appAccountToken: pair.users[0])
            try await pair.appStore.buyElsewhere("club", appAccountToken: pair.users[1])
            await pair.takeNotifications()
            try await book.catchUp(from: pair.client)
            try server.backUp()
            try await run("select pg_create_restore_point('before')", database)
            let before = try await owned()

            try await pair.appStore.buyElsewhere("coins", quantity: 3, appAccountToken: pair.users[0])
            try await pair.appStore.buyElsewhere("lamp", appAccountToken: pair.users[1])
            try await pair.appStore.refund(early.id)
            // The period after the one that is on record.
            try await pair.appStore.advanceTime(by: .seconds(40 * 86_400))
            await pair.takeNotifications()
            let all = try await owned()
            #expect(all == ["[] [\"coins\": 3]", "[\"club\", \"lamp\"] [:]"] && all != before)
            try await archive(database)
            try server.restore(to: "before")

            // Without the renewal the subscription has ended by now.
            while (try? await owned()) == nil { await Task.yield() }
            #expect(try await owned() == ["[] [\"coins\": 2]", "[] [:]"])
            await pair.takeNotifications()
            #expect(try await owned() == ["[] [\"coins\": 2]", "[] [:]"])
            try await book.beginEpoch()
            try await book.catchUp(from: pair.client)
            #expect(try await owned() == all)
        }

        @Test("Control: where the restored database passes for the one that it was, keys come twice")
        func control() async throws {
            let ending = try await restore(passes: true)
            print("Not found out: \(ending.doubled) keys had two updates.")
            #expect(ending.doubled > 0)
        }
    }
#endif
