#if Server
    import Foundation
    import Purser
    import TestDatabase
    import Testing

    @testable import PurserServer

    @Suite(
        "Dump and restore", .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"),
        .timeLimit(.minutes(30)))
    struct DumpTests {
        @Test("A restored dump is the book: updates, entitlements, keys, and what is recorded next")
        func restored() async throws {
            let (from, to) = (try await TestCluster.databaseText(), try await TestCluster.databaseText())
            _ = try await BookMigration.migrate(try DatabaseAddress(from))
            let old = try await PurchaseBook.sample(try DatabaseAddress(from))
            let period = StoreTransaction.period("S1", of: "S1", until: 100, signed: 1, of: user(1))
            try await old.report(period, renewals: [renewal(of: "S1", signed: 2)])
            try await old.report(.coins("1", of: user(1)))
            let programs = try #require(TestCluster.programs)
            try Shell.check([
                "sh", "-c", "\(programs)/pg_dump '\(from)' | \(programs)/psql -q -v ON_ERROR_STOP=1 '\(to)'",
            ])
            let new = try await PurchaseBook.sample(try DatabaseAddress(to))
            #expect(try await new.updates(of: user(1)).map(\.key) == old.updates(of: user(1)).map(\.key))
            #expect(try await new.users.entitlementSnapshot(of: user(1)).products == ["club"])
            #expect(try await new.report(period) == .known(user: user(1)))
            // A dump may be older than what consumers have seen, so that no number comes twice.
            guard case .recorded(user(1), let updates) = try await new.report(.coins("2", of: user(1))) else {
                Issue.record("it was not recorded")
                return
            }
            #expect(updates.map { $0.number > 4 } == [true])
            old.close()
            new.close()
        }
    }

    extension EntitlementSnapshot {
        fileprivate var products: Set<String> { StoreEntitlements(self, deviceTime: at(50)).activeProductIDs }
    }
#endif
