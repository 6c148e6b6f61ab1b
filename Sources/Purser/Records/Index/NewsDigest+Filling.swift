extension NewsDigest {
    /// Whether a description says a field that is lacking here, and has a slot.
    func isLacking(_ transaction: StoreTransaction) -> Bool { filled(from: transaction) != self }

    /// The same, with the fields that are lacking taken from a description.
    func filled(from transaction: StoreTransaction) -> NewsDigest {
        var filling = Filling(digest: self)
        filling.read(transaction, beside: transaction)
        return filling.digest
    }

    private func isLacking(slot: UInt64) -> Bool { (slot < 8 ? low : high) >> (8 * (slot & 7)) & 0xFF == 0 }

    /// Adds the fields of a description whose slots are empty.
    private struct Filling: NewsReader {
        var digest: NewsDigest

        mutating func read<Value: NewsValue>(_ field: NewsField, _ new: Value?, _ old: Value?) {
            guard let new, let slot = NewsDigest.slot(of: field), digest.isLacking(slot: slot) else { return }
            digest.add(slot, new.digest)
        }
    }
}
