#if Server
    import Purser

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// What is on record of users, in the database: reads it, and erases it.
    struct UserRecords: Sendable {
        let pool: ConnectionPool
        let realm: BookRealm
        let policy: EntitlementPolicy

        /// What a user may use at a moment, by the transactions that are on record now.
        func entitlements(of user: UUID, at moment: Timestamp) async throws(BookFailure) -> StoreEntitlements {
            StoreEntitlements(try await entitlementSnapshot(of: user), deviceTime: moment)
        }

        /// What is on record of a user, for a moment that the caller chooses.
        func entitlementSnapshot(of user: UUID) async throws(BookFailure) -> EntitlementSnapshot {
            let holder = Holder(user: user)
            let entries = try await rows(of: user, "line, slot, record, later from purser.entry").map { row in
                LineContent.Entry(holder, row.text(0) ?? "", row.text(1) ?? "", row.bytes(2), later: row.bytes(3))
            }
            do throws(FormatFault) {
                return try HolderRecords(entries, secret: realm.secret).state.entitlementSnapshot(policy: policy)
            } catch { throw .damaged("A row of a user", error.reason) }
        }

        /// The next updates after a number, in their order.
        func updates(of user: UUID, after number: UInt64, limit: Int) async throws(BookFailure) -> [StoreUpdate] {
            let found = try await pool.repeating(
                SQLStatement(
                    """
                    select number, record from purser.recorded_update
                    where realm = $1 and holder = $2 and number > $3 order by number limit $4
                    """,
                    place(of: user) + [.integer(Int64(clamping: number)), .integer(Int64(max(1, limit)))]))
            let origin = UpdateOrigin(.user(user), realm.secret)
            do throws(FormatFault) {
                return try found.rows.map { row throws(FormatFault) in try Self.update(row, origin) }
            } catch { throw .damaged("An update of a user", error.reason) }
        }

        /// An update with the number that the database gave it.
        private static func update(_ row: SQLRow, _ origin: UpdateOrigin) throws(FormatFault) -> StoreUpdate {
            guard let number = row.integer(0).flatMap({ UInt64(exactly: $0) }), let bytes = row.bytes(1),
                case .update(let update, _) = try LedgerRecord(bytes: bytes)
            else { throw FormatFault("it is no update") }
            return StoreUpdate(
                sequence: number, phase: update.phase, kind: update.kind, transaction: update.transaction,
                intent: update.intent, recordTime: update.recordTime, unpaidFinishing: update.unpaidFinishing,
                renewal: update.renewal, origin: origin, laterFields: update.laterFields)
        }

        /// Where a user's rows are: the realm and the holder.
        func place(of user: UUID) -> [SQLValue] { [.integer(realm.number), .text(Holder(user: user).text)] }

        /// Some columns of a table, of a user's rows.
        func rows(of user: UUID, _ columns: String) async throws(BookFailure) -> [SQLRow] {
            try await pool.repeating(
                SQLStatement("select \(columns) where realm = $1 and holder = $2", place(of: user))
            ).rows
        }

        /// Removes everything of a user; how many subscriptions and purchases there were.
        func erase(_ user: UUID) async throws(BookFailure) -> Int {
            let place = place(of: user)
            var count = 0
            while true {
                let erased = try await pool.repeating(SQLStatement("select purser.erase($1, $2)", place))
                guard let lines = erased.rows.first?.integer(0), lines != 0 else { break }
                // Less than 0: something was recorded meanwhile.
                count += Int(max(0, lines))
            }
            _ = try await pool.repeating(SQLStatement("select purser.erase_marks($1, $2)", place))
            return count
        }
    }
#endif
