#if Server
    import Foundation
    import Purser
    import TestDatabase
    import Testing

    @testable import PurserServer

    /// A call waits for the first row that it needs and holds none of the later ones: so no two calls wait for each other.
    ///
    /// The control turns one order round: then the later row is held, by which another call with both would never end.
    @Suite(
        "The order of locks", .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"),
        .timeLimit(.minutes(30)))
    struct LockOrderTests {
        /// Rows of one table that a call locks, and the words that order them.
        struct Rows: Sendable, CustomTestStringConvertible {
            let table: String
            let first: String
            let second: String
            let order: String
            let turned: String
            var testDescription: String { table }
        }

        private static let all = [
            Rows(
                table: "line", first: "line = 'A'", second: "line = 'B'",
                order: "order by asked.line collate \"C\") as asked",
                turned: "order by asked.line collate \"C\" desc) as asked"),
            Rows(
                table: "holder", first: "holder like '%01'", second: "holder like '%02'",
                order: "from counted order by counted.holder collate \"C\"",
                turned: "from counted order by counted.holder collate \"C\" desc"),
            Rows(
                table: "due", first: "consumer = 'a'", second: "consumer = 'b'",
                order: "order by consumer.consumer, based.holder",
                turned: "order by consumer.consumer desc, based.holder"),
        ]

        /// Whether a call that waits for the first of two rows holds the second one.
        private func holdsSecond(_ rows: Rows, isTurned: Bool) async throws -> Bool {
            let database = try await TestCluster.database()
            let (keeper, caller, watcher) = (
                try await Session(database), try await Session(database), try await Session(database)
            )
            try await keeper.run(
                "insert into purser.realm (bundle, environment, secret_high, secret_low) values ('b', 's', 1, 2)")
            for name in ["a", "b"] {
                try await keeper.run("select purser.add_consumer(1::smallint, $1, false)", [.text(name)])
            }
            if isTurned {
                let text = try await keeper.run("select pg_get_functiondef(oid) from pg_proc where proname = 'receive'")
                let function = try #require(text.rows.first?.text(0))
                let turned = function.replacingOccurrences(of: rows.order, with: rows.turned)
                #expect(turned != function)
                try await keeper.run(turned)
            }
            let bought = [StoreTransaction.coins("A", of: user(1)), .coins("B", of: user(2))]
            func call(_ content: [LineContent], _ transactions: [StoreTransaction]) throws -> SQLStatement {
                let decisions = try zip(transactions, content).map { transaction, content in
                    try LineState.decide(
                        LineDelivery(transactions: [transaction]), content, policy: .move, secret: .zero, now: at(1_000)
                    )
                }
                return ReceiveCall.statement(decisions, realm: 1)
            }
            try await keeper.run(try call([LineContent(), LineContent()], bought))
            var shelves = [LineShelf(), LineShelf()]
            for place in bought.indices { try shelves[place].report(bought[place]) }
            try await keeper.run("begin")
            try await keeper.run("select from purser.\(rows.table) where \(rows.first) for update")
            let refunds = bought.map { $0.revoked(at: 5) }
            // The second one comes first in the call.
            let statement = try call(shelves.map(\.content).reversed(), refunds.reversed())
            async let called = caller.run(statement)
            try await watcher.waitUntilBlocked(caller)
            let free = try await watcher.number(
                "select count(*) from (select from purser.\(rows.table) where \(rows.second) for update skip locked) as free"
            )
            try await keeper.run("commit")
            _ = try await called
            return free == 0
        }

        @Test("Rows are locked in the order of their keys, whatever the order of the call", arguments: all)
        func ordered(rows: Rows) async throws { #expect(try await holdsSecond(rows, isTurned: false) == false) }

        @Test("Control: in another order the later row is held", arguments: all)
        func turned(rows: Rows) async throws { #expect(try await holdsSecond(rows, isTurned: true)) }
    }
#endif
