#if Server
    import Foundation
    import Purser
    import PurserTesting
    import TestDatabase
    import Testing

    @testable import PurserServer

    /// A primary is killed while processes report, and its standby takes over.
    @Suite(
        "Failover", .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"), .serialized,
        .timeLimit(.minutes(30)))
    struct FailoverTests {
        /// What has become of a book.
        private struct Ending: Sendable {
            /// What was answered as recorded, and is not on record once the standby has taken over.
            var lost: Int
            /// Updates that came under a key of another one.
            var doubled: Int
            /// Updates that a service has had, and that are not on record.
            var takenBack: Int
            /// How long nothing was recorded, from the death of the primary on.
            var outage: Duration
            /// In what the book differs from what was reported.
            var faults: [String]
        }

        private static let reporters = 6

        private func failOver(isSynchronous: Bool, seed: UInt64) async throws -> Ending {
            let primary = try TestServer(isPooled: false)
            defer { primary.stop() }
            let standby = try TestServer(standbyOf: primary, isSynchronous: isSynchronous)
            defer { standby.stop() }
            let database = try DatabaseAddress(primary.text("postgres", or: standby))
            _ = try await BookMigration.migrate(database)
            var generator = SeededGenerator(seed: seed)
            let deliveries = RandomLives(users: 20, using: &generator).deliveries
            let (acknowledged, service) = (Acknowledged(), KeepingService())
            let follower = try await book(database)
            defer { follower.close() }
            let times = try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await follower.follow("service", from: .beginning, options: .brief) { service.take($0) }
                }
                for part in 0..<Self.reporters {
                    group.addTask { try await report(deliveries, part, database, acknowledged) }
                }
                acknowledged.allow(deliveries.count / 2)
                await acknowledged.wait(for: deliveries.count / 4)
                if !isSynchronous {
                    // The standby falls behind.
                    try standby.signalReceiver("STOP")
                    await acknowledged.wait(for: deliveries.count / 2)
                    // And a service has seen what the primary alone has.
                    let session = try await Session(try primary.address("postgres"))
                    let recorded = try await session.number("select count(*) from purser.recorded_update")
                    await service.wait(for: Int(recorded ?? 0))
                }
                // The last ones come when the primary is dead.
                acknowledged.allow(deliveries.count - Self.reporters)
                try primary.halt()
                acknowledged.allow(deliveries.count)
                let killed = ContinuousClock.now
                if !isSynchronous { try standby.signalReceiver("KILL") }
                let before = acknowledged.all
                try standby.promote()
                let lost = try await missing(before.map { deliveries[$0] }, standby)
                await acknowledged.wait(for: before.count + 1)
                let first = ContinuousClock.now
                await acknowledged.wait(for: deliveries.count)
                group.cancelAll()
                return (lost: lost, outage: first - killed)
            }
            return try await ending(times.lost, times.outage, deliveries, follower, service)
        }

        /// What is on record in the end: after catching up, and after each consumer has begun again.
        private func ending(
            _ lost: Int, _ outage: Duration, _ deliveries: [RandomLives.Delivery], _ book: PurchaseBook,
            _ service: KeepingService
        ) async throws -> Ending {
            for delivery in deliveries { _ = try await book.record(delivery.value) }
            #expect(try await book.doubtDate() != nil)
            let epoch = try await book.beginEpoch()
            try await following(book, "service", options: .brief) {
                service.take($0)
            } until: {
                while try await answered({ try await book.consumers() }).contains(where: { $0.heldUpdates > 0 }) {
                    await Task.yield()
                }
            }
            var faults = try await BookComparison(deliveries: deliveries, book: book).faults()
            faults.removeAll { $0 == "numbers" }
            return Ending(
                lost: lost, doubled: service.doubled, takenBack: service.takeBack(before: epoch), outage: outage,
                faults: faults)
        }

        private func book(_ database: DatabaseAddress) async throws -> PurchaseBook {
            try await PurchaseBook.sample(database) { $0.callLimit = .seconds(5) }
        }

        /// Repeats a call until the database answers it.
        private func answered<Answer: Sendable>(_ call: () async throws -> Answer) async throws -> Answer {
            while true {
                do { return try await call() } catch is BookFailure { try await Task.sleep(for: .milliseconds(10)) }
            }
        }

        /// Reports a part of the deliveries, each until it is answered.
        private func report(
            _ deliveries: [RandomLives.Delivery], _ part: Int, _ database: DatabaseAddress, _ acknowledged: Acknowledged
        ) async throws {
            let book = try await book(database)
            defer { book.close() }
            for (index, delivery) in deliveries.enumerated() where index % Self.reporters == part {
                await acknowledged.mayReport(index)
                _ = try await answered { try await book.record(delivery.value) }
                acknowledged.add(index)
            }
        }

        /// How many transactions of deliveries a server does not have.
        private func missing(_ deliveries: [RandomLives.Delivery], _ server: TestServer) async throws -> Int {
            let session = try await Session(try DatabaseAddress(server.text("postgres", through: server.port)))
            let slots = Set(deliveries.flatMap(\.value.transactions).map { "t:" + $0.id })
            let answer = try await session.run(
                "select count(*) from unnest($1::text[]) as slot where not exists (select from purser.entry e where e.slot = slot.slot)",
                [.texts(Array(slots))])
            return Int(answer.rows.first?.integer(0) ?? -1)
        }

        @Test(
            "Synchronous: nothing that was answered is lost, no consumer has seen what is not on record, and no key comes twice"
        )
        func synchronous() async throws {
            let ending = try await failOver(isSynchronous: true, seed: 1)
            print("Synchronous failover: nothing was recorded for \(ending.outage); \(ending)")
            #expect(ending.lost == 0 && ending.takenBack == 0 && ending.doubled == 0 && ending.faults == [])
        }

        @Test(
            "Asynchronous: what was lost comes back by catching up, no key comes twice, and what consumers saw is taken back"
        )
        func asynchronous() async throws {
            let ending = try await failOver(isSynchronous: false, seed: 2)
            print("Asynchronous failover: nothing was recorded for \(ending.outage); \(ending)")
            #expect(ending.lost > 0 && ending.takenBack > 0 && ending.doubled == 0 && ending.faults == [])
        }
    }

    /// Which deliveries were answered, and how many may be reported.
    private final class Acknowledged: Sendable {
        private let indices = Lock<[Int]>([])
        private let allowed = Lock(0)
        private let changes = EventCount()

        var all: [Int] { indices.withLock { $0 } }

        /// The first ones may be reported.
        func allow(_ count: Int) {
            allowed.withLock { $0 = count }
            changes.advance()
        }

        func mayReport(_ index: Int) async {
            _ = await changes.first { allowed.withLock { $0 > index } ? true : nil }
        }

        func add(_ index: Int) {
            indices.withLock { $0.append(index) }
            changes.advance()
        }

        func wait(for count: Int) async { _ = await changes.first { all.count >= count ? true : nil } }
    }
#endif
