extension LedgerTransaction {
    /// Whether a few bytes are enough of it from now on: a consumable with which nothing is left to be done.
    var maySettle: Bool { isConsumable && !isOutstanding && !steps.contains(.setAside) }
}

extension LedgerState {
    /// A transaction as it stands; of a settled one, what is known, filled up from a later description.
    func known(_ transaction: StoreTransaction) -> LedgerTransaction? {
        if let whole = transactions[transaction.fingerprint] { return whole }
        guard settled.count > 0, transaction.isConsumable, let entry = settled[transaction.fingerprint],
            let product = product(of: entry)
        else { return nil }
        let old = entry.transaction(like: transaction, productID: product)
        let update = StoreUpdate(
            sequence: entry.sequence, phase: .complete, kind: entry.flags.contains(.revoked) ? .revoked : .purchased,
            transaction: old, intent: nil, recordedAt: old.purchaseDate)
        return LedgerTransaction(update, steps: [.finished, .granted, .contentInstalled])
    }

    /// Whether a description tells what is not known yet (D1).
    func isNews(_ transaction: StoreTransaction, after old: LedgerTransaction) -> Bool {
        guard !transactions.contains(transaction.fingerprint), let entry = settled[transaction.fingerprint],
            let product = product(of: entry)
        else { return transaction.isNews(after: old.transaction) }
        return entry.isOutdated(by: transaction, productID: product)
    }

    /// Whether a transaction has been here, whole or settled.
    package func hasSeen(_ id: String) -> Bool {
        let fingerprint = Fingerprint(of: id)
        return transactions.contains(fingerprint) || isSettled(fingerprint)
    }

    /// The number of a transaction's latest update.
    func sequence(of id: String) -> UInt64? {
        let fingerprint = Fingerprint(of: id)
        return transactions.read(fingerprint) { $0.sequence } ?? settled[fingerprint]?.sequence
    }

    /// Notes that the store signed the same state of a settled transaction at a later date.
    mutating func resign(_ id: Fingerprint, _ date: WallTime) {
        guard var entry = settled[id] else { return }
        entry.signedDate = date
        settled.insert(entry)
    }

    func isSettled(_ id: Fingerprint) -> Bool { settled[id] != nil }

    private func product(of entry: SettledTransaction) -> String? {
        Int(entry.product) < settledProducts.count ? settledProducts[Int(entry.product)] : nil
    }

    /// Puts what a transaction comes to in line; the oldest in it is settled.
    mutating func mayBeSettled(_ transaction: StoreTransaction, _ sequence: UInt64) {
        guard let entry = entry(for: transaction, sequence) else { return }
        settling.append(entry)
        if settling.count > settlingLimit, let oldest = settling.popFirst() { settle(oldest) }
    }

    /// Keeps a few bytes of a transaction, unless it has changed since it was put in line: then its turn comes later.
    private mutating func settle(_ entry: SettledTransaction) {
        var later: StoreTransaction?
        let isSame = transactions.read(entry.id) { transaction in
            later = transaction.later
            return transaction.maySettle && transaction.sequence == entry.sequence
        }
        guard isSame == true, let entry = later.map({ self.entry(for: $0, entry.sequence) }) ?? entry else { return }
        settled.insert(entry)
        transactions.removeValue(forKey: entry.id)
    }

    /// `nil` when a transaction cannot be settled at all.
    private mutating func entry(for transaction: StoreTransaction, _ sequence: UInt64) -> SettledTransaction? {
        place(of: transaction.productID).flatMap {
            SettledTransaction(transaction, sequence: sequence, product: $0)
        }
    }

    /// A product's place in the list; `nil` when the list is full.
    private mutating func place(of productID: String) -> UInt16? {
        // Many in a row of the same product cost one look into the dictionary.
        if let latest = latestSettledProduct, latest.id == productID { return latest.place }
        let known = settledProductPlaces[productID]
        guard let place = known ?? UInt16(exactly: settledProducts.count) else { return nil }
        if known == nil {
            settledProducts.append(productID)
            settledProductPlaces[productID] = place
        }
        latestSettledProduct = (productID, place)
        return place
    }

    /// Adds what a new state of a consumable's transaction brings or takes (D2).
    mutating func count(_ transaction: StoreTransaction, after old: StoreTransaction?) {
        guard transaction.isConsumable else { return }
        tally.add(transaction.countedQuantity - (old?.countedQuantity ?? 0), of: transaction.productID)
    }
}
