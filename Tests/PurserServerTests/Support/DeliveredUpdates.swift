#if Server
    import Foundation
    import Purser
    import TestDatabase

    @testable import PurserServer

    /// The updates that handlers were called with.
    final class DeliveredUpdates: Sendable {
        private let changes = EventCount()
        private let all = Lock<[BookUpdate]>([])

        func add(_ update: BookUpdate) {
            all.withLock { $0.append(update) }
            changes.advance()
        }

        var updates: [BookUpdate] { all.withLock { $0 } }

        func numbers(of user: UUID) -> [UInt64] { updates.filter { $0.user == user }.map(\.update.sequence) }

        func wait(for count: Int) async { _ = await changes.first { updates.count >= count ? true : nil } }
    }

    extension FollowOptions {
        /// Short pauses, for tests, and leases that end only where a test wants it: a user whose lease ends is served twice.
        static var quick: FollowOptions {
            var options = FollowOptions()
            options.lease = patience
            options.interval = .milliseconds(50)
            options.longestPause = .milliseconds(20)
            options.attempts = 3
            return options
        }

        /// A lease that ends while a server is away.
        static var brief: FollowOptions {
            var options = quick
            options.lease = .seconds(1)
            return options
        }
    }

    /// Follows until `body` returns.
    func following(
        _ book: PurchaseBook, _ consumer: String = "mailer", from start: UpdateStart = .beginning,
        options: FollowOptions = .quick, _ handler: @escaping @Sendable (BookUpdate) async throws -> Void,
        until body: @escaping @Sendable () async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await book.follow(consumer, from: start, options: options, handler) }
            try await body()
            group.cancelAll()
            try await group.waitForAll()
        }
    }
#endif
