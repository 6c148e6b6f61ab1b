#if Server
    import Foundation
    import Purser
    import PurserTesting
    import TestDatabase
    import Testing

    @testable import PurserServer

    /// Processes of an older version and of this one, side by side on one database, while the steps of the schema are made.
    ///
    /// `PURSER_OLD_WORKER` names the older version's `BookWorker`, as `.ci/operator upgrade` builds it, and `PURSER_OLD_STEPS` how many
    /// steps its schema has. Without them only this version's processes take part, which work with the older schema as well.
    @Suite(
        "Upgrading", .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"), .serialized,
        .timeLimit(.minutes(30)))
    struct UpgradeTests {
        private static let old = ProcessInfo.processInfo.environment["PURSER_OLD_WORKER"]
        private static let steps = ProcessInfo.processInfo.environment["PURSER_OLD_STEPS"].flatMap { Int($0) } ?? 1

        @Test(
            "Older and newer processes record and deliver while the steps are made: nothing is skipped, doubled or out of order",
            .enabled(if: old != nil, "PURSER_OLD_WORKER names no older BookWorker: see .ci/operator upgrade"),
            arguments: 0..<4 as Range<UInt64>)
        func upgrading(seed: UInt64) async throws {
            let text = try await TestCluster.databaseText()
            let database = try DatabaseAddress(text)
            let pool = try ConnectionPool(database, size: 1, limit: patience)
            defer { pool.close() }
            _ = try await Migrator(pool).migrate(upTo: Self.steps)
            let session = try await Session(database)
            try await session.run(ChaosReceiver.schema)
            var writers: [BookProcess] = []
            var followers: [BookProcess] = []
            defer { for process in writers + followers { process.signal(SIGKILL) } }
            func start(_ parts: Range<Int>, _ program: String?) throws {
                for part in parts {
                    writers.append(try BookProcess("write", text, "\(seed)", "\(part)", "8", program: program))
                }
                for _ in 0..<2 { followers.append(try BookProcess("follow", text, "mailer", program: program)) }
            }
            try start(0..<4, Self.old)
            while try await session.number("select count(*) from delivered") ?? 0 < 20 {}
            let begun = ContinuousClock.now
            #expect(try await Migrator(pool).migrate() == Array((Self.steps + 1)...SchemaSteps.needed))
            print("Seed \(seed): the steps were made in \(ContinuousClock.now - begun), while older processes worked.")
            try start(4..<8, nil)
            for writer in writers { #expect(await writer.end() == 0) }
            while try await session.number(
                """
                select (select count(*) from purser.due)
                    + (select count(*) from purser.consumer where listed is not null)
                """) != 0
            { try await session.run("select pg_sleep(0.05)") }
            for (fault, query) in ChaosReceiver.faults {
                #expect(try await session.number(query) == 0, "seed \(seed): \(fault)")
            }
            let book = try await PurchaseBook.sample(database)
            defer { book.close() }
            let deliveries = RandomLives.shared(seed: seed).deliveries
            #expect(try await BookComparison(deliveries: deliveries, book: book).faults() == [], "seed \(seed)")
        }
    }
#endif
