#if Server
    import Foundation
    import Logging
    import Purser
    import TestDatabase
    import Testing

    @testable import PurserServer

    /// A database server that is stopped without a word: its sockets stay open, and nothing is answered.
    @Suite(
        "A stopped database server", .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"),
        .timeLimit(.minutes(30)))
    struct StoppedServerTests {
        private static func signal(_ name: String, _ server: TestServer) throws {
            try Shell.check([
                "sh", "-c",
                "pid=$(head -n 1 \(server.folder)/data/postmaster.pid) && kill -\(name) $pid $(cat /proc/$pid/task/$pid/children)",
            ])
        }

        @Test("C1: every call ends, those that wait for a connection too; when it goes on, repeating records each once")
        func calls() async throws {
            let server = try TestServer()
            defer { server.stop() }
            let database = try server.address("postgres")
            _ = try await BookMigration.migrate(database)
            let book = try await PurchaseBook.sample(database) { $0.callLimit = .seconds(1) }
            try await book.report(.coins("0", of: user(1)))
            try Self.signal("STOP", server)
            let failures = await withTaskGroup(of: BookFailure?.self) { group in
                for number in 1...200 {
                    group.addTask { await failure { try await book.report(.coins("\(number)", of: user(number % 7))) } }
                    if number % 10 == 0 {
                        group.addTask { await failure { _ = try await book.entitlements(of: user(1)) } }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            try Self.signal("CONT", server)
            #expect(failures.count == 220 && failures.allSatisfy { $0 != nil })
            #expect(failures.allSatisfy { $0?.retryClass == .retryable() })
            for number in 1...200 {
                let answer = try await book.report(.coins("\(number)", of: user(number % 7)))
                #expect(answer.httpStatus == 200)
            }
            var count = 0
            for number in 0..<7 { count += try await book.reported(user(number)).count }
            #expect(count == 201)
            book.close()
        }

        @Test("K3: consumers and jobs that begin while the database is away work once it answers")
        func beginning() async throws {
            let server = try TestServer()
            defer { server.stop() }
            _ = try await BookMigration.migrate(try server.address("postgres"))
            let lines = Lock<[String]>([])
            let book = try await PurchaseBook.sample(try server.address("postgres")) {
                $0.callLimit = .seconds(5)
                $0.logger = Logger(label: "test") { _ in KeptLog(lines: lines) }
            }
            defer { book.close() }
            try await book.schedule("remind", for: user(2), at: at(0).date)
            try server.halt()
            let (delivered, reminded) = (DeliveredUpdates(), Lock<UUID?>(nil))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await book.follow("mailer", options: .quick) { delivered.add($0) } }
                group.addTask { try await book.removeUpdates(olderThan: .seconds(1), every: .seconds(3_600)) }
                group.addTask {
                    try await book.perform("remind", options: .quick) { job in
                        reminded.withLock { $0 = job.user }
                        return nil
                    }
                }
                while lines.withLock({ $0.count { $0.hasPrefix("A consumer cannot begin yet.") } }) < 3 {
                    await Task.yield()
                }
                try server.restart()
                while try await book.consumers().count < 3 { await Task.yield() }
                try await book.report(.coins("1", of: user(1)))
                await delivered.wait(for: 1)
                while reminded.withLock({ $0 }) == nil { await Task.yield() }
                group.cancelAll()
                try await group.waitForAll()
            }
            #expect(delivered.numbers(of: user(1)) == [1] && reminded.withLock { $0 } == user(2))
        }

        @Test("C3: closing ends calls and consumers of a stopped server at once")
        func closing() async throws {
            let server = try TestServer()
            defer { server.stop() }
            let database = try server.address("postgres")
            _ = try await BookMigration.migrate(database)
            let book = try await PurchaseBook.sample(database) { $0.callLimit = .seconds(3_600) }
            try await book.report(.coins("0", of: user(1)))
            try Self.signal("STOP", server)
            async let ended = failure { try await book.report(.coins("1", of: user(1))) }
            async let followed = failure { try await book.follow("mailer") { _ in } }
            async let running = failure { try await book.run() }
            book.close()
            #expect(await ended?.code == .closed)
            #expect(await followed?.code == .closed)
            _ = await running
            try Self.signal("CONT", server)
        }
    }
#endif
