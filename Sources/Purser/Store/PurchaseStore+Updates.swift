extension PurchaseStore {
    /// The updates from now on: `for await update in store.updates`.
    ///
    /// They begin at the moment at which this property is read, and nothing that is recorded later is left out. They
    /// are those of the present user and end with a switch; read the property again after it.
    public var updates: StoreUpdates {
        // A reader that begins at the present cannot fail: it asks for no earlier update.
        guard let reader = try? engine.ledger.log.reader(after: nil) else { return StoreUpdates(nil) }
        return StoreUpdates(reader)
    }

    /// The updates after a sequence number: first those that are recorded already, then the later ones as they come.
    ///
    /// - Parameter sequence: the number of the last update that is not wanted; 0 asks for all.
    /// - Throws: ``PurchaseFailure`` with `.updatesNotKept` when some of them are no longer kept, or when the number is
    ///   above ``lastSequence``, because it comes from another ledger or another user; its message names the oldest number
    ///   kept, or the latest one.
    public func updates(after sequence: UInt64) throws(PurchaseFailure) -> StoreUpdates {
        StoreUpdates(try engine.ledger.log.reader(after: sequence))
    }

    /// The sequence number of the latest update; 0 when there is none.
    public var lastSequence: UInt64 { engine.ledger.log.lastSequence }
}
