extension PurchaseStore {
    /// Whose state the store works with at this moment; `.unnamed` also while it switches from one user to another.
    public var account: StoreAccount { engine.account }

    /// Names the user of the app, or another one, or with `.unnamed` nobody.
    ///
    /// The session of the user before ends: calls that wait end with `.accountSwitched`, streams end when they have told
    /// what is recorded, handlers that run are cancelled. From that moment until this returns nothing is owned, and calls that
    /// need a user throw `.accountNotNamed`; product requests go on. When it returns, all that is read and done is the
    /// new user's, whose left-overs go on, and streams have to be taken anew.
    ///
    /// Switches are made one after the other, in the order of the calls. Cancelling the task stops the waiting, never
    /// the switch. To name the present user is harmless. `.shared` can be left for a user but not come back to.
    /// Do not wait for it in a handler of the store: the switch waits for the handlers.
    ///
    /// - Throws: ``PurchaseFailure`` with `.ledgerUnavailable`, `.alreadyOpen` or `.wrongAccount` when the new user's ledger
    ///   cannot be opened: then the store is `.unnamed`, and the switch may be tried again; with `.invalidRequest`,
    ///   `.storeClosed` or `.waitCancelled`.
    public func switchAccount(to account: StoreAccount) async throws(PurchaseFailure) {
        try await sessions.switchAccount(to: account).get()
    }
}
