#if Server
    import Foundation
    import Purser
    import PurserServer
    import TestDatabase
    import Testing

    @testable import PurserBookServer

    /// `.ci/operator served`: processes of `purser book serve` for as long as `PURSER_SERVED_SECONDS` says.
    @Suite("A bad night of served processes", .serialized, .timeLimit(.minutes(120)))
    struct NightTests {
        private static let seconds = ProcessInfo.processInfo.environment["PURSER_SERVED_SECONDS"].flatMap { Int($0) }
        private static let users = 5

        @Test(
            "K1, K3: under kills, receivers that break off and a database that goes away, every update is posted whole and in its user's order, and a process ends by its signal alone",
            .enabled(if: seconds != nil, "only where PURSER_SERVED_SECONDS says for how long"))
        func night() async throws {
            let (garden, postgres) = (try GardenStore(), try TestServer())
            defer { postgres.stop() }
            _ = try await BookMigration.migrate(postgres.address("postgres"))
            let isOver = Lock(false)
            let receiver = try RawReceiver {
                let isGood = isOver.withLock { $0 } || Bool.random()
                return isGood ? .closed : Misdeed.allCases.randomElement() ?? .closed
            }
            let start = { @Sendable () async throws -> ServedProcess in
                try await ServedProcess(
                    postgres.text("postgres"), garden.authority,
                    [
                        "PURSER_BOOK_WEBHOOK=mailer=http://127.0.0.1:\(receiver.port)/hook",
                        "PURSER_BOOK_WEBHOOK_SECRET=\(Receiver.secret)", "PURSER_BOOK_LEASE_SECONDS=3",
                        "PURSER_BOOK_WEBHOOK_SECONDS=2",
                    ])
            }
            let processes = Lock([try await start(), try await start()])
            let ports = Lock(processes.withLock { $0.map(\.address) })
            let end = ContinuousClock.now + .seconds(Self.seconds ?? 0)
            var reported = 0
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    while .now < end {
                        try await Task.sleep(for: .milliseconds(Int.random(in: 300...3_000)))
                        guard Int.random(in: 0..<6) > 0 else {
                            try postgres.halt()
                            try await Task.sleep(for: .milliseconds(Int.random(in: 0...2_000)))
                            try postgres.restart()
                            continue
                        }
                        let index = Int.random(in: 0...1)
                        let process = processes.withLock { $0[index] }
                        let number = Bool.random() ? SIGKILL : SIGTERM
                        process.signal(number)
                        let status = await process.ended()
                        #expect(status == (number == SIGKILL ? SIGKILL : 0), "\(process.logged.suffix(2_000))")
                        let next = try await start()
                        processes.withLock { $0[index] = next }
                        ports.withLock { $0[index] = next.address }
                    }
                }
                while .now < end {
                    reported += 1
                    let signed = try garden.coins("\(reported)", of: user(reported % Self.users))
                    while true {
                        guard let address = ports.withLock({ $0.randomElement() }) else { return }
                        if (try? await address.send("POST", "transactions", signed).status) == 200 { break }
                        try await Task.sleep(for: .milliseconds(20))
                    }
                }
                try await group.waitForAll()
            }
            isOver.withLock { $0 = true }
            let expected = (0..<Self.users).map { number in (1...reported).count { $0 % Self.users == number } }
            while try tally(receiver.posts) != expected { try await Task.sleep(for: .milliseconds(100)) }
            #expect(!receiver.arrivals.contains(.cut))
            for process in processes.withLock({ $0 }) {
                process.signal(SIGTERM)
                #expect(await process.ended() == 0, "\(process.logged.suffix(2_000))")
            }
            print("\(reported) purchases, \(receiver.posts.count) posts.")
        }

        /// How many updates of each user have been dealt with; fails where one came before the one before it was.
        private func tally(_ posts: [RawReceiver.Post]) throws -> [Int] {
            var counts: [String: Int] = [:]
            for one in posts {
                let post = try #require(one.post, "a post with a wrong signature")
                let count = counts[post.user, default: 0]
                try #require(post.number <= count + 1, "\(post) came after \(count)")
                if one.misdeed.isSuccess { counts[post.user] = max(count, post.number) }
            }
            return (0..<Self.users).map { counts[user($0).uuidString] ?? 0 }
        }
    }
#endif
