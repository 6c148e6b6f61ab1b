#if Server
    import Logging
    import Purser

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
        let metrics: BookMetrics
        let followers = Followers()
        let reader: ReportReader
        let queue: ReceiveQueue
        let mark: CatchUpMark

        private init(_ configuration: Configuration, _ pool: ConnectionPool, _ realm: BookRealm) {
            (self.configuration, self.pool, self.realm) = (configuration, pool, realm)
            metrics = BookMetrics(configuration)
            reader = ReportReader(
                verifier: configuration.verifier, environment: configuration.environment,
                keepsSignedForms: configuration.recordsSignedForms, limit: Self.textLimit)
            queue = ReceiveQueue(
                pool, realm: realm.number, policy: configuration.movePolicy, secret: realm.secret,
                clock: configuration.clock, limit: configuration.callLimit)
            mark = CatchUpMark(pool: pool, realm: realm.number)
        }

        /// Opens the book of an app and an environment; the first process makes it.
        ///
        /// - Throws: ``BookFailure``: the database cannot be reached, or its schema is older than this version needs.
        public static func open(_ configuration: Configuration) async throws(BookFailure) -> PurchaseBook {
            guard configuration.allowsTestEnvironments || configuration.isSignedByApple else {
                throw BookFailure(
                    .testEnvironment,
                    "Anybody can sign for the environment “\(configuration.environment)”. Set allowsTestEnvironments in a test."
                )
            }
            let pool = try ConnectionPool(
                configuration.database, size: configuration.connections, limit: configuration.callLimit)
            do throws(BookFailure) {
                try await Migrator(pool).check()
                let realm = try await BookRealm.find(configuration.bundleID, configuration.environment, pool)
                configuration.logger.debug(
                    "The purchase book is open.", metadata: ["database": "\(configuration.database)"])
                return PurchaseBook(configuration, pool, realm)
            } catch {
                pool.close()
                throw error
            }
        }

        /// Ends all connections.
        ///
        /// Calls that run fail, with ``BookFailure/Code/closed``.
        public func close() {
            followers.close()
            pool.close()
        }
    }

    extension PurchaseBook.Configuration {
        fileprivate var isSignedByApple: Bool { environment == .production || environment == .sandbox }
    }
#endif
