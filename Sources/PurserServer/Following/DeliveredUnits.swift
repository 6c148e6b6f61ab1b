#if Server
    import Purser

    /// How many units of each transaction the handlers have delivered, in the database: decides which handler is due.
    ///
    /// A user's updates come in order, and one that failed comes again before the next one. So a number is enough, and no interval:
    /// what a call may have done is done again before anything else is.
    struct DeliveredUnits: Sendable {
        let pool: ConnectionPool
        let realm: Int64
        let consumer: String

        /// The handler that is due for an update; `nil` where none is, also where the update was dealt with before.
        func due(for update: BookUpdate) async throws(BookFailure) -> Units.Call? {
            guard update.update.kind != .statusChanged else { return nil }
            let found = try await pool.repeating(
                SQLStatement(
                    """
                    select quantity, number from purser.delivered
                    where realm = $1 and consumer = $2 and holder = $3 and transaction = $4
                    """,
                    [
                        .integer(realm), .text(consumer), .text(Holder(user: update.user).text),
                        .text(update.transaction.ledgerID),
                    ]))
            let (quantity, number) = (found.rows.first?.integer(0) ?? 0, found.rows.first?.integer(1) ?? 0)
            guard number < Int64(clamping: update.update.sequence) else { return nil }
            return Units(exactly: Int(quantity)).due(remaining: update.transaction.remainingQuantity, grants: true)
        }

        /// The handler of an update has succeeded.
        ///
        /// - Returns: whether it is on record: not where another process has the user by now.
        func noteSuccess(of update: BookUpdate) async throws(BookFailure) -> Bool {
            let answer = try await pool.repeating(
                SQLStatement(
                    "select purser.note_delivered($1, $2, $3, $4, $5, $6, $7)",
                    [
                        .integer(realm), .text(consumer), .text(Holder(user: update.user).text), .integer(update.fence),
                        .text(update.transaction.ledgerID), .integer(Int64(update.transaction.remainingQuantity)),
                        .integer(Int64(clamping: update.update.sequence)),
                    ]))
            return answer.rows.first?.text(0) == "t"
        }
    }

    extension BookUpdate {
        fileprivate var transaction: StoreTransaction { update.transaction }
    }
#endif
