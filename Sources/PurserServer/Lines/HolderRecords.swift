#if Server
    import Purser

    /// What one holder has of a line: its rows make a ledger's state, which decides; what changes are rows again.
    struct HolderRecords {
        private(set) var state: LedgerState
        /// The rows as they are stored, by slot.
        private(set) var rows: [String: LineContent.Entry] = [:]
        /// The slots that differ from what was read.
        private(set) var changed: Set<String> = []
        /// The updates that were made, as records; their numbers are provisional.
        private(set) var updates: [LedgerRecord] = []

        /// No records.
        init(secret: KeyedHash) { state = LedgerState(secret: secret, archivingLimit: .max) }

        /// The state of rows, in any order.
        init(_ entries: [LineContent.Entry], secret: KeyedHash) throws(FormatFault) {
            self.init(secret: secret)
            var records: [(sequence: UInt64, record: LedgerRecord, later: LedgerRecord?)] = []
            for entry in entries {
                rows[entry.slot] = entry
                guard let bytes = entry.record else { continue }
                let record = try LedgerRecord(bytes: bytes)
                var sequence = UInt64.max
                if case .update(let update, _) = record { sequence = update.sequence }
                records.append(
                    (
                        sequence, record,
                        try entry.later.map { later throws(FormatFault) in try LedgerRecord(bytes: later) }
                    ))
            }
            // A renewal's status needs its transactions.
            for (_, record, later) in records.sorted(by: { $0.sequence < $1.sequence }) {
                state.apply(record)
                if let later { state.apply(later) }
            }
        }

        /// Takes in what was reported in one delivery.
        mutating func report(
            _ transactions: [StoreTransaction], _ renewals: [StoreRenewalInfo], of holder: Holder, line: String,
            now: Timestamp
        ) {
            let reported = transactions.map {
                IncomingTransaction($0, phase: .complete, needsFinish: false)
            }
            for record in state.records(reporting: reported, renewals: renewals.map(RenewalReport.info), now: now) {
                take(record, of: holder, line: line)
            }
        }

        private mutating func take(_ record: LedgerRecord, of holder: Holder, line: String) {
            switch record {
            case .update(let update, _) where update.kind == .statusChanged:
                updates.append(record)
                put(LineContent.Entry(holder, line, Slot.renewal, record.bytes))
            case .update(let update, _):
                updates.append(record)
                putTransaction(update.transaction.ledgerID, holder, line)
            case .signed(let id, _): putTransaction(id, holder, line)
            case .described(let transaction): putTransaction(transaction.ledgerID, holder, line)
            case .renewal:
                var entry = rows[Slot.renewal] ?? LineContent.Entry(holder, line, Slot.renewal, record.bytes)
                if rows[Slot.renewal] != nil { entry.later = record.bytes }
                put(entry)
            default: break
            }
        }

        private mutating func putTransaction(_ id: String, _ holder: Holder, _ line: String) {
            guard let known = state.transactions[id] else { return }
            put(
                LineContent.Entry(
                    holder, line, Slot.transaction(id),
                    LedgerRecord.update(known.update, stepsDue: known.progress.steps.subtracting(.mayHaveBegun)).bytes,
                    later: known.laterRecord?.bytes))
        }

        private mutating func put(_ entry: LineContent.Entry) {
            rows[entry.slot] = entry
            changed.insert(entry.slot)
        }

        /// Every row as it is to be written where the line is written anew, under one name.
        func written(for holder: Holder, line: String) -> [LineContent.Entry] {
            var rows = rows.filter { $0.value.record != nil && !$0.key.hasPrefix(Slot.renewal) }.map(\.value)
            // Of lines that were joined there may be one for each; the state knows which of them counts.
            for reported in state.renewals {
                let record = LedgerRecord.renewal(originalID: reported.originalID, reported.renewal)
                let own = self.rows[Slot.renewal]
                rows.append(own ?? LineContent.Entry(holder, line, Slot.renewal, record.bytes))
                rows[rows.count - 1].later = own == nil ? nil : record.bytes
            }
            return rows.map { row in
                var row = row
                (row.holder, row.line) = (holder, line)
                return row
            }
        }

        /// The latest transaction: who has it gets what is reported without a name.
        var latest: RecordedSubscriptions.Latest? {
            var latest: RecordedSubscriptions.Latest?
            for known in state.transactions.all {
                let other = RecordedSubscriptions.Latest(
                    known.transaction, state.hash.fingerprint(of: known.transaction.ledgerID))
                if latest.map({ other.follows($0) }) ?? true { latest = other }
            }
            return latest
        }
    }

    /// How rows of a line are named.
    enum Slot {
        static let renewal = "renewal"
        static func transaction(_ id: String) -> String { "t:\(id)" }
    }
#endif
