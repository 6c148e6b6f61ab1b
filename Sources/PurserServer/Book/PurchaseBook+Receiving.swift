#if Server
    import Logging
    import Purser
    public import PurserVerification

    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif

    // What comes in: read, then recorded, then answered.
    extension PurchaseBook {
        /// The largest text that is read: 1 MB, far more than the App Store signs.
        public static let textLimit = 1_048_576

        /// Records a transaction, as an app reports it.
        ///
        /// - Parameter text: the signed form (compact JWS).
        /// - Throws: ``BookFailure``; the route answers 503, and the app reports it again.
        public func receive(transaction text: String) async throws(BookFailure) -> BookAnswer {
            try await answer(await reader.read(transaction: text))
        }

        /// Records a transaction that a verifier of the same configuration has checked.
        public func receive(verified transaction: VerifiedTransaction) async throws(BookFailure) -> BookAnswer {
            try await answer(reader.read(transaction))
        }

        /// Records what a server notification says of a transaction and of a renewal; others have nothing to record.
        ///
        /// - Parameter text: the text `signedPayload` of the body that Apple posted.
        /// - Throws: ``BookFailure``; the route answers 503, and Apple posts it again.
        public func receive(notification text: String) async throws(BookFailure) -> BookAnswer {
            try await answer(await reader.read(notification: text))
        }

        /// Records a customer's transactions, as Apple's server lists them: those of one subscription in the order in which they are
        /// given.
        ///
        /// - Parameter history: the signed forms.
        /// - Returns: an answer for each.
        public func receive(history: [String]) async throws(BookFailure) -> [BookAnswer] {
            var answers: [BookAnswer] = []
            for text in history { answers.append(try await receive(transaction: text)) }
            return answers
        }

        /// Binds a subscription or purchase that names no user to one: its transactions, and its updates with numbers of the
        /// user's.
        ///
        /// - Parameters:
        ///   - originalID: its original transaction identifier.
        ///   - user: the account token of the app's user.
        /// - Returns: the user who has its latest transaction now; `nil` when it is unknown. Another user's transactions stay
        ///   there.
        public func bind(_ originalID: String, to user: UUID) async throws(BookFailure) -> UUID? {
            guard IntakeFault.of(identifier: originalID, "original identifier") == nil else { return nil }
            let delivery = LineDelivery(binding: (originalID, Holder(user: user)))
            return try await queue.record(delivery, readsFirst: true).holder?.user
        }

        private func answer(_ reading: ReportReader.Reading) async throws(BookFailure) -> BookAnswer {
            switch reading {
            case .delivery(let delivery): try await record(delivery)
            case .answer(let answer): answered(answer)
            }
        }

        /// Records what was checked.
        package func record(_ delivery: LineDelivery) async throws(BookFailure) -> BookAnswer {
            do throws(BookFailure) {
                let ended = try await queue.record(delivery)
                watch.metrics.noteLost(queue.lostCount)
                if ended.updates.contains(where: { $0.user != nil }) { followers.noteRecorded() }
                if let rejection = ended.rejection { return answered(.rejected(rejection)) }
                return answered(
                    ended.isKnown
                        ? .known(user: ended.holder?.user)
                        : .recorded(user: ended.holder?.user, updates: ended.updates))
            } catch {
                watch.noteFailed(error, "Something was not recorded.")
                throw error
            }
        }

        private func answered(_ answer: BookAnswer) -> BookAnswer {
            watch.metrics.count(answer)
            return answer
        }

        // MARK: Catching up

        /// Records the notifications that Apple has sent since the book last caught up; those of the last 30 days at first.
        ///
        /// The mark moves only once everything before it is recorded. Several processes may do this at once.
        ///
        /// - Parameter history: reads what Apple has sent.
        /// - Returns: how many notifications were read.
        /// - Throws: ``BookFailure``, or what the history throws. The next call begins at the same mark.
        @discardableResult
        public func catchUp(from history: some StoreHistory) async throws -> Int {
            let end = configuration.clock.currentDate()
            let start = try await mark.date() ?? end.addingTimeInterval(-30 * 86_400)
            guard start < end else { return 0 }
            let count = Lock(0)
            try await history.notifications(from: start, to: end) { page in
                for text in page { try Self.takeFromHistory(try await self.receive(notification: text)) }
                count.withLock { $0 += page.count }
            }
            // Apple lists what it has just sent a little later.
            let date = end.addingTimeInterval(-300)
            try await mark.move(to: date)
            watch.metrics.noteCaughtUp(date.timeIntervalSince1970)
            return count.withLock { $0 }
        }

        /// Records all transactions of a customer, as Apple lists them.
        ///
        /// - Parameters:
        ///   - transactionID: any transaction of the customer's.
        ///   - history: reads what Apple has sold.
        /// - Returns: how many transactions were read.
        /// - Throws: ``BookFailure``, or what the history throws.
        @discardableResult
        public func catchUp(customerOf transactionID: String, from history: some StoreHistory) async throws -> Int {
            let count = Lock(0)
            try await history.transactions(of: transactionID) { page in
                for answer in try await self.receive(history: page) { try Self.takeFromHistory(answer) }
                count.withLock { $0 += page.count }
            }
            return count.withLock { $0 }
        }

        /// Calls ``catchUp(from:)`` again and again, in one process at a time; until the task is cancelled or the book is closed.
        ///
        /// - Parameters:
        ///   - history: reads what Apple has sent.
        ///   - interval: the time between two calls.
        ///   - limit: after this time another process takes over.
        /// - Throws: ``BookFailure`` when the list could not be made, and waiting does not help. Other failures are logged, and the work
        ///   goes on.
        public func catchUp(
            from history: some StoreHistory, every interval: Duration, limit: Duration = .seconds(600)
        ) async throws(BookFailure) {
            var options = FollowOptions()
            (options.workers, options.lease, options.attempts) = (1, limit, .max)
            try await begin("job:catch-up", options) { () async throws(BookFailure) in
                try await jobs("catch-up").schedule(.everybody, at: configuration.clock.currentDate(), replaces: false)
            }
            try await perform("catch-up", options) { _ in
                do { try await self.catchUp(from: history) } catch {
                    self.noteNotCaughtUp(error)
                    throw error
                }
                return self.configuration.clock.currentDate().addingTimeInterval(interval.seconds)
            }
        }

        /// Logs why; of an error of the app's own only the type, since its text may name a user.
        private func noteNotCaughtUp(_ error: any Error) {
            guard !(error is CancellationError) else { return }
            let text = (error as? any StoreFailure).map { "\($0)" } ?? "\(type(of: error))"
            watch.log.note(
                .warning, "The book could not catch up, and tries again.",
                metadata: ["failure": "\(Wording.short(text))"])
        }

        /// Up to when the book has caught up; `nil` when it never has.
        public func caughtUpDate() async throws(BookFailure) -> Date? { try await mark.date() }

        /// What could not be decided is read again, so that the mark does not move.
        private static func takeFromHistory(_ answer: BookAnswer) throws(BookFailure) {
            guard case .undecided(let reason) = answer else { return }
            throw BookFailure(.rejected, "A notification of the history could not be verified for now: \(reason)")
        }
    }
#endif
