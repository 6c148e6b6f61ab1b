#if Server
    import Foundation
    import Purser
    import TestDatabase
    import Testing

    @testable import PurserServer

    /// A plan is kept by each session, and may have been made while the tables were empty.
    @Suite(
        "Plans of the database", .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"),
        .timeLimit(.minutes(30)))
    struct PlanTests {
        /// How many rows a call reads, in a session that made its plans before there were any.
        private func rowsRead(by calls: [LineDelivery], _ session: Session) async throws -> [Int64] {
            let count = """
                select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::bigint
                from pg_stat_xact_user_tables where schemaname = 'purser'
                """
            var (shelf, counts): (LineShelf, [Int64]) = (LineShelf(), [])
            for call in calls {
                let decision = try shelf.report(call)
                try await session.run("begin")
                let before = try await session.number(count) ?? 0
                let result = try await session.run(ReceiveCall.statement([decision], realm: 1))
                counts.append((try await session.number(count) ?? 0) - before)
                try await session.run("commit")
                guard case .written? = try ReceiveCall.outcomes(of: result, count: 1).first else {
                    Issue.record("a call was lost")
                    continue
                }
            }
            return counts
        }

        /// The server's own cleaner counts the rows at any time, and each session then plans anew.
        @Test(
            "A call reads the rows of its own purchase alone, however many there are, and were when it was planned",
            arguments: [nil, 0, 1, 2, 10, 60, 300])
        func keys(counted: Int?) async throws {
            let session = try await Session(try await TestCluster.database())
            try await session.run(
                "insert into purser.realm (bundle, environment, secret_high, secret_low) values ('b', 's', 1, 2)")
            for number in 0..<1_000 {
                var shelf = LineShelf()
                let decision = try shelf.report(.coins("\(number)", of: user(number)))
                try await session.run(ReceiveCall.statement([decision], realm: 1))
                if number == counted { try await session.run("analyze") }
            }
            let bought = StoreTransaction.period("S1", of: "S1", until: 100, signed: 1)
            let counts = try await rowsRead(
                by: [
                    LineDelivery(renewals: [renewal(of: "S1", signed: 1)]), LineDelivery(transactions: [bought]),
                    LineDelivery(binding: ("S1", Holder(user: user(1)))),
                    LineDelivery(transactions: [bought.named(user(2), signed: 50)]),
                ], session)
            #expect(counts.count == 4 && counts.allSatisfy { $0 < 50 }, "\(counts)")
        }
    }
#endif
