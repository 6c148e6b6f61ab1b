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
        .timeLimit(.minutes(60)))
    struct ProcessTests {
        /// Four seeds, or as many times more as the variable says.
        private static let seeds: Range<UInt64> =
            0..<(4 * max(1, ProcessInfo.processInfo.environment["PURSER_SEEDS"].flatMap { UInt64($0) } ?? 1))

        @Test(
            "K1: eight processes that report the same purchases have each user's entitlements and numbers of one store",
            arguments: seeds)
        func sharing(seed: UInt64) async throws {
            let text = try await TestCluster.databaseText()
            let database = try DatabaseAddress(text)
            _ = try await BookMigration.migrate(database)
            let writers = try (0..<8).map { try BookProcess("write", text, "\(seed)", "\($0)", "8") }
            for writer in writers { #expect(await writer.end() == 0, "seed \(seed)") }
            let book = try await PurchaseBook.sample(database)
            defer { book.close() }
            let deliveries = RandomLives.shared(seed: seed).deliveries
            #expect(try await BookComparison(deliveries: deliveries, book: book).faults() == [], "seed \(seed)")
        }

        @Test(
            "K3, K4: killed, paused and cut off, they skip nothing, double no number, and keep each user's order",
            arguments: seeds)
        func chaos(seed: UInt64) async throws {
            let server = try TestServer()
            let database = try server.address("postgres")
            _ = try await BookMigration.migrate(database)
            let session = try await Session(database)
            try await session.run(Self.receiver)
            var chaos = try Chaos(server, session, seed: seed)
            defer { chaos.end() }
            try await chaos.run()
            try await waitUntilDelivered(session)
            for (fault, query) in Self.faults {
                #expect(try await session.number(query) == 0, "seed \(seed): \(fault)")
            }
            #expect(try await session.number("select count(*) from delivered") ?? 0 > 0)
            #expect(chaos.disturbances >= 12)
            let book = try await PurchaseBook.sample(database)
            defer { book.close() }
            let deliveries = RandomLives.shared(seed: seed).deliveries
            #expect(try await BookComparison(deliveries: deliveries, book: book).faults() == [], "seed \(seed)")
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

        /// What a service would have: it takes nothing with an earlier fence than it has seen of a user.
        private static let receiver = """
            create table delivered (id bigserial primary key, holder text, number bigint, fence bigint);
            create table fences (holder text primary key, fence bigint);
            create function deliver(p_holder text, p_number bigint, p_fence bigint) returns void language plpgsql as $$
            declare
                known bigint;
            begin
                insert into fences values (p_holder, p_fence) on conflict (holder)
                    do update set fence = greatest(fences.fence, excluded.fence) returning fence into known;
                if known > p_fence then raise exception 'an earlier fence'; end if;
                insert into delivered (holder, number, fence) values (p_holder, p_number, p_fence);
            end $$;
            """

        /// Everything that is recorded was delivered, in each user's order.
        private static let faults = [
            (
                "skipped at the end",
                """
                select count(*) from purser.holder h where holder not like 'line:%' and number is distinct from
                    (select max(number) from delivered where delivered.holder = h.holder)
                """
            ),
            (
                "out of order",
                """
                select count(*) from (
                    select number, coalesce(max(number) over (
                        partition by holder order by id rows between unbounded preceding and 1 preceding), 0) as before
                    from delivered) as one where number > before + 1
                """
            ),
            (
                "a gap in the numbers",
                """
                select count(*) from purser.holder h where number <>
                    (select count(*) from purser.recorded_update u where u.realm = h.realm and u.holder = h.holder)
                """
            ),
        ]
    }
#endif
