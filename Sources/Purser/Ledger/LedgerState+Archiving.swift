extension LedgerState {
    /// A transaction as it stands; of a archived one, what is known, filled up from a later description.
    func known(_ transaction: StoreTransaction) -> LedgerTransaction? {
        if let whole = transactions[transaction.fingerprint] { return whole }
        guard archived.count > 0, transaction.isConsumable, let entry = archived[transaction.fingerprint],
            let product = product(of: entry)
        else { return nil }
        let old = entry.transaction(like: transaction, productID: product)
        let update = StoreUpdate(
            sequence: entry.sequence, phase: .complete, kind: entry.flags.contains(.revoked) ? .revoked : .purchased,
            transaction: old, intent: nil, recordTime: old.purchaseTime)
        return LedgerTransaction(update, steps: [.finished, .granted, .contentInstalled])
    }

    /// Whether a description tells what is not known yet (D1).
    func isNews(_ transaction: StoreTransaction, after old: LedgerTransaction) -> Bool {
        guard !transactions.contains(transaction.fingerprint), let entry = archived[transaction.fingerprint],
            let product = product(of: entry)
        else { return transaction.isNews(after: old.transaction) }
        return entry.isOutdated(by: transaction, productID: product)
    }

    /// Whether a transaction has been here, whole or archived.
    package func hasSeen(_ id: String) -> Bool {
        let fingerprint = Fingerprint(of: id)
        return transactions.contains(fingerprint) || isArchived(fingerprint)
    }

    /// The number of a transaction's latest update.
    func sequence(of id: String) -> UInt64? {
        let fingerprint = Fingerprint(of: id)
        return transactions.read(fingerprint) { $0.sequence } ?? archived[fingerprint]?.sequence
    }

    /// Notes that the store signed the same state of a archived transaction at a later date.
    mutating func resign(_ id: Fingerprint, _ date: Timestamp) {
        guard var entry = archived[id] else { return }
        entry.signedTime = date
        archived.insert(entry)
    }

    func isArchived(_ id: Fingerprint) -> Bool { archived[id] != nil }

    private func product(of entry: ArchivedTransaction) -> String? {
        Int(entry.product) < archivedProducts.count ? archivedProducts[Int(entry.product)] : nil
    }

    /// Puts what a transaction comes to in line; the oldest in it is archived.
    mutating func mayBeArchived(_ transaction: StoreTransaction, _ sequence: UInt64) {
        guard let entry = entry(for: transaction, sequence) else { return }
        archiving.append(entry)
        if archiving.count > archivingLimit, let oldest = archiving.popFirst() { archive(oldest) }
    }

    /// Keeps a few bytes of a transaction, unless it has changed since it was put in line: then its turn comes later.
    private mutating func archive(_ entry: ArchivedTransaction) {
        var later: StoreTransaction?
        let isSame = transactions.read(entry.id) { transaction in
            later = transaction.later
            return transaction.mayArchive && transaction.sequence == entry.sequence
        }
        guard isSame == true, let entry = later.map({ self.entry(for: $0, entry.sequence) }) ?? entry else { return }
        archived.insert(entry)
        transactions.removeValue(forKey: entry.id)
    }

    /// `nil` when a transaction cannot be archived at all.
    private mutating func entry(for transaction: StoreTransaction, _ sequence: UInt64) -> ArchivedTransaction? {
        place(of: transaction.productID).flatMap {
            ArchivedTransaction(transaction, sequence: sequence, product: $0)
        }
    }

    /// A product's place in the list; `nil` when the list is full.
    private mutating func place(of productID: String) -> UInt16? {
        // Many in a row of the same product cost one look into the dictionary.
        if let latest = latestArchivedProduct, latest.id == productID { return latest.place }
        let known = archivedProductIndexes[productID]
        guard let place = known ?? UInt16(exactly: archivedProducts.count) else { return nil }
        if known == nil {
            archivedProducts.append(productID)
            archivedProductIndexes[productID] = place
        }
        latestArchivedProduct = (productID, place)
        return place
    }

    /// Adds what a new state of a consumable's transaction brings or takes (D2).
    mutating func count(_ transaction: StoreTransaction, after old: StoreTransaction?) {
        guard transaction.isConsumable else { return }
        tally.add(transaction.countedQuantity - (old?.countedQuantity ?? 0), of: transaction.productID)
    }
}
