#if Server
    import Foundation
    import Purser
    import TestDatabase
    import Testing

    @testable import PurserServer

    /// A database that has lost updates: a dump is restored that is older than what consumers have seen.
    @Suite(
        "Epochs", .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"),
        .timeLimit(.minutes(30)))
    struct EpochTests {
        private let one = user(1)
        private let two = user(2)

        /// A book in which three updates of `one` were recorded and delivered, and a copy of it that has only the first.
        private func books() async throws -> (book: PurchaseBook, lost: [StoreUpdate], fence: Int64) {
            let (from, to) = (try await TestCluster.databaseText(), try await TestCluster.databaseText())
            _ = try await BookMigration.migrate(try DatabaseAddress(from))
            let old = try await PurchaseBook.sample(try DatabaseAddress(from))
            defer { old.close() }
            try await old.addConsumer("mailer")
            try await old.report(.coins("1", of: one))
            let programs = try #require(TestCluster.programs)
            try Shell.check([
                "sh", "-c", "\(programs)/pg_dump '\(from)' | \(programs)/psql -q -v ON_ERROR_STOP=1 '\(to)'",
            ])
            for id in ["2", "3"] { try await old.report(.coins(id, of: one)) }
            var fence: Int64 = 0
            for _ in 0..<3 {
                fence = try await old.list(of: "mailer").lease(limit: 9, worker: "a", for: .zero).first?.fence ?? 0
            }
            let lost = try await old.updates(of: one, after: 1)
            return (try await PurchaseBook.sample(try DatabaseAddress(to)), lost, fence)
        }

        /// The only number of a recorded update.
        private func number(_ answer: BookAnswer) throws -> UInt64 {
            guard case .recorded(_, let updates) = answer, let update = updates.first, updates.count == 1 else {
                throw Shell.Failed(description: "\(answer)")
            }
            return update.number
        }

        @Test(
            "After lost updates the next ones have other keys, and leases later fences, by itself; in a copy that passes for the book they have not"
        )
        func keys() async throws {
            for isFound in [true, false] {
                let (book, lost, fence) = try await books()
                if !isFound {
                    try await TestCluster.run(
                        "update purser.realm set history = null", in: book.configuration.database)
                }
                let numbers = [
                    try number(try await book.report(.coins("9", of: one))),
                    try number(try await book.report(.coins("8", of: two))),
                ]
                #expect(isFound ? numbers.allSatisfy { $0 > 1_000_000_000 } : numbers == [2, 1])
                let updates = try await book.updates(of: one)
                #expect(updates.count == 2)
                #expect(Set(updates.map(\.key)).isDisjoint(with: lost.map(\.key)) == isFound)
                let leases = try await book.list(of: "mailer").lease(limit: 9, worker: "b", for: .seconds(60))
                #expect(leases.allSatisfy { ($0.epoch > 1) == isFound })
                let least = try #require(leases.map(\.fence).min())
                #expect((least > fence) == isFound)
                #expect(try await (book.doubtDate() != nil) == isFound)
                try await book.trustHistory()
                #expect(try await book.doubtDate() == nil)
                #expect(try number(try await book.report(.coins("7", of: two))) == numbers[1] + 1)
                book.close()
            }
        }

        @Test("A copy that is restored twice gives no number twice")
        func twice() async throws {
            let database = try await TestCluster.database()
            let book = try await PurchaseBook.sample(database)
            try await book.report(.coins("1", of: one))
            let session = try await Session(database)
            var epochs: Set<Int64> = []
            for _ in 0..<2 {
                // As the backup has it.
                try await session.run("update purser.realm set epoch = 1, history = 'of the backup'")
                try await session.run("select setval('purser.fence', 100)")
                try await book.report(.coins("\(epochs.count + 2)", of: one))
                epochs.insert(try #require(try await session.number("select epoch from purser.realm")))
                try await session.run("select pg_sleep(1.1)")
            }
            #expect(epochs.count == 2)
            book.close()
        }

        @Test(
            "A lease that has an earlier fence than the process has had begins an epoch, and so does one that a service has had"
        )
        func behind() async throws {
            let database = try await TestCluster.database()
            let book = try await PurchaseBook.sample(database)
            let (list, session) = (book.list(of: "mailer"), try await Session(database))
            try await book.addConsumer("mailer")
            try await book.report(.coins("1", of: one))
            let seen = try #require(try await list.lease(limit: 9, worker: "a", for: .zero).first?.fence)
            try await book.note(fence: seen)
            #expect(try await book.doubtDate() == nil)
            // A disk that was set back has the same history.
            try await session.run("select setval('purser.fence', 1, false)")
            #expect(try await list.lease(limit: 9, worker: "a", for: .zero).isEmpty)
            #expect(try await book.doubtDate() != nil)
            let next = try #require(try await list.lease(limit: 9, worker: "a", for: .zero).first)
            #expect(next.fence > seen && next.epoch > 1)
            try await book.trustHistory()
            try await book.note(fence: next.fence + 1_000_000)
            #expect(try await book.doubtDate() != nil)
            try await book.report(.coins("2", of: two))
            let later = try await list.lease(limit: 9, worker: "a", for: .zero).map(\.fence)
            #expect(later.allSatisfy { $0 > next.fence + 1_000_000 } && !later.isEmpty)
            book.close()
        }

        @Test("In a new epoch a consumer gets each update that is on record again, in order, and is told")
        func rereading() async throws {
            let book = try await books().book
            let delivered = DeliveredUpdates()
            let begun = Lock(0)
            try await following(book, from: .now) {
                delivered.add($0)
            } until: {
                await delivered.wait(for: 1)
                let epoch = try await book.beginEpoch()
                begun.withLock { $0 = epoch }
                try await book.report(.coins("9", of: one))
                while delivered.updates.last?.update.transaction.id != "9" { await Task.yield() }
            }
            let epoch = begun.withLock { $0 }
            #expect(delivered.updates.first.map { $0.epoch < epoch } == true)
            let again = delivered.updates.drop { $0.epoch < epoch }
            #expect(again.allSatisfy { $0.epoch == epoch })
            #expect(again.first?.update.sequence == 1 && again.last?.update.transaction.id == "9")
            #expect(try await book.doubtDate() == nil)
            book.close()
        }

        @Test("A purchase without a user goes on in a new epoch, and is bound with all its updates, without a gap")
        func binding() async throws {
            let book = try await PurchaseBook.sample(try await TestCluster.database())
            try await book.report(.period("S1", of: "S1", until: 100, signed: 1))
            let base = try await book.beginEpoch() * 1_000_000
            try await book.report(.period("S2", of: "S1", until: 200, signed: 101))
            _ = try await book.bind("S1", to: one)
            #expect(try await book.reported(one) == ["\(base + 1) purchased S1", "\(base + 2) purchased S2"])
            book.close()
        }
    }
#endif
