#if Server
    import Foundation
    import Purser
    import TestDatabase
    import Testing

    @testable import PurserServer

    @Suite(
        "Consumers of the book", .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"),
        .timeLimit(.minutes(30)))
    struct FollowTests {
        private func waitUntilEmpty(_ database: DatabaseAddress) async throws {
            let session = try await Session(database)
            while try await session.number("select count(*) from purser.due") != 0 { await Task.yield() }
        }

        @Test("K4: each user's updates come in order, from the beginning, and then as they are recorded")
        func order() async throws {
            let database = try await TestCluster.database()
            let book = try await PurchaseBook.sample(database)
            let notes = DeliveredUpdates()
            for number in 0..<30 { try await book.report(.coins("\(number)", of: user(number % 3))) }
            try await following(book) {
                notes.add($0)
            } until: {
                await notes.wait(for: 30)
                for number in 30..<60 { try await book.report(.coins("\(number)", of: user(number % 3))) }
                await notes.wait(for: 60)
                try await waitUntilEmpty(database)
            }
            for number in 0..<3 { #expect(notes.numbers(of: user(number)) == Array(1...20)) }
            book.close()
        }

        @Test("K4: a consumer that begins now gets what is recorded from then on")
        func now() async throws {
            let book = try await PurchaseBook.sample(try await TestCluster.database())
            let notes = DeliveredUpdates()
            try await book.report(.coins("1", of: user(1)))
            let list = book.list(of: "mailer")
            try await list.make(fromBeginning: false)
            try await book.report(.coins("2", of: user(1)))
            try await following(book, from: .now) {
                notes.add($0)
            } until: {
                await notes.wait(for: 1)
            }
            #expect(notes.numbers(of: user(1)) == [2])
            book.close()
        }

        @Test("F6: a user whose handler keeps failing is set aside, others go on; released, it goes on where it was")
        func deadLetters() async throws {
            let book = try await PurchaseBook.sample(try await TestCluster.database())
            let notes = DeliveredUpdates()
            let isFailing = Lock(true)
            for number in 0..<4 { try await book.report(.coins("\(number)", of: user(number % 2))) }
            try await following(book) { update in
                if update.user == user(1), isFailing.withLock({ $0 }) { throw Shell.Failed(description: "no room") }
                notes.add(update)
            } until: {
                await notes.wait(for: 2)
                while try await book.deadLetters(of: "mailer").isEmpty { await Task.yield() }
                let letters = try await book.deadLetters(of: "mailer")
                #expect(letters == [BookDeadLetter(user: user(1), seen: 0, reason: "no room")])
                isFailing.withLock { $0 = false }
                #expect(try await book.release(of: "mailer") == 1)
                await notes.wait(for: 4)
            }
            #expect(notes.numbers(of: user(0)) == [1, 2] && notes.numbers(of: user(1)) == [1, 2])
            book.close()
        }

        @Test("K3: a lease that has ended changes nothing any more")
        func fences() async throws {
            let book = try await PurchaseBook.sample(try await TestCluster.database())
            let list = book.list(of: "mailer")
            try await list.make(fromBeginning: false)
            try await book.report(.coins("1", of: user(1)))
            let old = try #require(try await list.lease(limit: 9, worker: "a", for: .zero).first)
            let new = try #require(try await list.lease(limit: 9, worker: "b", for: patience).first)
            #expect(new.fence > old.fence && new.seen == 0)
            #expect(try await list.acknowledge(old, seen: 1, for: patience) == nil)
            try await list.giveBack(old, pause: nil, reason: "late")
            #expect(try await book.deadLetters(of: "mailer").isEmpty)
            #expect(try await list.acknowledge(new, seen: 1, for: patience) == 1)
            #expect(try await list.lease(limit: 9, worker: "c", for: .zero).isEmpty)
            // Taken off the list and put on it again, the user has another fence.
            try await book.report(.coins("2", of: user(1)))
            let next = try #require(try await list.lease(limit: 9, worker: "d", for: .zero).first)
            #expect(next.fence > new.fence && next.seen == 1 && next.wanted == 2)
            book.close()
        }

        @Test("K3: leases of different connections have rising numbers")
        func fencesAcrossConnections() async throws {
            let database = try await TestCluster.database()
            let book = try await PurchaseBook.sample(database)
            try await book.addConsumer("mailer")
            try await book.report(.coins("1", of: user(1)))
            let sessions = [try await Session(database), try await Session(database)]
            var fences: [Int64] = []
            for number in 0..<6 {
                let lease = try await sessions[number % 2].run(
                    "select fence from purser.lease($1, 'mailer', 'w', 1, 0)", [.integer(book.realm.number)])
                fences.append(try #require(lease.rows.first?.integer(0)))
            }
            #expect(zip(fences, fences.dropFirst()).allSatisfy { $0 < $1 }, "\(fences)")
            book.close()
        }

        @Test("K4: what a process had when it ended is taken over")
        func takeOver() async throws {
            let database = try await TestCluster.database()
            let (first, second) = (try await PurchaseBook.sample(database), try await PurchaseBook.sample(database))
            var short = FollowOptions.quick
            short.lease = .milliseconds(300)
            let stuck = DeliveredUpdates()
            let notes = DeliveredUpdates()
            let gate = EventCount()
            try await first.report(.coins("1", of: user(1)))
            try await following(first, options: short) { update in
                stuck.add(update)
                try await gate.wait(after: 0)
            } until: {
                await stuck.wait(for: 1)
                try await following(second) {
                    notes.add($0)
                } until: {
                    await notes.wait(for: 1)
                }
            }
            #expect(notes.numbers(of: user(1)) == [1])
            #expect(try #require(notes.updates.first).fence > #require(stuck.updates.first).fence)
            first.close()
            second.close()
        }

        @Test("An orderly end acknowledges what was dealt with: the next process begins behind it")
        func orderlyEnd() async throws {
            let database = try await TestCluster.database()
            let book = try await PurchaseBook.sample(database)
            let (before, after) = (DeliveredUpdates(), DeliveredUpdates())
            for number in 1...5 { try await book.report(.coins("\(number)", of: user(1))) }
            try await following(book) { update in
                before.add(update)
                if update.update.sequence == 3 { try await Task.sleep(for: .seconds(3_600)) }
            } until: {
                await before.wait(for: 3)
            }
            try await following(book) {
                after.add($0)
            } until: {
                await after.wait(for: 3)
            }
            #expect(after.numbers(of: user(1)) == [3, 4, 5])
            book.close()
        }

        @Test("A pause grows with the failures, up to the longest, and ends with the attempts")
        func pauses() {
            let options = FollowOptions()
            #expect(
                (0..<9).map { options.pause(after: $0, random: 1) }
                    == [1, 2, 4, 8, 16, 32, 64, 128, 256].map { .seconds($0) })
            #expect(options.pause(after: 9, random: 1) == nil)
            var patient = options
            patient.attempts = 100
            #expect(patient.pause(after: 60, random: 1) == .seconds(300))
            #expect(options.pause(after: 3, random: 0) == .zero)
            for (named, pause) in [(0, 4), (3, 4), (30, 30), (3_600, 300)] {
                #expect(options.pause(after: 2, random: 1, named: .seconds(named)) == .seconds(pause), "\(named)")
            }
            #expect(options.pause(after: 9, random: 1, named: .seconds(1)) == nil)
        }
    }
#endif
