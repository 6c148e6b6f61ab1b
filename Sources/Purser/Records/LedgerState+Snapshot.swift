// The state as a snapshot holds it.
extension LedgerState {
    /// Writes the state as records; applied to an empty state they restore it.
    package func write(_ body: (LedgerRecord) throws -> Void) rethrows {
        try body(.piece(.totals(nextSequence: nextSequence, trustedDate: trustedDate)))
        for (environment, tally) in tallies.all.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            for (product, count) in tally.counts.sorted(by: { $0.key < $1.key }) {
                try body(.piece(.balance(productID: product, count: count, environment)))
            }
        }
        try transactions.writeArchive { try body(.piece($0)) }
        for product in manualProducts.sorted() { try body(.finishing(productID: product, .manual)) }
        try transactions.writeWhole(deadLetters: deliveries.deadLetters, units: deliveries.units, body)
        for (name, sequence) in consumers.sorted(by: { $0.key < $1.key }) { try body(.consumer(name, sequence)) }
        try failedUpdates.write(body)
        for reported in renewals { try body(.renewal(originalID: reported.originalID, reported.renewal)) }
        for (productID, acquisition) in acquisitions.sorted(by: { $0.key < $1.key }) {
            try body(.acquisition(productID: productID, acquisition))
        }
        if missedFrom < nextSequence { try body(.missed(from: missedFrom)) }
        for (launch, user) in payers.sorted(by: { $0.key < $1.key }) { try body(.payer(launch: launch, user)) }
        for promotion in promotions.all { try body(.promoted(promotion)) }
        if let lastReportTime { try body(.lastReport(lastReportTime)) }
        for record in skipped { try body(.skipped(record)) }
    }

    mutating func apply(_ piece: LedgerPiece) {
        switch piece {
        case .totals(let sequence, let date):
            (nextSequence, trusted) = (sequence, TrustedDate(confirmed: date))
            // The number of the first missed update follows.
            (missedFrom, begunBefore) = (sequence, sequence)
        case .balance(let product, let count, let environment):
            tallies.set(product, to: count, in: environment)
        case .transaction(let update, let steps, let reason):
            let key = hash.fingerprint(of: update.transaction.ledgerID)
            transactions.put(deliveries.restored(update, steps: steps, deadLetter: reason), key)
            _ = subscriptions.note(update.transaction, key, after: nil)
            copies.noteLatest(update.transaction, key, hash)
            trusted.note(update.transaction.signedTime, of: update.transaction.id, at: update.recordTime)
            // They are in no order; the time of the backend's last report is after them.
            lastReportTime = max(lastReportTime ?? update.recordTime, update.recordTime)
        case .archivedTexts(let texts): transactions.restore(texts: texts)
        case .archived(let entries): transactions.restore(archived: entries)
        // Its changes are in the other pieces, and payments are not a user's alone.
        case .earlier, .openIntent: break
        }
    }
}
