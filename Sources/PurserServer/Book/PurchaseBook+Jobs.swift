#if Server
    public import Purser

    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif

    // What is due by time: each job is a row that one process leases, as the updates of a user are.
    extension PurchaseBook {
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
        /// - Throws: ``BookFailure`` when the list could not be made. Later failures are logged, and the work goes on.
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
        /// - Throws: ``BookFailure`` when the consumer could not be made. Later failures are logged, and the work goes on.
        public func followEnds(
            _ name: String, options: FollowOptions = FollowOptions(),
            _ handler: @escaping @Sendable (UUID, StoreEntitlements) async throws -> Void
        ) async throws(BookFailure) {
            let result = await withTaskGroup(of: Result<Void, BookFailure>.self) { group in
                group.addTask {
                    await Self.result { () async throws(BookFailure) in
                        try await self.follow(name, from: .beginning, options: options) { update in
                            // Also an end that passed before this process read the update.
                            let moment = Timestamp(update.update.recordedAt)
                            let entitlements = try await self.entitlements(of: update.user, at: moment)
                            try await self.schedule(name, for: update.user, at: entitlements.nextEnd?.date)
                        }
                    }
                }
                group.addTask {
                    await Self.result { () async throws(BookFailure) in
                        try await self.perform(name, options: options) { job in
                            // Never before the moment, also where this process's clock is slow.
                            let moment = max(Timestamp(job.date), self.configuration.clock.timestamp())
                            let entitlements = try await self.entitlements(of: job.user, at: moment)
                            try await handler(job.user, entitlements)
                            return entitlements.nextEnd?.date
                        }
                    }
                }
                let first = await group.next()
                group.cancelAll()
                return first ?? .success(())
            }
            try result.get()
        }

        /// Works for the jobs of a name.
        func perform(
            _ job: String, _ options: FollowOptions,
            _ body: @escaping @Sendable (DueList.Lease) async throws -> Date?
        ) async throws(BookFailure) {
            let list = jobs(job)
            try await list.makeJobs()
            await FollowLoop(self, list, options, .jobs(body)).run()
        }

        /// The list of the users with a job of a name.
        func jobs(_ name: String) -> DueList { list(of: "job:" + name) }

        private static func result(_ body: () async throws(BookFailure) -> Void) async -> Result<Void, BookFailure> {
            do throws(BookFailure) { return .success(try await body()) } catch { return .failure(error) }
        }
    }
#endif
