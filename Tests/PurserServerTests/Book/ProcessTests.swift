#if Server
    import Foundation
    import Purser
    import PurserTesting
    import TestDatabase
    import Testing

    @testable import PurserServer

    /// Real processes that report at the same time, and are killed, paused and cut off.
    @Suite(
        "Processes", .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"), .serialized,
        .timeLimit(.minutes(180)))
    struct ProcessTests {
        /// Four seeds, or as many times more as the variable says.
        private static let seeds: Range<UInt64> = 0..<(4 * UInt64(Seeds.factor))
        /// As many rounds of chaos, or as many as the variable says, from the first that another says.
        private static var rounds: Range<UInt64> {
            let first = number("PURSER_BOOK_FIRST") ?? 0
            return first..<(first + (number("PURSER_BOOK_ROUNDS") ?? seeds.upperBound))
        }

        private static func number(_ variable: String) -> UInt64? {
            ProcessInfo.processInfo.environment[variable].flatMap { UInt64($0) }
        }

        /// Eight processes report the deliveries of a seed, with a function of the schema as it is or changed.
        ///
        /// Answers how the book differs from what is decided in memory, and how from a store of each user.
        private func share(_ seed: UInt64, _ change: (String) -> String = { $0 }) async throws -> (
            memory: [String], store: [String]
        ) {
            let text = try await TestCluster.directDatabaseText()
            let database = try DatabaseAddress(text)
            _ = try await BookMigration.migrate(database)
            let session = try await Session(database)
            let function = try await session.run(
                "select pg_get_functiondef(oid) from pg_proc where proname = 'receive'")
            try await session.run(change(try #require(function.rows.first?.text(0))))
            try await session.run(StoreComparison.schema)
            let writers = try (0..<8).map {
                try BookProcess("write", "\(text) options='-c book.writer=\($0)'", "\(seed)", "\($0)", "8", "noting")
            }
            for writer in writers { #expect(await writer.end() == 0, "seed \(seed)") }
            let book = try await PurchaseBook.sample(database)
            defer { book.close() }
            let deliveries = RandomLives.shared(seed: seed).deliveries
            return (
                try await BookComparison(deliveries: deliveries, book: book).faults(),
                try await StoreComparison(deliveries, book, session).faults()
            )
        }

        @Test(
            "K1: eight processes that report the same purchases have each user's updates, order and entitlements of one store",
            arguments: seeds)
        func sharing(seed: UInt64) async throws {
            let faults = try await share(seed)
            #expect(faults.memory == [], "seed \(seed)")
            #expect(faults.store == [], "seed \(seed)")
        }

        /// Whether one of some seeds shows that a function was changed.
        private func isFound(_ change: @escaping (String) -> String) async throws -> Bool {
            for seed in 0..<20 as Range<UInt64> {
                let faults = try await share(seed) { text in
                    let changed = change(text)
                    #expect(changed != text)
                    return changed
                }
                if !faults.memory.isEmpty || !faults.store.isEmpty { return true }
            }
            return false
        }

        @Test("Control: without the comparison of revisions a user's updates differ")
        func noComparison() async throws {
            #expect(
                try await isFound {
                    $0.replacingOccurrences(of: "known.revision is distinct from asked.revision or", with: "")
                })
        }

        @Test("Control: where what makes no update is not recorded a user's updates differ")
        func silentChangesDropped() async throws {
            let words = "where e.record is not null and"
            #expect(
                try await isFound {
                    $0.replacingOccurrences(of: words, with: words + " e.delivery = any (u_delivery) and")
                })
        }

        @Test(
            "K3, K4: killed, paused, cut off and stalled, they skip nothing, double no number, and keep each user's order",
            arguments: rounds)
        func chaos(seed: UInt64) async throws { try await disturb(seed, try TestServer()) }

        @Test(
            "K3, K4: also behind a pooler that is killed and started again",
            .enabled(if: TestPooler.isAvailable, "PgBouncer is not installed"),
            arguments: rounds.lowerBound..<(rounds.lowerBound + UInt64(rounds.count + 3) / 4))
        func chaosOfPoolers(seed: UInt64) async throws { try await disturb(seed, try TestServer(isPooled: true)) }

        /// As many seconds as the variable says, an hour for instance: also with full disks, and a process with a clock that is an hour
        /// ahead.
        @Test(
            "K3, K4: for an hour nothing is skipped, doubled or out of a user's order",
            .enabled(
                if: number("PURSER_CHAOS_SECONDS") != nil,
                "PURSER_CHAOS_SECONDS says for how long: see .ci/operator chaos"))
        func chaosOfAnHour() async throws {
            let end = ContinuousClock.now + .seconds(Int(Self.number("PURSER_CHAOS_SECONDS") ?? 0))
            var (seed, kinds, longest): (UInt64, [String: Int], [String: Double]) = (1_000, [:], [:])
            while ContinuousClock.now < end {
                let isPooled = TestPooler.isAvailable && seed % 2 == 1
                let server = try TestServer(isPooled: isPooled, hasSmallDisk: TestServer.canMount)
                do {
                    let round = try await disturb(seed, server, hasSmallDisk: TestServer.canMount)
                    for fault in round.faults { kinds[fault.kind, default: 0] += 1 }
                    longest.merge(round.waits) { max($0, $1) }
                } catch {
                    Issue.record(error, "seed \(seed): \(server.logged(last: 4_000))")
                }
                seed += 1
            }
            print(
                "\(seed - 1_000) books; by what had happened last, how often it did, and how long an update waited at most:"
            )
            for (kind, count) in kinds.sorted(by: { $0.key < $1.key }) {
                print("    \(kind): \(count), \(longest[kind].map { "\($0) s" } ?? "none waited")")
            }
        }

        private struct Round {
            var faults: [(kind: String, end: Date)]
            var waits: [String: Double]
        }

        private func waits(_ faults: [(kind: String, end: Date)], _ session: Session) async throws -> [String: Double] {
            for fault in faults {
                try await session.run(
                    "insert into fault values ($1, to_timestamp($2))",
                    [.text(fault.kind), .number(fault.end.timeIntervalSince1970)])
            }
            let rows = try await session.run(ChaosReceiver.waits).rows
            return Dictionary(uniqueKeysWithValues: rows.map { ($0.text(0) ?? "", $0.number(1) ?? 0) })
        }

        @discardableResult
        private func disturb(_ seed: UInt64, _ server: TestServer, hasSmallDisk: Bool = false) async throws -> Round {
            defer { server.stop() }
            let database = try server.address("postgres")
            _ = try await BookMigration.migrate(database)
            let session = try await Session(database)
            try await session.run(ChaosReceiver.schema)
            var chaos = try Chaos(server, session, seed: seed, hasSmallDisk: hasSmallDisk)
            defer { chaos.end() }
            try await chaos.run()
            try await waitUntilDelivered(session)
            for (fault, query) in ChaosReceiver.faults {
                #expect(try await session.number(query) == 0, "seed \(seed): \(fault)")
            }
            // The server counts them since its last start.
            #expect(try server.logged("deadlock detected") == 0, "seed \(seed)")
            for table in ["delivered", "acknowledged"] {
                #expect(try await session.number("select count(*) from \(table)") ?? 0 > 0)
            }
            let counts = chaos.proxy.counts
            #expect(chaos.disturbances >= 12 && counts.cuts > 0 && counts.stalls > 0, "\(counts)")
            let book = try await PurchaseBook.sample(database)
            defer { book.close() }
            let deliveries = RandomLives.shared(seed: seed).deliveries
            #expect(try await BookComparison(deliveries: deliveries, book: book).faults() == [], "seed \(seed)")
            return Round(faults: chaos.faults, waits: try await waits(chaos.faults, session))
        }

        @Test("Control: a deadlock is in the server's log")
        func deadlock() async throws {
            let server = try TestServer()
            defer { server.stop() }
            let database = try server.address("postgres")
            let (one, two) = (try await Session(database), try await Session(database))
            try await one.run("create table rows as select generate_series(1, 2) as id")
            for (place, session) in [one, two].enumerated() {
                try await session.run("begin")
                try await session.run("select from rows where id = \(place + 1) for update")
            }
            async let first = try? one.run("select from rows where id = 2 for update")
            async let second = try? two.run("select from rows where id = 1 for update")
            let answers = [await first, await second]
            #expect(answers.filter { $0 == nil }.count == 1)
            #expect(try server.logged("deadlock detected") == 1)
        }

        private func waitUntilDelivered(_ session: Session) async throws {
            while try await session.number(
                """
                select (select count(*) from purser.due)
                    + (select count(*) from purser.consumer where listed is not null)
                """) != 0
            {
                try await session.run("select pg_sleep(0.05)")
            }
        }
    }
#endif
