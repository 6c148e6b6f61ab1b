#if Server
    import Purser

    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif

    // What Apple has sent while no process answered.
    extension PurchaseBook {
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
            let start = try await mark() ?? end.addingTimeInterval(-30 * 86_400)
            guard start < end else { return 0 }
            let count = Lock(0)
            try await history.notifications(from: start, to: end) { page in
                for text in page {
                    let answer = try await self.receive(notification: text)
                    try self.takeFromHistory(answer)
                }
                count.withLock { $0 += page.count }
            }
            // Apple lists what it has just sent a little later.
            try await move(mark: end.addingTimeInterval(-300))
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
                for answer in try await self.receive(history: page) { try self.takeFromHistory(answer) }
                count.withLock { $0 += page.count }
            }
            return count.withLock { $0 }
        }

        /// Up to when the book has caught up; `nil` when it never has.
        public func caughtUpDate() async throws(BookFailure) -> Date? { try await mark() }

        /// What could not be decided is read again, so that the mark does not move.
        private func takeFromHistory(_ answer: BookAnswer) throws(BookFailure) {
            guard case .undecided(let reason) = answer else { return }
            throw BookFailure(.rejected, "A notification of the history could not be verified for now: \(reason)")
        }

        private func mark() async throws(BookFailure) -> Date? {
            let found = try await pool.repeating(
                SQLStatement(
                    "select extract(epoch from value)::double precision from purser.mark where realm = $1 and name = 'notifications'",
                    [.integer(realm.number)]))
            return found.rows.first?.number(0).map { Date(timeIntervalSince1970: $0) }
        }

        private func move(mark date: Date) async throws(BookFailure) {
            _ = try await pool.repeating(
                SQLStatement(
                    """
                    insert into purser.mark (realm, name, value) values ($1, 'notifications', to_timestamp($2))
                    on conflict (realm, name) do update set value = greatest(mark.value, excluded.value)
                    """, [.integer(realm.number), .number(date.timeIntervalSince1970)]))
            metrics.noteCaughtUp(date.timeIntervalSince1970)
        }
    }
#endif
