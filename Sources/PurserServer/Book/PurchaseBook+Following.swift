#if Server
    import Logging
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
        /// - Throws: ``BookFailure`` when the consumer could not be made. Later failures are logged, and the work goes on.
        public func follow(
            _ consumer: String, from start: UpdateStart = .now, options: FollowOptions = FollowOptions(),
            _ handler: @escaping @Sendable (BookUpdate) async throws -> Void
        ) async throws(BookFailure) {
            let list = list(of: consumer)
            try await list.make(fromBeginning: start == .beginning)
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
        /// - Throws: ``BookFailure`` when the consumer could not be made. Later failures are logged, and the work goes on.
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

        /// The users whose updates a consumer could not deal with.
        public func deadLetters(of consumer: String) async throws(BookFailure) -> [BookDeadLetter] {
            let found = try await pool.repeating(
                SQLStatement(
                    """
                    select holder, seen, coalesce(reason, '') from purser.due
                    where realm = $1 and consumer = $2 and ready = 'infinity' order by holder
                    """, [.integer(realm.number), .text(consumer)]))
            return found.rows.compactMap { row in
                Holder(text: row.text(0) ?? "").user.map {
                    BookDeadLetter(user: $0, seen: UInt64(clamping: row.integer(1) ?? 0), reason: row.text(2) ?? "")
                }
            }
        }

        /// Puts dead letters back on their way: one user's, or all of a consumer.
        ///
        /// - Returns: how many users.
        @discardableResult
        public func release(_ user: UUID? = nil, of consumer: String) async throws(BookFailure) -> Int {
            let released = try await pool.repeating(
                SQLStatement(
                    "select purser.release($1, $2, $3)",
                    [
                        .integer(realm.number), .text(consumer),
                        user.map { .text(Holder(user: $0).text) } ?? .null,
                    ]))
            followers.noteRecorded()
            return Int(released.rows.first?.integer(0) ?? 0)
        }

        /// The list of the users with updates that a consumer has not seen.
        package func list(of consumer: String) -> DueList { DueList(pool, realm: realm.number, consumer: consumer) }

        func noteFailed(_ failure: BookFailure, _ consumer: String) {
            guard failure.code != .closed else { return }
            metrics.count(failure)
            configuration.logger.warning(
                "A consumer could not go on for now.", metadata: ["consumer": "\(consumer)", "failure": "\(failure)"])
        }
    }
#endif
