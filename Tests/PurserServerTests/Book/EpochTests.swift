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

        @Test(
            "After lost updates the next ones have other keys, and leases later fences; without an epoch they have not")
        func keys() async throws {
            for begins in [true, false] {
                let (book, lost, fence) = try await books()
                if begins { #expect(try await book.beginEpoch() == 2) }
                #expect(
                    try await book.report(.coins("9", of: one))
                        == .recorded(of: one, begins ? 1_000_000_001 : 2))
                #expect(
                    try await book.report(.coins("8", of: two))
                        == .recorded(of: two, begins ? 1_000_000_001 : 1))
                let updates = try await book.updates(of: one)
                #expect(updates.count == 2)
                #expect(Set(updates.map(\.key)).isDisjoint(with: lost.map(\.key)) == begins)
                let leases = try await book.list(of: "mailer").lease(limit: 9, worker: "b", for: .seconds(60))
                #expect(leases.allSatisfy { $0.epoch == (begins ? 2 : 1) })
                let least = try #require(leases.map(\.fence).min())
                #expect((least > fence) == begins)
                book.close()
            }
        }

        @Test("In a new epoch a consumer gets each update that is on record again, in order, and is told")
        func rereading() async throws {
            let book = try await books().book
            let delivered = DeliveredUpdates()
            try await following(book, from: .now) {
                delivered.add($0)
            } until: {
                await delivered.wait(for: 1)
                try await book.beginEpoch()
                try await book.report(.coins("9", of: one))
                while !delivered.numbers(of: one).contains(1_000_000_001) { await Task.yield() }
            }
            #expect(delivered.updates.first?.epoch == 1)
            let again = delivered.updates.drop { $0.epoch == 1 }
            #expect(again.allSatisfy { $0.epoch == 2 })
            #expect(again.first?.update.sequence == 1 && again.last?.update.sequence == 1_000_000_001)
            book.close()
        }

        @Test("A purchase without a user goes on in a new epoch, and is bound with all its updates, without a gap")
        func binding() async throws {
            let book = try await PurchaseBook.sample(try await TestCluster.database())
            try await book.report(.period("S1", of: "S1", until: 100, signed: 1))
            try await book.beginEpoch()
            try await book.report(.period("S2", of: "S1", until: 200, signed: 101))
            _ = try await book.bind("S1", to: one)
            #expect(
                try await book.reported(one) == ["1000000001 purchased S1", "1000000002 purchased S2"])
            book.close()
        }
    }
#endif
