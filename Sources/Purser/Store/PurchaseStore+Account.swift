extension PurchaseStore {
    /// The account that the store works for at this moment.
    ///
    /// While it switches from one user to another that is `.unnamed`.
    public var account: StoreAccount { engine.account }

    /// The account that the store works for: first the present one, then the present one whenever it is another.
    ///
    /// A reader that is slow gets the latest one only. It ends when the store closes.
    public var accounts: StoreSequence<StoreAccount> { sessions.accounts }

    /// Names the user of the app: the first one, another one, or with `.unnamed` nobody.
    ///
    /// The session of the user before ends: waiting calls throw `.accountSwitched`, streams end when they have
    /// delivered what is recorded, and running handlers are cancelled. From then until this call returns nothing is
    /// owned, and calls that need a user throw `.accountNotNamed`; product requests go on. When it returns, everything
    /// that is read or done belongs to the new user, whose unfinished purchases go on. Streams have to be made anew.
    ///
    /// The store makes its switches one after the other, in the order of the calls. Cancelling the task ends the
    /// waiting, never the switch. Naming the present user changes nothing. A store can switch from `.shared` to a user
    /// but not back to `.shared`. In a handler of the store it throws, as the switch waits for the handlers.
    ///
    /// - Throws: ``PurchaseFailure`` with `.ledgerUnavailable`, `.alreadyOpen` or `.wrongAccount` when the new user's
    ///   ledger cannot be opened: then no user is named, and the switch may be tried again; `.invalidRequest`
    ///   when a store that has left the shared account is to go back to it; `.calledInHandler` in a handler of the store; `.storeClosed` when the store was closed;
    ///   `.waitCancelled` when the task was cancelled.
    public func switchAccount(to account: StoreAccount) async throws(PurchaseFailure) {
        try await sessions.switchAccount(to: account).get()
    }
}
