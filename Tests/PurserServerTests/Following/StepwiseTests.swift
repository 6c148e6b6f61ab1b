#if Server
    import Foundation
    import Purser
    import TestDatabase
    import Testing

    @testable import PurserServer

    /// Two sessions, step by step: for each lock and each comparison what happens between two statements of another session, and
    /// the same without it, which must fail.
    @Suite(
        "Two sessions, step by step", .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"),
        .timeLimit(.minutes(30)))
    struct StepwiseTests {
        private let holder = Holder(user: user(1))

        private func decision(_ transaction: StoreTransaction, _ content: LineContent = LineContent()) throws
            -> LineDecision
        {
            try LineState.decide(
                LineDelivery(transactions: [transaction]), content, policy: .move, secret: .zero, now: at(1_000))
        }

        private func receive(_ decision: LineDecision, _ session: Session) async throws -> ReceiveCall.Outcome {
            let result = try await session.run(ReceiveCall.statement([decision], realm: 1))
            return try #require(try ReceiveCall.outcomes(of: result, count: 1).first)
        }

        /// Sessions of a database in which a function was changed.
        ///
        /// A call waits for a lock as long as a test takes to go on, unless that is what the test is about.
        private func sessions(
            of name: String = "receive", waitsForLocks: Bool = true, _ change: (String) -> String = { $0 }
        ) async throws -> (
            Session, Session, Session
        ) {
            let database = try await TestCluster.database()
            let all = (try await Session(database), try await Session(database), try await Session(database))
            try await all.0.run(
                "insert into purser.realm (bundle, environment, secret_high, secret_low) values ('b', 's', 1, 2)")
            let text = try await all.0.run(
                "select pg_get_functiondef(oid) from pg_proc where proname = $1", [.text(name)])
            let function = try #require(text.rows.first?.text(0))
            let changed = change(function)
            if changed != function { try await all.0.run(changed) }
            if waitsForLocks { try await all.0.run("alter function purser.receive set lock_timeout = '20min'") }
            return all
        }

        /// A consumer has seen update 1 and acknowledges it, while update 2 is recorded and not committed.
        private func wakeUp(writesRow: Bool, _ change: @escaping (String) -> String) async throws -> Int64? {
            let (one, two, watcher) = try await sessions(change)
            try await one.run("select purser.add_consumer(1::smallint, 'mailer', false)")
            _ = try await receive(try decision(.coins("1", of: user(1))), one)
            let lease = try await two.run("select holder, fence from purser.lease(1::smallint, 'mailer', 'w', 1, 60)")
            let fence = try #require(lease.rows.first?.integer(1))
            try await one.run("begin")
            _ = try await receive(try decision(.coins("2", of: user(1))), one)
            async let acknowledged = two.run(
                "select purser.acknowledge(1::smallint, 'mailer', $1, $2, 1, 60)",
                [.text(holder.text), .integer(fence)])
            // Without a write of the row nobody waits.
            if writesRow {
                try await watcher.waitUntilBlocked(two)
            } else {
                _ = try await acknowledged
            }
            try await one.run("commit")
            _ = try await acknowledged
            return try await watcher.number("select coalesce(max(wanted - seen), 0) from purser.due")
        }

        @Test("K1: a user who is taken off a list while an update is recorded stays on it")
        func wakeUpIsKept() async throws { #expect(try await wakeUp(writesRow: true) { $0 } == 1) }

        @Test("Control: a list that is not written where the user stands on it loses the update")
        func wakeUpIsLost() async throws {
            #expect(
                try await wakeUp(writesRow: false) {
                    $0.replacingOccurrences(
                        of: "on conflict (realm, consumer, holder) do update set wanted = excluded.wanted",
                        with: "on conflict (realm, consumer, holder) do nothing")
                } == 0)
        }

        /// Two sessions decide by the same revision.
        private func compare(_ change: @escaping (String) -> String) async throws -> (ReceiveCall.Outcome, Int64?) {
            let (one, two, watcher) = try await sessions(change)
            let bought = StoreTransaction.coins("1", of: user(1))
            var shelf = LineShelf()
            let first = try shelf.report(bought)
            _ = try await receive(first, one)
            let refund = try decision(bought.revoked(at: 5), shelf.content)
            let later = try decision(bought.revoked(at: 9), shelf.content)
            try await one.run("begin")
            _ = try await receive(later, one)
            async let outcome = receive(refund, two)
            try await watcher.waitUntilBlocked(two)
            try await one.run("commit")
            return (try await outcome, try await watcher.number("select number from purser.holder"))
        }

        @Test("K1: who decided by an earlier revision writes nothing, and gets the rows")
        func comparison() async throws {
            let (outcome, number) = try await compare { $0 }
            guard case .lost(let content) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(content.lines["1"]?.revision == 2 && content.entries.count == 1)
            #expect(number == 2)
        }

        @Test("Control: without the comparison the older refund is recorded after the later one")
        func noComparison() async throws {
            let (outcome, number) = try await compare {
                $0.replacingOccurrences(of: "known.revision is distinct from asked.revision or", with: "")
            }
            #expect(outcome == .written(numbers: [holder: [3]]))
            #expect(number == 3)
        }

        @Test("K1: two calls with the same lines and users in opposite orders wait for each other, and none fails")
        func lockOrder() async throws {
            let (one, two, watcher) = try await sessions()
            let (a, b) = (try decision(.coins("A", of: user(2))), try decision(.coins("B", of: user(1))))
            try await one.run("begin")
            _ = try await one.run(ReceiveCall.statement([a, b], realm: 1))
            async let other = two.run(ReceiveCall.statement([b, a], realm: 1))
            try await watcher.waitUntilBlocked(two)
            try await one.run("commit")
            let outcomes = try ReceiveCall.outcomes(of: try await other, count: 2)
            #expect(
                outcomes.allSatisfy { outcome in
                    if case .lost = outcome { true } else { false }
                })
        }

        @Test("K3: a lock that another session keeps ends a call as busy; nothing is written")
        func keptLock() async throws {
            let (one, two, watcher) = try await sessions(waitsForLocks: false)
            var shelf = LineShelf()
            let bought = StoreTransaction.coins("1", of: user(1))
            _ = try await receive(try shelf.report(bought), one)
            try await one.run("begin")
            try await one.run("select from purser.line for update")
            let refund = try decision(bought.revoked(at: 5), shelf.content)
            let failure = await #expect(throws: BookFailure.self) { try await receive(refund, two) }
            #expect(failure?.code == .busy && failure?.isOutcomeKnown == true)
            try await one.run("rollback")
            #expect(try await watcher.number("select number from purser.holder") == 1)
        }

        /// A user is erased while another call has recorded a purchase of the user's and is not committed.
        ///
        /// Then the process that erases ends. Answers how many purchases are left without their update.
        private func erase(_ change: @escaping (String) -> String = { $0 }) async throws -> Int64? {
            let (one, two, watcher) = try await sessions(of: "erase", change)
            _ = try await receive(try decision(.coins("1", of: user(1))), one)
            try await one.run("begin")
            _ = try await receive(try decision(.coins("2", of: user(1))), one)
            async let erased = two.run("select purser.erase(1::smallint, $1)", [.text(holder.text)])
            try await watcher.waitUntilBlocked(two)
            try await one.run("commit")
            _ = try await erased
            return try await watcher.number(
                "select count(*) - (select count(*) from purser.recorded_update) from purser.entry")
        }

        @Test("K3: a user who is erased while a purchase is recorded keeps it with its update until both are removed")
        func erasing() async throws { #expect(try await erase() == 0) }

        @Test("Control: without a second look at the user's purchases one is left without its update")
        func erasingBlindly() async throws {
            #expect(
                try await erase {
                    $0.replacingOccurrences(
                        of: "if not purser.lines_of(p_realm, p_holder) <@ locked then return -1; end if;", with: ""
                    ).replacingOccurrences(
                        of: "delete from entry where realm = p_realm and holder = p_holder;",
                        with: "delete from entry where realm = p_realm and holder = p_holder and line = any (locked);")
                } == 1)
        }

        /// A user is erased whose purchase another call is joining to an earlier identifier.
        @Test("K1: erasing and joining wait for each other in one order, and none fails")
        func erasingAndJoining() async throws {
            let (one, two, watcher) = try await sessions()
            try await one.run("insert into purser.line values (1, 'B', null, 1, array[$1])", [.text(holder.text)])
            try await one.run("insert into purser.line values (1, 'A', 'B', 1, '{}')")
            try await one.run("insert into purser.entry values (1, $1, 'B', 't:1', '')", [.text(holder.text)])
            try await one.run("begin")
            try await one.run("select from purser.line where line = 'A' for update")
            async let erased = two.number("select purser.erase(1::smallint, '\(holder.text)')")
            try await watcher.waitUntilBlocked(two)
            try await one.run("select from purser.line where line = 'B' for update")
            try await one.run("commit")
            #expect(try await erased == 1)
            #expect(try await watcher.number("select count(*) from purser.line") == 0)
        }

        @Test("K1: users are put on a new consumer's list only once every transaction before it has ended")
        func listing() async throws {
            let (one, two, watcher) = try await sessions()
            try await one.run("begin")
            _ = try await receive(try decision(.coins("1", of: user(1))), one)
            try await two.run("select purser.add_consumer(1::smallint, 'mailer', true)")
            for _ in 0..<3 { #expect(try await two.number("select purser.list_users(1::smallint, 'mailer', 10)") == 0) }
            try await one.run("commit")
            // The transactions of other tests end, too.
            var listed: Int64? = 0
            while listed == 0 { listed = try await two.number("select purser.list_users(1::smallint, 'mailer', 10)") }
            #expect(listed == 1)
            #expect(try await two.number("select purser.list_users(1::smallint, 'mailer', 10)") == nil)
            #expect(try await watcher.number("select wanted - seen from purser.due") == 1)
        }

        @Test("A consumer whose users were being listed when a dump was made is listed on where it is restored")
        func listingRestored() async throws {
            let (one, two, _) = try await sessions()
            _ = try await receive(try decision(.coins("1", of: user(1))), one)
            // The other server had come to a later transaction.
            try await two.run("insert into purser.consumer values (1, 'mailer', '', '1000000000000')")
            var listed: Int64? = 0
            while listed == 0 { listed = try await two.number("select purser.list_users(1::smallint, 'mailer', 10)") }
            #expect(listed == 1)
        }
    }
#endif
