#if Server
    public import Purser

    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif

    extension PurchaseBook {
        /// What a user may use now: one statement.
        public func entitlements(of user: UUID) async throws(BookFailure) -> StoreEntitlements {
            try await entitlements(of: user, at: configuration.clock.timestamp())
        }

        /// The same at a moment, by the transactions that are on record now.
        func entitlements(of user: UUID, at moment: Timestamp) async throws(BookFailure) -> StoreEntitlements {
            StoreEntitlements(try await entitlementSnapshot(of: user), deviceTime: moment)
        }

        /// What is on record of a user, for a moment that the caller chooses.
        package func entitlementSnapshot(of user: UUID) async throws(BookFailure) -> EntitlementSnapshot {
            let holder = Holder(user: user)
            let found = try await pool.repeating(
                SQLStatement(
                    "select line, slot, record, later from purser.entry where realm = $1 and holder = $2",
                    [.integer(realm.number), .text(holder.text)]))
            let entries = found.rows.map { row in
                LineContent.Entry(holder, row.text(0) ?? "", row.text(1) ?? "", row.bytes(2), later: row.bytes(3))
            }
            do throws(FormatFault) {
                return try HolderRecords(entries, secret: realm.secret).state
                    .entitlementSnapshot(policy: configuration.entitlementPolicy)
            } catch { throw .damaged("A row of a user", error.reason) }
        }

        /// The next updates of a user after a number, in their order.
        ///
        /// - Parameters:
        ///   - user: the account token of the app's user.
        ///   - number: the number of an update, or 0 for all.
        ///   - limit: how many at most.
        public func updates(of user: UUID, after number: UInt64 = 0, limit: Int = 100) async throws(BookFailure)
            -> [StoreUpdate]
        {
            try await updates(of: Holder(user: user), after: number, limit: limit)
        }

        /// The same of a holder.
        package func updates(of holder: Holder, after number: UInt64, limit: Int) async throws(BookFailure)
            -> [StoreUpdate]
        {
            let found = try await pool.repeating(
                SQLStatement(
                    """
                    select number, record from purser.recorded_update
                    where realm = $1 and holder = $2 and number > $3 order by number limit $4
                    """,
                    [
                        .integer(realm.number), .text(holder.text), .integer(Int64(clamping: number)),
                        .integer(Int64(max(1, limit))),
                    ]))
            let origin = UpdateOrigin(holder.user.map(StoreAccount.user) ?? .unnamed, realm.secret.hash)
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

        /// Removes everything of a user: purchases, updates, and their place on each consumer's list.
        ///
        /// What the App Store reports of the user later is recorded anew.
        ///
        /// - Returns: how many subscriptions and purchases there were.
        @discardableResult
        public func erase(_ user: UUID) async throws(BookFailure) -> Int {
            var count = 0
            while true {
                let erased = try await pool.repeating(
                    SQLStatement(
                        "select purser.erase($1, $2)", [.integer(realm.number), .text(Holder(user: user).text)]))
                guard let lines = erased.rows.first?.integer(0), lines != 0 else { break }
                // Less than 0: something was recorded meanwhile.
                count += Int(max(0, lines))
            }
            _ = try await pool.repeating(
                SQLStatement(
                    "select purser.erase_marks($1, $2)", [.integer(realm.number), .text(Holder(user: user).text)]))
            return count
        }
    }
#endif
