extension PurchaseStore {
    /// The updates from now on: `for await update in store.updates`.
    ///
    /// They begin at the moment at which this property is read, and nothing that is recorded later is left out. They
    /// are those of the present user and end with a switch; read the property again after it. Read while nobody is named,
    /// they are those of the user who is named next, from the first one on.
    public var updates: StoreUpdates {
        let (engine, number) = sessions.numbered
        // A reader that begins at the present cannot fail: it asks for no earlier update.
        guard engine.account != .unnamed, let reader = try? engine.ledger.log.reader(after: nil) else {
            return updates(after: number, from: .opening)
        }
        return StoreUpdates(reader)
    }

    /// The updates from a moment on: the beginning, the opening of the present user's ledger, or now.
    ///
    /// What is read after a user was named, as ``updates`` are, may begin behind what that user left over, which the store
    /// reports at once; `updates(from: .opening)` leaves nothing out. While nobody is named, they are those of the user who
    /// is named next.
    ///
    /// - Parameter start: where they begin.
    /// - Throws: ``PurchaseFailure`` with `.updatesNotKept` when some of them are no longer kept.
    public func updates(from start: UpdateStart) throws(PurchaseFailure) -> StoreUpdates {
        let (engine, number) = sessions.numbered
        guard engine.account != .unnamed else { return updates(after: number, from: start) }
        let log = engine.ledger.log
        return StoreUpdates(try log.reader(after: log.cursor(of: start)))
    }

    /// The updates of the user who is named after the session of a number, in which nobody is.
    private func updates(after number: Int, from start: UpdateStart) -> StoreUpdates {
        let start = start == .now ? .opening : start
        return StoreUpdates(
            UpdateReaders(nil) { [sessions] () throws(PurchaseFailure) in
                guard let log = await sessions.named(after: number)?.engine.ledger.log else { return nil }
                return try log.reader(after: log.cursor(of: start))
            })
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
