extension PurchaseStore {
    /// The updates of the present user's session, from its first one on: `for await update in store.updates`.
    ///
    /// They begin with what was recorded when the store opened or the user signed in, however late this property is read, and
    /// go on as updates come. They end with a switch of users; read the property again after it. Read while nobody is named,
    /// they are those of the user who is named next, the whole session, also when it has ended before the first read.
    /// Iterated after ``close()`` they yield what the session has recorded, and end. ``updates(from:)`` with `.now` begins at
    /// the present.
    ///
    /// A session may record more than is kept: see ``Configuration/keptUpdates``. Then they begin at the oldest update that
    /// is, and ``updateGaps`` and ``diagnostics`` have the gap.
    public var updates: StoreUpdates {
        nextUpdates(from: .opening) ?? StoreUpdates(engine.ledger.log.sessionReader())
    }

    /// The updates from a moment on: the beginning, the opening of the present user's ledger, or now.
    ///
    /// While nobody is named, they are those of the user who is named next, and `.now` is the opening of that user's ledger.
    ///
    /// - Parameter start: where they begin. `.now` is the moment of this call: what a sign-in has brought before is left out.
    /// - Throws: ``PurchaseFailure`` with `.updatesNotKept` when some of them are no longer kept.
    public func updates(from start: UpdateStart) throws(PurchaseFailure) -> StoreUpdates {
        if let next = nextUpdates(from: start) { return next }
        let log = engine.ledger.log
        return StoreUpdates(try log.reader(after: log.cursor(of: start)))
    }

    /// The updates of the user who is named next; `nil` while one is named.
    private func nextUpdates(from start: UpdateStart) -> StoreUpdates? {
        guard engine.account == .unnamed, let pending = sessions.pendingReader(from: start) else { return nil }
        return StoreUpdates(
            UpdateReaders(nil) { [sessions] () throws(PurchaseFailure) in try await sessions.reader(of: pending) })
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
