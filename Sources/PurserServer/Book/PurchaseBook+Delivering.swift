#if Server
    public import Purser

    extension PurchaseBook {
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
    }
#endif
