#if Server
    import Foundation
    import Purser
    import PurserTesting
    import TestDatabase
    import Testing

    @testable import PurserServer

    @Suite(
        "Many processes, one book", .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"),
        .serialized, .timeLimit(.minutes(30)))
    struct SharedBookTests {
        /// Reports random lives to several books at once, and compares what each user has with a ledger's state that saw the same.
        private func faults(seed: UInt64, books count: Int, _ change: (String) -> String = { $0 }) async throws
            -> [String]
        {
            let database = try await TestCluster.database()
            let session = try await Session(database)
            let text = try await session.run("select pg_get_functiondef(oid) from pg_proc where proname = 'receive'")
            let function = try #require(text.rows.first?.text(0))
            if change(function) != function { try await session.run(change(function)) }
            var books: [PurchaseBook] = []
            for _ in 0..<count { books.append(try await PurchaseBook.sample(database)) }
            defer { for book in books { book.close() } }
            var generator = SeededGenerator(seed: seed)
            let deliveries = RandomLives(users: 6, using: &generator).deliveries
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (index, delivery) in deliveries.enumerated() {
                    let book = books[index % count]
                    group.addTask { _ = try await book.record(delivery.value) }
                }
                try await group.waitForAll()
            }
            return try await compare(deliveries, books[0])
        }

        private func compare(_ deliveries: [RandomLives.Delivery], _ book: PurchaseBook) async throws -> [String] {
            var faults: [String] = []
            for (holder, own) in Dictionary(grouping: deliveries, by: \.holder) {
                let user = try #require(holder.user)
                var state = LedgerState(archivingLimit: .max)
                for delivery in own {
                    _ = state.records(
                        reporting: delivery.value.transactions.map {
                            IncomingTransaction($0, phase: .complete, token: nil, needsFinish: false)
                        }, renewals: delivery.value.renewals.map(RenewalReport.info), now: at(10_000))
                }
                let expected = StoreEntitlements(state.entitlementSnapshot(), deviceTime: at(150))
                let found = try await book.users.entitlements(of: user, at: at(150))
                if found.activeProductIDs != expected.activeProductIDs
                    || found.purchasedQuantities != expected.purchasedQuantities
                    || Set(found.subscriptions.map(\.state)) != Set(expected.subscriptions.map(\.state))
                    || Set(found.subscriptions.map { $0.renewalInfo?.willAutoRenew })
                        != Set(expected.subscriptions.map { $0.renewalInfo?.willAutoRenew })
                {
                    faults.append("entitlements")
                }
                faults += BookComparison.faults(of: try await book.updates(of: user, limit: 10_000))
            }
            return faults
        }

        @Test(
            "K1: with several processes each user has the numbers, order and entitlements of one store",
            arguments: 0..<UInt64(12))
        func seeds(seed: UInt64) async throws {
            #expect(try await faults(seed: seed, books: 4) == [], "seed \(seed)")
        }

        @Test("Control: without the comparison of revisions they have not")
        func noComparison() async throws {
            var found: [String] = []
            for seed in 0..<12 as Range<UInt64> where found.isEmpty {
                found = try await faults(seed: seed, books: 4) {
                    $0.replacingOccurrences(of: "known.revision is distinct from asked.revision or", with: "")
                }
            }
            #expect(!found.isEmpty)
        }

        @Test("K3: connections that are cut in the middle of calls lose and double nothing")
        func cutting() async throws {
            let database = try await TestCluster.database()
            let session = try await Session(database)
            var generator = SeededGenerator(seed: 7)
            let deliveries = RandomLives(users: 10, lines: 6, using: &generator).deliveries
            let books = [try await PurchaseBook.sample(database), try await PurchaseBook.sample(database)]
            defer { for book in books { book.close() } }
            let left = Lock(deliveries.count)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (index, delivery) in deliveries.enumerated() {
                    group.addTask {
                        // As Apple and apps do: what was not answered is reported again.
                        while (try? await books[index % 2].record(delivery.value)) == nil { await Task.yield() }
                        left.withLock { $0 -= 1 }
                    }
                }
                var cuts = 0
                while left.withLock({ $0 }) > 0 || cuts < 10 {
                    let cut = try await session.run(
                        """
                        select count(pg_terminate_backend(pid)) from pg_stat_activity
                        where datname = current_database() and application_name = 'purser' and pid <> pg_backend_pid()
                            and random() < 0.5
                        """)
                    cuts += Int(cut.rows.first?.integer(0) ?? 0)
                    if left.withLock({ $0 }) == 0 { break }
                    try await session.run("select pg_sleep(0.02)")
                }
                try await group.waitForAll()
                #expect(cuts > 0)
            }
            #expect(try await compare(deliveries, books[0]) == [])
        }
    }
#endif
