#if Server
    import Foundation
    import Purser
    import TestDatabase
    import Testing

    @testable import PurserServer

    @Suite(
        "Granting and revoking by the book",
        .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"), .timeLimit(.minutes(30)))
    struct DeliveringTests {
        /// What an app credits, and the calls of its handlers.
        private final class Credits: Sendable {
            struct State {
                var credits: [String: Int] = [:]
                var calls: [String] = []
                var failing: Set<String> = []
            }
            let changes = EventCount()
            let state = Lock(State())

            func call(_ name: String, _ update: BookUpdate) throws {
                defer { changes.advance() }
                let transaction = update.update.transaction
                let isFailing = state.withLock { state in
                    state.calls.append("\(name) \(transaction.id)")
                    guard state.failing.isDisjoint(with: [transaction.id]) else { return true }
                    state.credits["\(transaction.id) \(update.user)"] = transaction.remainingQuantity
                    return false
                }
                if isFailing { throw Shell.Failed(description: "no room") }
            }

            func units(_ id: String, _ user: UUID) -> Int? { state.withLock { $0.credits["\(id) \(user)"] } }
            var calls: [String] { state.withLock { $0.calls } }
        }

        private let one = user(1)
        private let two = user(2)

        private func delivering(
            _ book: PurchaseBook, _ credits: Credits, until body: @escaping @Sendable () async throws -> Void
        ) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await book.deliver(options: .quick) {
                        try credits.call("grant", $0)
                    } revoke: {
                        try credits.call("revoke", $0)
                    }
                }
                try await body()
                group.cancelAll()
                try await group.waitForAll()
            }
        }

        private func waitUntilDone(_ database: DatabaseAddress) async throws {
            let session = try await Session(database)
            while try await session.number(
                """
                select count(*) from purser.due union all select count(*) from purser.consumer where listed is not null
                order by 1 desc limit 1
                """) != 0
            { await Task.yield() }
        }

        @Test("F8, F10: each purchase is granted once, a refund and a move are revoked; a replay calls nothing again")
        func calls() async throws {
            let database = try await TestCluster.database()
            let book = try await PurchaseBook.sample(database)
            let credits = Credits()
            let period = StoreTransaction.period("S1", of: "S1", until: 100, signed: 1, of: one)
            try await book.report(.coins("1", of: one))
            try await book.report(.coins("2", of: one).revoked(at: 5))
            try await book.report(period, renewals: [renewal(of: "S1", signed: 2)])
            try await delivering(book, credits) {
                _ = await credits.changes.first { credits.calls.count >= 2 ? true : nil }
                try await book.report(StoreTransaction.coins("1", of: one).revoked(at: 9))
                try await book.report(period.named(two, signed: 10))
                _ = await credits.changes.first { credits.calls.count >= 5 ? true : nil }
                try await waitUntilDone(database)
                _ = try await book.replay("delivery")
                try await waitUntilDone(database)
            }
            #expect(credits.calls.sorted() == ["grant 1", "grant S1", "grant S1", "revoke 1", "revoke S1"])
            #expect(credits.units("1", one) == 0 && credits.units("S1", one) == 0 && credits.units("S1", two) == 1)
            #expect(credits.units("2", one) == nil)
            book.close()
        }

        @Test("F6: a grant that keeps failing is a dead letter; released, it is granted, and then revoked")
        func deadLetter() async throws {
            let book = try await PurchaseBook.sample(try await TestCluster.database())
            let credits = Credits()
            credits.state.withLock { $0.failing = ["1"] }
            try await book.report(.coins("1", of: one))
            try await delivering(book, credits) {
                while try await book.deadLetters(of: "delivery").isEmpty { await Task.yield() }
                try await book.report(StoreTransaction.coins("1", of: one).revoked(at: 9))
                credits.state.withLock { $0.failing = [] }
                try await book.release(of: "delivery")
                _ = await credits.changes.first { credits.calls.last == "revoke 1" ? true : nil }
            }
            #expect(credits.units("1", one) == 0)
            book.close()
        }

        @Test("K3: who has lost the lease records nothing as delivered; erasing a user removes what was recorded")
        func fence() async throws {
            let database = try await TestCluster.database()
            let book = try await PurchaseBook.sample(database)
            let session = try await Session(database)
            try await book.addConsumer("delivery")
            try await book.report(.coins("1", of: one))
            let list = book.list(of: "delivery")
            let old = try #require(try await list.lease(limit: 1, worker: "a", for: .zero).first)
            let new = try #require(try await list.lease(limit: 1, worker: "b", for: .seconds(60)).first)
            let update = try #require(try await book.updates(of: one).first)
            let units = DeliveredUnits(pool: book.pool, realm: book.realm.number, consumer: "delivery")
            let late = BookUpdate(user: one, update: update, fence: old.fence)
            #expect(try await units.noteSuccess(of: late) == false)
            #expect(try await units.due(for: late) == .grant)
            #expect(try await units.noteSuccess(of: BookUpdate(user: one, update: update, fence: new.fence)))
            #expect(try await units.due(for: late) == nil)
            try await book.erase(one)
            #expect(try await session.number("select count(*) from purser.delivered") == 0)
            book.close()
        }
    }
#endif
