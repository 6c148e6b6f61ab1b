extension PurchaseStore {
    /// Everything that happens from now on: `for await update in store.updates`.
    ///
    /// These are the present user's: after a switch, take them anew. The present is the moment at which this property is read; nothing that is recorded later is left out.
    public var updates: StoreUpdates {
        // Reading from the present cannot fail: nothing before it is asked for.
        guard let reader = try? engine.ledger.log.reader(after: nil) else { return StoreUpdates(nil) }
        return StoreUpdates(reader)
    }

    /// Everything after a sequence number, first what is recorded already.
    ///
    /// - Throws: ``PurchaseFailure`` with `.updatesNotKept`, which names the oldest number kept.
    public func updates(after sequence: UInt64) throws(PurchaseFailure) -> StoreUpdates {
        StoreUpdates(try engine.ledger.log.reader(after: sequence))
    }

    /// The number of the latest update; 0 when there is none.
    public var lastSequence: UInt64 { engine.ledger.log.lastSequence }
}
