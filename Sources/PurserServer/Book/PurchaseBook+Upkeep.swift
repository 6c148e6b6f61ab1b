#if Server
    import Purser

    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif

    // What becomes of a book whose database has lost updates.
    extension PurchaseBook {
        /// Begins an epoch, after the database has lost updates that handlers may have seen: a replica that was behind has taken
        /// over, or a backup was restored.
        ///
        /// Each consumer gets every update again, with ``BookUpdate/epoch``. New updates have numbers, and ``BookUpdate/fence`` has
        /// values, that none of the lost ones had. Then catch up from Apple's history.
        ///
        /// - Returns: the epoch.
        @discardableResult
        public func beginEpoch() async throws(BookFailure) -> Int { try await consumerTable.beginEpoch() }

        /// Since when updates may be missing, by the database's clock; `nil` where none are.
        ///
        /// The first call of a book whose database was restored from a backup, or is a copy that has taken over, begins an epoch by
        /// itself, so that no number and no fence is given out twice. Consumers go on where they were; whether they have to get
        /// everything again is for a person to say, with ``beginEpoch()`` or ``trustHistory()``.
        public func doubtDate() async throws(BookFailure) -> Date? { try await history.doubtDate() }

        /// Nothing is missing in the database: a standby has taken over that had everything, or the book has moved to another server.
        public func trustHistory() async throws(BookFailure) { try await history.trust() }

        /// Fails where nothing could be recorded now, for the route by which a load balancer finds out.
        ///
        /// Then the database does not answer or is a copy that takes no changes, or its schema is older than this version needs. A doubted history does not prevent recording: see ``doubtDate()``.
        public func checkReadiness() async throws(BookFailure) { try await history.checkReadiness() }

        /// A service that stores ``BookUpdate/fence`` says which is the largest one, when it starts for instance.
        ///
        /// Where the book has not come to it, the database has lost updates, and an epoch begins: see ``doubtDate()``. The processes
        /// of the book compare those that they have had themselves.
        ///
        /// - Parameter fence: the largest fence that the service has stored.
        public func note(fence: Int64) async throws(BookFailure) { try await history.note(given: fence) }
    }

    // What is removed by age, and everything of one user.
    extension PurchaseBook {
        /// Removes the updates that are older than an age and that every consumer has dealt with, a few users at a time.
        ///
        /// Nobody waits for it: it passes over what others have locked, and pauses for four times as long as a part takes. Purchases,
        /// and what users own, stay. A consumer that begins later, or again, does not get what was removed; see ``removedNumber(of:)``.
        ///
        /// - Parameter age: the least age of what is removed.
        /// - Returns: how many updates were removed. A call that fails is made again.
        @discardableResult
        public func removeUpdates(olderThan age: Duration) async throws(BookFailure) -> Int {
            let before = configuration.clock.currentDate().addingTimeInterval(-age.seconds)
            var (last, count): (String?, Int) = ("", 0)
            while let after = last, !Task.isCancelled {
                let begun = ContinuousClock.now
                let part = try await users.removeUpdates(behind: after, before: before)
                (last, count) = (part.last, count + part.count)
                try? await configuration.clock.sleep(for: (ContinuousClock.now - begun) * 4)
            }
            return count
        }

        /// Calls ``removeUpdates(olderThan:)`` again and again, in one process at a time; until the task is cancelled or the book is
        /// closed.
        ///
        /// - Parameters:
        ///   - age: the least age of what is removed.
        ///   - interval: the time between two calls.
        /// - Throws: ``BookFailure`` when the list could not be made, and waiting does not help. Other failures are logged, and the work
        ///   goes on.
        public func removeUpdates(olderThan age: Duration, every interval: Duration) async throws(BookFailure) {
            var options = FollowOptions()
            (options.workers, options.lease, options.attempts) = (1, .seconds(3_600), .max)
            try await begin("job:room", options) { () async throws(BookFailure) in
                try await jobs("room").schedule(.everybody, at: configuration.clock.currentDate(), replaces: false)
            }
            try await perform("room", options) { _ in
                try await self.removeUpdates(olderThan: age)
                return self.configuration.clock.currentDate().addingTimeInterval(interval.seconds)
            }
        }

        /// Up to which number the updates of a user were removed by age; 0 where none were.
        ///
        /// In a new epoch these do not come again. What a service keeps of them was not lost: it has to keep it.
        public func removedNumber(of user: UUID) async throws(BookFailure) -> UInt64 {
            try await users.removedNumber(of: user)
        }

        /// Everything that is stored of a user, for a person who asks for it.
        public func export(_ user: UUID) async throws(BookFailure) -> BookExport { try await users.export(user) }
    }
#endif
