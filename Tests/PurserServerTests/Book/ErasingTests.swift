#if Server
    import Foundation
    import Purser
    import TestDatabase
    import Testing

    @testable import PurserServer

    @Suite(
        "Erasing a user", .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"),
        .timeLimit(.minutes(30)))
    struct ErasingTests {
        private let one = user(1)
        private let two = user(2)

        @Test("After erasing a user no row of any table has the user or the user's lines")
        func erasing() async throws {
            let database = try await TestCluster.database()
            let book = try await PurchaseBook.sample(database)
            let session = try await Session(database)
            for start in [false, true] {
                try await session.run("select purser.add_consumer(1::smallint, '\(start)', \(start))")
            }
            try await book.report(
                .period("2000000000001", of: "2000000000001", until: 100, signed: 1, of: one),
                renewals: [renewal(of: "2000000000001", signed: 2)])
            try await book.report(
                .period(
                    "2000000000003", of: "2000000000002", formerly: "2000000000001", until: 200, signed: 101, of: one))
            try await book.report(.coins("9", of: two))
            let names = [Holder(user: one).text, "2000000000001", "2000000000002", "2000000000003"]
            let before = try await tables(with: names, session)
            #expect(before.isSuperset(of: ["line", "entry", "holder", "recorded_update", "due"]), "\(before)")
            #expect(try await book.erase(one) > 0)
            #expect(try await tables(with: names, session) == [])
            #expect(try await book.reported(two) == ["1 purchased 9"])
            #expect(try await book.erase(one) == 0)
            book.close()
        }

        /// The tables that have one of these names in a row, as text or in the bytes of a record.
        private func tables(with names: [String], _ session: Session) async throws -> Set<String> {
            var found: Set<String> = []
            for row in try await session.run("select tablename from pg_tables where schemaname = 'purser'").rows {
                let table = try #require(row.text(0))
                for name in names + [names[0].filter { $0 != "-" }] {
                    let count = try await session.run(
                        """
                        select count(*) from purser.\(table) as t
                        where strpos(t::text, $1) > 0 or strpos(t::text, encode(convert_to($1, 'UTF8'), 'hex')) > 0
                        """, [.text(name)])
                    if count.rows.first?.integer(0) != 0 { found.insert(table) }
                }
            }
            return found
        }

        @Test(
            "After erasing a user no identifier is left that was joined by way of another one; those of others are kept"
        )
        func erasingChains() async throws {
            let database = try await TestCluster.database()
            let book = try await PurchaseBook.sample(database)
            let session = try await Session(database)
            try await book.report(.period("S1", of: "S1", until: 100, signed: 1, of: one))
            try await book.report(.period("N2", of: "N1", formerly: "S1", until: 200, signed: 101, of: one))
            try await book.report(.period("A2", of: "N1", formerly: "A1", until: 300, signed: 201, of: one))
            try await book.report(.period("T1", of: "T1", until: 100, signed: 1, of: two))
            try await book.report(.period("U2", of: "T1", formerly: "U1", until: 200, signed: 101, of: one))
            #expect(try await session.number("select count(*) from purser.line where root is not null") == 3)
            #expect(try await book.erase(one) == 2)
            let left = try await session.run("select line from purser.line order by line").rows.map { $0.text(0) }
            #expect(left == ["T1", "U1"])
            book.close()
        }

        @Test(
            "After erasing a user whom the App Store named for purchases of another one, no row names the user",
            arguments: AccountMovePolicy.allCases)
        func erasingTheNamed(policy: AccountMovePolicy) async throws {
            let database = try await TestCluster.database()
            let book = try await PurchaseBook.sample(database) { $0.movePolicy = policy }
            let session = try await Session(database)
            try await book.addConsumer("mailer")
            var info = renewal(of: "S1", signed: 11)
            (info.appAccountToken, info.jwsRepresentation) = (two, "signed for \(Holder(user: two).text)")
            // Before anything of its subscription is known, nobody has it.
            try await book.report(renewals: [info])
            for bought in [
                StoreTransaction.coins("1", of: one), .period("S1", of: "S1", until: 100, signed: 1, of: one),
            ] {
                try await book.report(bought)
                var fields = bought.named(two, signed: 10).fields
                fields.jwsRepresentation = "signed for \(Holder(user: two).text)"
                try await book.report(StoreTransaction(fields), renewals: bought.isConsumable ? [] : [info])
            }
            let names = [Holder(user: two).text]
            #expect(try await tables(with: names, session).isEmpty == (policy != .move))
            try await book.erase(two)
            #expect(try await tables(with: names, session) == [])
            #expect(try await book.entitlements(of: one).purchasedQuantity(of: "coins") == 1)
            book.close()
        }

        @Test("After erasing a user to whom a beginning had just come, the beginning goes on without the user's name")
        func erasingTheListed() async throws {
            let database = try await TestCluster.database()
            let book = try await PurchaseBook.sample(database)
            let session = try await Session(database)
            for number in 1...3 { try await book.report(.coins("\(number)", of: user(number))) }
            let list = book.list(of: "mailer")
            try await list.make(fromBeginning: true)
            for number in 1...2 {
                let name = Holder(user: user(number)).text
                while try await session.run("select listed from purser.consumer").rows.first?.text(0) != name {
                    _ = try await list.listUsers(limit: 1)
                }
                try await book.erase(user(number))
                #expect(try await tables(with: [name], session) == [])
            }
            while try await list.listUsers(limit: 1) {}
            let due = try await session.run("select holder from purser.due").rows.map { $0.text(0) }
            #expect(due == [Holder(user: user(3)).text])
            book.close()
        }
    }
#endif
