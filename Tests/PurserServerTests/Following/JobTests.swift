#if Server
    import Foundation
    import Purser
    import PurserTesting
    import TestDatabase
    import Testing

    @testable import PurserServer

    @Suite(
        "What is due by time", .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"),
        .timeLimit(.minutes(30)))
    struct JobTests {
        /// A clock of which the date stands still, before the samples' subscriptions end.
        private struct EarlyClock: StoreClock {
            let system = SystemClock()
            func now() -> Duration { system.now() }
            func currentDate() -> Date { at(50).date }
            func sleep(until deadline: Duration) async throws { try await system.sleep(until: deadline) }
        }

        private final class Calls: Sendable {
            let changes = EventCount()
            private let all = Lock<[String]>([])
            func add(_ call: String) {
                all.withLock { $0.append(call) }
                changes.advance()
            }
            var list: [String] { all.withLock { $0 } }
            func wait(for count: Int) async { _ = await changes.first { list.count >= count ? true : nil } }
        }

        private let one = user(1)
        private let two = user(2)

        /// Lets `work` go on until `body` returns.
        private func running(
            _ work: @escaping @Sendable () async throws -> Void, until body: @escaping @Sendable () async throws -> Void
        ) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await work() }
                try await body()
                group.cancelAll()
                try await group.waitForAll()
            }
        }

        @Test("A job is done when its moment has come, not before; again when it says so; and not when it was removed")
        func moments() async throws {
            let database = try await TestCluster.database()
            let book = try await PurchaseBook.sample(database)
            let session = try await Session(database)
            let calls = Calls()
            try await book.schedule("remind", for: one, at: at(0).date)
            try await book.schedule("remind", for: two, at: Date().addingTimeInterval(86_400))
            try await book.schedule("remind", for: user(3), at: at(0).date)
            try await book.schedule("remind", for: user(3), at: nil)
            try await running {
                try await book.perform("remind", options: .quick) { job in
                    let isFirst = calls.list.isEmpty
                    calls.add("\(job.user) \(job.date == at(isFirst ? 0 : 1).date)")
                    return isFirst ? at(1).date : nil
                }
            } until: {
                await calls.wait(for: 2)
                while try await session.number("select count(*) from purser.due") != 1 { await Task.yield() }
            }
            #expect(calls.list == ["\(one) true", "\(one) true"])
            book.close()
        }

        @Test("K3: a job that is set anew while it is done is done again; who had it changes nothing")
        func rescheduling() async throws {
            let book = try await PurchaseBook.sample(try await TestCluster.database())
            let list = book.list(of: "job:remind")
            try await book.schedule("remind", for: one, at: at(0).date)
            let old = try #require(try await list.lease(limit: 1, worker: "a", for: .seconds(60)).first)
            try await book.schedule("remind", for: one, at: at(5).date)
            #expect(try await list.acknowledge(old, seen: old.wanted, for: .seconds(60)) == nil)
            try await list.giveBack(old, until: at(9).date)
            let new = try #require(try await list.lease(limit: 1, worker: "b", for: .seconds(60)).first)
            #expect(new.date == at(5).date && new.fence > old.fence)
            #expect(try await list.acknowledge(new, seen: new.wanted, for: .seconds(60)) == 1)
            #expect(try await list.lease(limit: 1, worker: "c", for: .zero).isEmpty)
            book.close()
        }

        @Test("A recorded update puts nobody on a list of jobs; an erased user is removed from it")
        func lists() async throws {
            let database = try await TestCluster.database()
            let book = try await PurchaseBook.sample(database)
            let session = try await Session(database)
            try await book.schedule("remind", for: one, at: at(0).date)
            try await book.report(.coins("1", of: one))
            try await book.report(.coins("2", of: two))
            #expect(try await session.number("select count(*) from purser.due") == 1)
            #expect(try await book.replay("job:remind") == false)
            try await book.erase(one)
            #expect(try await session.number("select count(*) from purser.due") == 0)
            book.close()
        }

        @Test("The end of a subscription calls the handler once its moment has come, with what is left")
        func ends() async throws {
            let book = try await PurchaseBook.sample(try await TestCluster.database()) { $0.clock = EarlyClock() }
            let calls = Calls()
            try await running {
                try await book.followEnds("ends", options: .quick) { user, owned in
                    calls.add("\(user) \(owned.contains("club"))")
                }
            } until: {
                try await book.report(.period("S1", of: "S1", until: 100, signed: 1, of: one))
                await calls.wait(for: 1)
            }
            #expect(Set(calls.list) == ["\(one) false"])
            book.close()
        }

        @Test("K5: processes that catch up again and again do so one at a time")
        func catchingUp() async throws {
            struct History: StoreHistory {
                let calls: Calls
                let running = Lock(0)
                let most = Lock(0)
                init(_ calls: Calls) { self.calls = calls }
                func notifications(from: Date, to: Date, _ body: @Sendable ([String]) async throws -> Void) async throws
                {
                    let now = running.next()
                    most.withLock { $0 = max($0, now) }
                    calls.add("read")
                    for _ in 0..<100 { await Task.yield() }
                    running.withLock { $0 -= 1 }
                }
                func transactions(of: String, _ body: @Sendable ([String]) async throws -> Void) async throws {}
            }
            let database = try await TestCluster.database()
            let (first, second) = (try await PurchaseBook.sample(database), try await PurchaseBook.sample(database))
            let calls = Calls()
            let history = History(calls)
            try await running {
                async let other: Void = second.catchUp(from: history, every: .milliseconds(1))
                try await first.catchUp(from: history, every: .milliseconds(1))
                try await other
            } until: {
                await calls.wait(for: 4)
            }
            #expect(history.most.withLock { $0 } == 1)
            first.close()
            second.close()
        }
    }
#endif
