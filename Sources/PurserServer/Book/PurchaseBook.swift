#if Server
    import Logging
    public import Purser
    public import ServiceLifecycle

    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif

    /// One purchase book for many server processes, in a PostgreSQL database.
    ///
    /// Each process opens the book and reports to it what apps and Apple send. Everything is recorded once, whichever process it
    /// reaches and however often. Each user has updates, numbered from 1, in the order in which they were recorded.
    ///
    /// ```swift
    /// let book = try await PurchaseBook.open(configuration)
    /// let answer = try await book.receive(transaction: signedText)
    /// print(answer.httpStatus)
    /// ```
    ///
    /// It owns its connections and the threads of these. It has no task; ``run()`` follows updates in the caller's task.
    public final class PurchaseBook: Sendable {
        /// What it works with.
        public let configuration: Configuration
        let pool: ConnectionPool
        let realm: BookRealm
        let watch: BookWatch
        let followers = Followers()
        let reader: ReportReader
        let queue: ReceiveQueue
        let mark: CatchUpMark
        let users: UserRecords
        let history: BookHistory
        let consumerTable: ConsumerTable

        private init(
            _ configuration: Configuration, _ pool: ConnectionPool, _ realm: BookRealm, _ watch: BookWatch
        ) {
            (self.configuration, self.pool, self.realm, self.watch) = (configuration, pool, realm, watch)
            reader = ReportReader(
                verifier: configuration.verifier, environment: configuration.environment,
                keepsSignedForms: configuration.recordsSignedForms, limit: Self.textLimit)
            queue = ReceiveQueue(
                pool, realm: realm.number, policy: configuration.movePolicy, secret: realm.secret,
                clock: configuration.clock, limit: configuration.callLimit)
            mark = CatchUpMark(pool: pool, realm: realm.number)
            users = UserRecords(pool: pool, realm: realm, policy: configuration.entitlementPolicy)
            history = BookHistory(pool, realm: realm.number)
            consumerTable = ConsumerTable(
                pool: pool, realm: realm.number, history: history, followers: followers, clock: configuration.clock)
        }

        /// Opens the book of an app and an environment; the first process makes it.
        ///
        /// - Throws: ``BookFailure``: the database cannot be reached, or its schema is older than this version needs. Where
        ///   ``BookFailure/retryClass`` is `.retryable`, wait and call it again.
        public static func open(_ configuration: Configuration) async throws(BookFailure) -> PurchaseBook {
            guard configuration.allowsTestEnvironments || configuration.isSignedByApple else {
                throw BookFailure(
                    .testEnvironment,
                    "Anybody can sign for the environment “\(configuration.environment)”. Set allowsTestEnvironments in a test."
                )
            }
            let watch = BookWatch(configuration)
            let pool = try ConnectionPool(
                configuration.database, size: configuration.connections, limit: configuration.callLimit,
                onEvent: watch.note)
            do throws(BookFailure) {
                try await Migrator(pool).check()
                let realm = try await BookRealm.find(configuration.bundleID, configuration.environment, pool)
                configuration.logger.debug(
                    "The purchase book is open.", metadata: ["database": "\(configuration.database)"])
                watch.begin()
                return PurchaseBook(configuration, pool, realm, watch)
            } catch {
                watch.metrics.count(error)
                pool.close()
                throw error
            }
        }

        /// Whether a process has made the book of an app and an environment; it makes none.
        ///
        /// - Throws: ``BookFailure``, as ``open(_:)``.
        package static func isThere(_ configuration: Configuration) async throws(BookFailure) -> Bool {
            let pool = try ConnectionPool(configuration.database, size: 1, limit: configuration.callLimit)
            defer { pool.close() }
            try await Migrator(pool).check()
            return try await BookRealm.known(configuration.bundleID, configuration.environment, pool) != nil
        }

        /// Ends all connections.
        ///
        /// Calls that run fail, with ``BookFailure/Code/closed``.
        public func close() {
            followers.close()
            pool.close()
            watch.log.noteLeftOut(ofAll: true)
        }
    }

    // What is on record of one user.
    extension PurchaseBook {
        /// What a user may use now: one statement.
        public func entitlements(of user: UUID) async throws(BookFailure) -> StoreEntitlements {
            try await users.entitlements(of: user, at: configuration.clock.timestamp())
        }

        /// The next updates of a user after a number, in their order.
        ///
        /// - Parameters:
        ///   - user: the account token of the app's user.
        ///   - number: the number of an update, or 0 for all.
        ///   - limit: how many at most.
        public func updates(of user: UUID, after number: UInt64 = 0, limit: Int = 100) async throws(BookFailure)
            -> [StoreUpdate]
        {
            try await users.updates(of: user, after: number, limit: limit)
        }

        /// Removes everything of a user: purchases, updates, and their place on each consumer's list.
        ///
        /// What the App Store reports of the user later is recorded anew.
        ///
        /// - Returns: how many subscriptions and purchases there were.
        @discardableResult
        public func erase(_ user: UUID) async throws(BookFailure) -> Int { try await users.erase(user) }
    }

    extension PurchaseBook: Service {
        /// Passes hints between processes, so that consumers wake sooner than at their next look; ends with the service group, with
        /// the task, or with ``close()``.
        ///
        /// Everything else works without it.
        public func run() async throws {
            let hints = try BookHints(self)
            defer { hints.close() }
            await cancelWhenGracefulShutdown {
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await hints.listen() }
                    group.addTask { await hints.notify() }
                    group.addTask { await self.noteStates() }
                    await group.next()
                    group.cancelAll()
                    // A server that does not answer is not waited for.
                    hints.close()
                }
            }
        }

        /// Records the state of the connections and of each consumer, until the task is cancelled.
        private func noteStates() async {
            var known: [ConsumerStatus] = []
            while !Task.isCancelled, !followers.due.isClosed {
                watch.noteState(of: pool, queue)
                if let all = try? await consumers() {
                    for status in all { watch.metrics.note(status) }
                    let names = Set(all.map(\.consumer))
                    for status in known where !names.contains(status.consumer) { watch.metrics.noteRemoved(status) }
                    known = all
                }
                if let date = try? await .some(doubtDate()) { watch.noteDoubt(since: date) }
                try? await configuration.clock.sleep(for: .seconds(15))
            }
        }
    }

    extension PurchaseBook.Configuration {
        fileprivate var isSignedByApple: Bool { environment == .production || environment == .sandbox }
    }
#endif
