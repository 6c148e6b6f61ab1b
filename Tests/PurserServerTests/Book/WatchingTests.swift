#if Server
    import Foundation
    import Logging
    import Metrics
    import Purser
    import PurserTesting
    import TestDatabase
    import Testing

    @testable import PurserServer

    @Suite(
        "Watching the book", .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"),
        .timeLimit(.minutes(30)))
    struct WatchingTests {
        /// The names that the guide lists.
        private func listed() throws -> Set<String> {
            let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent()
                .appendingPathComponent("Sources/PurserServer/PurserServer.docc/PurchaseBookForServers.md")
            let text = try String(contentsOf: page, encoding: .utf8)
            return Set(text.matches(of: #/purser_book_\w+/#).map { String($0.output) })
        }

        @Test("A consumer that is removed has no values any more; its process says that it gets nothing")
        func removed() async throws {
            let (metrics, lines, clock) = (CountedMetrics(), Lock<[String]>([]), VirtualClock())
            let database = try await TestCluster.database()
            let other = try await PurchaseBook.sample(database)
            let book = try await PurchaseBook.sample(database) {
                ($0.metrics, $0.clock) = (metrics, clock)
                $0.logger = Logger(label: "test") { _ in KeptLog(lines: lines) }
            }
            try await book.addConsumer("mailer")
            try await book.addConsumer("index")
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await book.run() }
                group.addTask { try await book.follow("mailer", options: .quick) { _ in } }
                while !metrics.labels.contains("mailer") { try await Task.sleep(for: .milliseconds(5)) }
                try await other.removeConsumer("mailer")
                while metrics.destroyed.count < 4 || !lines.withLock({ $0.contains { $0.contains("was removed") } }) {
                    clock.advance(by: .seconds(1))
                    try await Task.sleep(for: .milliseconds(5))
                }
                group.cancelAll()
            }
            #expect(metrics.destroyed.count == 4 && metrics.destroyed.allSatisfy { $0.contains("mailer") })
            #expect(Set(metrics.destroyed.compactMap(\.first)).count == 4)
            other.close()
            book.close()
        }

        @Test("The metrics are those that the guide lists; neither they nor the log name a user")
        func names() async throws {
            let (metrics, lines) = (CountedMetrics(), Lock<[String]>([]))
            let database = try await TestCluster.database()
            let book = try await PurchaseBook.sample(database) {
                $0.metrics = metrics
                $0.logger = Logger(label: "test") { _ in KeptLog(lines: lines) }
            }
            let delivered = DeliveredUpdates()
            _ = try await book.receive(transaction: "no signed text")
            try await book.report(.coins("1", of: user(1)))
            var options = FollowOptions.quick
            options.attempts = 1
            try await following(book, options: options) { update in
                if update.user == user(2) { throw Shell.Failed(description: "for \(user(2))") }
                delivered.add(update)
            } until: {
                await delivered.wait(for: 1)
                try await book.report(.coins("2", of: user(2)))
                while try await book.deadLetters(of: "mailer").isEmpty { await Task.yield() }
            }
            for status in try await book.consumers() { book.watch.metrics.note(status) }
            book.watch.metrics.noteCaughtUp(0)
            book.watch.noteDoubt(since: at(0).date)
            book.watch.noteState(of: book.pool, book.queue)
            book.close()
            await #expect(throws: BookFailure.self) { try await book.report(.coins("3", of: user(3))) }

            #expect(try metrics.names == listed())
            let texts = metrics.labels.union(lines.withLock { $0 })
            #expect(texts.contains { $0.contains("dead letter") })
            for number in 1...3 {
                let user = user(number).uuidString.lowercased()
                #expect(texts.allSatisfy { !$0.lowercased().contains(user) })
            }
        }
    }
#endif
