#if Server
    import Purser

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    // What is removed by age, and what is given out of one user.
    extension UserRecords {
        /// Removes the old updates of the next users behind one that every consumer has dealt with.
        ///
        /// - Returns: the last of these users, `nil` where there are no more, and how many updates were removed.
        func removeUpdates(behind user: String, before date: Date, limit: Int64 = 200) async throws(BookFailure) -> (
            last: String?, count: Int
        ) {
            let removed = try await pool.repeating(
                SQLStatement(
                    "select * from purser.remove_updates($1, $2, $3, $4)",
                    [.integer(realm.number), .text(user), .integer(limit), .number(date.timeIntervalSince1970)]))
            return (removed.rows.first?.text(0), Int(removed.rows.first?.integer(1) ?? 0))
        }

        /// Up to which number the updates of a user were removed.
        func removedNumber(of user: UUID) async throws(BookFailure) -> UInt64 {
            try await rows(of: user, "removed from purser.holder").first?.integer(0).map { UInt64(clamping: $0) } ?? 0
        }

        /// Everything that is stored of a user, read table by table.
        func export(_ user: UUID) async throws(BookFailure) -> BookExport {
            let entries = try await rows(of: user, "record, later from purser.entry")
            let numbers = try await rows(of: user, "number, removed from purser.holder").first
            let due = try await rows(
                of: user, "consumer, wanted, seen, extract(epoch from since)::double precision, reason from purser.due")
            let delivered = try await rows(of: user, "consumer, transaction, quantity from purser.delivered")
            var (updates, found): ([StoreUpdate], Recorded) = ([], Recorded())
            while true {
                let next = try await self.updates(of: user, after: updates.last?.sequence ?? 0, limit: 1_000)
                if next.isEmpty { break }
                updates += next
            }
            do throws(FormatFault) {
                for bytes in entries.flatMap({ [$0.bytes(0), $0.bytes(1)] }) {
                    if let bytes { found.add(try LedgerRecord(bytes: bytes)) }
                }
            } catch { throw .damaged("A row of a user", error.reason) }
            return BookExport(
                user: user, lines: try await lines(of: user), transactions: found.transactions,
                renewals: found.renewals, updates: updates.map(BookExport.Update.init),
                latestNumber: UInt64(clamping: numbers?.integer(0) ?? 0),
                removedNumber: UInt64(clamping: numbers?.integer(1) ?? 0), due: due.map(BookExport.Due.init),
                delivered: delivered.map(BookExport.Delivered.init))
        }

        private func lines(of user: UUID) async throws(BookFailure) -> [String] {
            try await pool.repeating(
                SQLStatement("select unnest(purser.lines_of($1, $2))", place(of: user))
            ).rows.compactMap { $0.text(0) }.sorted()
        }
    }

    /// What the records of a user say, for a person.
    private struct Recorded {
        var transactions: [StoreTransaction] = []
        var renewals: [StoreRenewalInfo] = []

        mutating func add(_ record: LedgerRecord) {
            switch record {
            case .update(let update, _):
                if update.kind != .statusChanged { transactions.append(update.transaction) }
                if let info = update.renewal?.renewalInfo { renewals.append(info) }
            case .described(let transaction): transactions.append(transaction)
            case .renewal(_, let reported): if let info = reported.renewalInfo { renewals.append(info) }
            default: break
            }
        }
    }

    extension BookExport.Update {
        fileprivate init(_ update: StoreUpdate) {
            self.init(
                number: update.sequence, kind: "\(update.kind)", date: update.recordTime.date,
                transaction: update.transaction)
        }
    }

    extension BookExport.Due {
        fileprivate init(_ row: SQLRow) {
            self.init(
                consumer: row.text(0) ?? "", wanted: row.integer(1) ?? 0, seen: row.integer(2) ?? 0,
                date: Date(timeIntervalSince1970: row.number(3) ?? 0), reason: row.text(4))
        }
    }

    extension BookExport.Delivered {
        fileprivate init(_ row: SQLRow) {
            self.init(
                consumer: row.text(0) ?? "", transaction: row.text(1) ?? "", quantity: row.integer(2) ?? 0)
        }
    }
#endif
