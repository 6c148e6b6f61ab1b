#if Server
    public import Purser

    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif

    // What goes out: each consumer gets every user's updates in order, at least once, whichever process works.
    extension PurchaseBook {
        /// Calls a handler with each user's updates, in order, until the task is cancelled or the book is closed.
        ///
        /// Processes of one name share the work. When the handler throws, that user's updates wait, with longer and longer pauses,
        /// and become dead letters at last; other users go on. When a process ends, others take over after the lease.
        ///
        /// - Parameters:
        ///   - consumer: the consumer's name.
        ///   - start: where a new consumer begins: `UpdateStart.beginning`, or now.
        ///   - options: how many users at a time, and for how long.
        ///   - handler: deals with one update. It must bear repetition.
        /// - Throws: ``BookFailure`` when the consumer could not be made, and waiting does not help. Other failures are logged, and the
        ///   work goes on.
        public func follow(
            _ consumer: String, from start: UpdateStart = .now, options: FollowOptions = FollowOptions(),
            _ handler: @escaping @Sendable (BookUpdate) async throws -> Void
        ) async throws(BookFailure) {
            let list = list(of: consumer)
            try await begin(consumer, options) { () async throws(BookFailure) in
                try await list.make(fromBeginning: start == .beginning)
            }
            await FollowLoop(self, list, options, .updates(handler)).run()
        }

        /// Calls `grant` and `revoke` as a store on a device does, so that the app holds exactly what each user has paid for; until
        /// the task is cancelled or the book is closed.
        ///
        /// In both handlers, set what the app credits for the transaction to `remainingQuantity`. An
        /// increase calls `grant`, a decrease calls `revoke`: a refund, a revocation, an upgrade, a move to another user. Neither is
        /// called when a subscription ends. The book records what was delivered, so a replay calls neither again.
        ///
        /// It is a consumer: processes share the work, a handler that throws is called again with longer and longer pauses, and the
        /// user becomes a dead letter at last. A call is repeated where a process ended before its success was recorded. Where a
        /// handler writes to another system, write ``BookUpdate/fence`` along.
        ///
        /// - Parameters:
        ///   - consumer: the consumer's name.
        ///   - start: where a new consumer begins: at each user's first update, or now.
        ///   - options: how many users at a time, and for how long.
        ///   - grant: delivers what an update adds.
        ///   - revoke: removes what an update revokes; without it, that counts as removed.
        /// - Throws: ``BookFailure`` when the consumer could not be made, and waiting does not help. Other failures are logged, and the
        ///   work goes on.
        public func deliver(
            as consumer: String = "delivery", from start: UpdateStart = .beginning,
            options: FollowOptions = FollowOptions(), grant: @escaping @Sendable (BookUpdate) async throws -> Void,
            revoke: (@Sendable (BookUpdate) async throws -> Void)? = nil
        ) async throws(BookFailure) {
            let delivered = DeliveredUnits(pool: pool, realm: realm.number, consumer: consumer)
            try await follow(consumer, from: start, options: options) { update in
                switch try await delivered.due(for: update) {
                case .grant: try await grant(update)
                case .revoke: try await revoke?(update)
                case nil: return
                }
                // Another process has the user: it calls the handler again.
                guard try await delivered.noteSuccess(of: update) else { throw CancellationError() }
            }
        }

        // MARK: Jobs: what is due by time, each a row that one process leases, as the updates of a user are

        /// Sets when something is to be done for a user, for ``perform(_:options:_:)``.
        ///
        /// A user has one date for each name: it replaces an earlier one, also where that is being dealt with.
        ///
        /// - Parameters:
        ///   - job: the name of what is to be done.
        ///   - user: the account token of the app's user.
        ///   - date: the moment; `nil` removes it.
        public func schedule(_ job: String, for user: UUID, at date: Date?) async throws(BookFailure) {
            try await jobs(job).schedule(Holder(user: user), at: date)
            followers.noteRecorded()
        }

        /// Calls a handler for each user whose moment has come, until the task is cancelled or the book is closed.
        ///
        /// Processes of one name share the work; failures and dead letters are as of ``follow(_:from:options:_:)``.
        ///
        /// - Parameters:
        ///   - job: the name of what is to be done.
        ///   - options: how many users at a time, and for how long.
        ///   - handler: does it; it must bear repetition. It returns when to do it again, or `nil`.
        /// - Throws: ``BookFailure`` when the list could not be made, and waiting does not help. Other failures are logged, and the work
        ///   goes on.
        public func perform(
            _ job: String, options: FollowOptions = FollowOptions(),
            _ handler: @escaping @Sendable (BookJob) async throws -> Date?
        ) async throws(BookFailure) {
            try await perform(job, options) { lease in
                guard let user = lease.holder.user else { return nil }
                return try await handler(BookJob(user: user, date: lease.date, fence: lease.fence))
            }
        }

        /// Calls a handler for each user of whom a subscription has ended or come to a grace period's end, with what the user may
        /// use then; until the task is cancelled or the book is closed.
        ///
        /// The App Store reports nothing at such a moment, so there is no update. This computes the moments from the updates, which it
        /// follows under the same name, from the beginning.
        ///
        /// - Parameters:
        ///   - name: the name of the consumer and of the job.
        ///   - options: how many users at a time, and for how long.
        ///   - handler: is called at least once for each end; it must bear repetition.
        /// - Throws: ``BookFailure`` when the consumer could not be made, and waiting does not help. Other failures are logged, and the
        ///   work goes on.
        public func followEnds(
            _ name: String, options: FollowOptions = FollowOptions(),
            _ handler: @escaping @Sendable (UUID, StoreEntitlements) async throws -> Void
        ) async throws(BookFailure) {
            try await SubscriptionEnds(book: self, name: name, options: options, handler: handler).run()
        }

        /// Works for the jobs of a name.
        func perform(
            _ job: String, _ options: FollowOptions,
            _ body: @escaping @Sendable (DueList.Lease) async throws -> Date?
        ) async throws(BookFailure) {
            let list = jobs(job)
            try await begin(list.consumer, options) { () async throws(BookFailure) in try await list.makeJobs() }
            await FollowLoop(self, list, options, .jobs(body)).run()
        }

        /// Makes what work begins with, as soon as the database answers: a process may start while it is away.
        func begin(
            _ consumer: String, _ options: FollowOptions, _ make: () async throws(BookFailure) -> Void
        ) async throws(BookFailure) {
            while !Task.isCancelled {
                do throws(BookFailure) { return try await make() } catch {
                    guard error.retryClass != .permanent else { throw error }
                    watch.noteFailed(error, "A consumer cannot begin yet.", consumer: consumer)
                    try? await configuration.clock.sleep(for: min(options.interval, .seconds(1)))
                }
            }
        }

        /// The list of the users with a job of a name.
        func jobs(_ name: String) -> DueList { list(of: "job:" + name) }

        // MARK: The consumers

        /// The list of the users with updates that a consumer has not seen.
        package func list(of consumer: String) -> DueList {
            DueList(pool, realm: realm.number, consumer: consumer, history: history)
        }

        /// The state of each consumer.
        public func consumers() async throws(BookFailure) -> [ConsumerStatus] { try await consumerTable.states() }

        /// The users whose updates a consumer could not deal with.
        public func deadLetters(of consumer: String) async throws(BookFailure) -> [BookDeadLetter] {
            try await consumerTable.deadLetters(of: consumer)
        }

        /// Puts dead letters back on their way: one user's, or all of a consumer.
        ///
        /// - Returns: how many users.
        @discardableResult
        public func release(_ user: UUID? = nil, of consumer: String) async throws(BookFailure) -> Int {
            try await consumerTable.release(user.map(Holder.init(user:)), of: consumer)
        }

        /// Leaves out the one update by which a user became a dead letter, and goes on with the user's next one.
        ///
        /// Where the outcome of a failed call is not known, look at ``deadLetters(of:)`` before it is called again.
        ///
        /// - Returns: whether the user was a dead letter.
        @discardableResult
        public func passOver(_ user: UUID, of consumer: String) async throws(BookFailure) -> Bool {
            try await consumerTable.passOver(Holder(user: user), of: consumer)
        }

        /// Lets a consumer begin again with each user's first update.
        ///
        /// - Returns: whether there is such a consumer.
        public func replay(_ consumer: String) async throws(BookFailure) -> Bool {
            try await consumerTable.replay(consumer)
        }

        /// Removes a consumer for good: its place among the updates, its list of users, and how many units its handlers of
        /// ``deliver(as:from:options:grant:revoke:)`` have delivered.
        ///
        /// Without it, each user with something new costs a row that nobody takes. End the processes that follow it first: one that
        /// still runs gets no more updates, and one that follows later makes the consumer anew. A list of jobs is called `job:NAME`.
        ///
        /// It returns once transactions have ended that began before; a call that fails is made again, and goes on.
        ///
        /// - Returns: whether there was such a consumer.
        @discardableResult
        public func removeConsumer(_ consumer: String) async throws(BookFailure) -> Bool {
            try await consumerTable.remove(consumer)
        }
    }
#endif
