extension LedgerState {
    /// Has what is known of transactions brought into the processor's caches before they are staged one after the other.
    ///
    /// Where a hundred thousand are known, each look into a table is a wait for memory; many at once are hardly longer
    /// than one.
    mutating func readAhead(_ incoming: ArraySlice<IncomingTransaction>) {
        var keys: [Fingerprint] = []
        keys.reserveCapacity(incoming.count)
        for index in incoming.indices { keys.append(incoming[index].transaction.fingerprint) }
        transactions.readAhead(keys) { $0.update.sequence }
        archived.readAhead(keys)
    }

    /// The same for those that will be archived when so many others may be.
    mutating func readAhead(archiving count: Int) {
        archived.readAhead(archiving.prefix(count).map(\.id))
    }
}
