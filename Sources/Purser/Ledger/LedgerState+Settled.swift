extension LedgerTransaction {
    /// Whether a few bytes are enough of it from now on: a consumable with which nothing is left to be done.
    var maySettle: Bool { transaction.kind == .consumable && !isOutstanding && !steps.contains(.setAside) }
}

extension LedgerState {
    /// A transaction as it stands; of a settled one, what is known, filled up from a later description.
    func known(_ transaction: StoreTransaction) -> LedgerTransaction? {
        if let whole = transactions[transaction.id] { return whole }
        guard settled.count > 0, transaction.kind == .consumable,
            let entry = settled[Fingerprint(of: transaction.id)], let product = product(of: entry)
        else { return nil }
        let old = entry.transaction(like: transaction, productID: product)
        let update = StoreUpdate(
            sequence: entry.sequence, phase: .complete, kind: entry.flags.contains(.revoked) ? .revoked : .purchased,
            transaction: old, intent: nil, recordedAt: old.purchaseDate)
        return LedgerTransaction(
            transaction: old, intent: nil, update: update, steps: [.finished, .granted, .contentInstalled])
    }

    /// Whether a description tells what is not known yet (D1).
    func isNews(_ transaction: StoreTransaction, after old: LedgerTransaction) -> Bool {
        guard transactions[transaction.id] == nil, let entry = settled[Fingerprint(of: transaction.id)],
            let product = product(of: entry)
        else { return transaction.isNews(after: old.transaction) }
        return entry.isOutdated(by: transaction, productID: product)
    }

    /// Whether a transaction has been here, whole or settled.
    package func hasSeen(_ id: String) -> Bool { transactions[id] != nil || isSettled(id) }

    /// The number of a transaction's latest update.
    func sequence(of id: String) -> UInt64? {
        transactions[id]?.update.sequence ?? (settled.count > 0 ? settled[Fingerprint(of: id)]?.sequence : nil)
    }

    /// Notes that the store signed the same state of a settled transaction at a later date.
    mutating func resign(_ id: String, _ date: WallTime) {
        guard var entry = settled[Fingerprint(of: id)] else { return }
        entry.signedDate = date
        settled.insert(entry)
    }

    func isSettled(_ id: String) -> Bool { settled.count > 0 && settled[Fingerprint(of: id)] != nil }

    private func product(of entry: SettledTransaction) -> String? {
        Int(entry.product) < settledProducts.count ? settledProducts[Int(entry.product)] : nil
    }

    /// Keeps a few bytes of a transaction; false when it may not be settled (any more).
    mutating func settle(_ transaction: LedgerTransaction) -> Bool {
        guard transaction.maySettle, let place = place(of: transaction.transaction.productID),
            let entry = SettledTransaction(
                transaction.transaction, sequence: transaction.update.sequence, product: place)
        else { return false }
        settled.insert(entry)
        return true
    }

    /// A product's place in the list; `nil` when the list is full.
    private mutating func place(of productID: String) -> UInt16? {
        if let place = settledProductPlaces[productID] { return place }
        guard let place = UInt16(exactly: settledProducts.count) else { return nil }
        settledProducts.append(productID)
        settledProductPlaces[productID] = place
        return place
    }

    /// Adds what a new state of a consumable's transaction brings or takes (D2).
    mutating func count(_ transaction: StoreTransaction, after old: StoreTransaction?) {
        guard transaction.kind == .consumable else { return }
        let delta = transaction.countedQuantity - (old?.countedQuantity ?? 0)
        if delta != 0 { balances[transaction.productID, default: 0] += delta }
    }
}
