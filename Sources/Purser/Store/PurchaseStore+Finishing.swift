extension PurchaseStore {
    /// Says that the app has handed over a manual purchase.
    ///
    /// A second call changes nothing.
    ///
    /// It returns when this is recorded. Purser then tells the backend, and tries again with growing pauses if that
    /// fails.
    ///
    /// - Parameter transactionID: the identifier of the transaction.
    /// - Throws: ``PurchaseFailure`` with `.unknownTransaction` when the ledger has no such transaction;
    ///   `.ledgerUnavailable` when it could not be recorded: then call it again; `.accountNotNamed` when the app has
    ///   not named its user yet; `.storeClosed` or `.accountSwitched` when the store was closed or switched to another
    ///   user.
    public func finish(_ transactionID: String) async throws(PurchaseFailure) {
        let engine = engine
        try engine.checkNamed()
        do {
            let name = await engine.ledger.name(of: transactionID) { $0.isLeftToApp }
            try await StoreEngine.finish(name, engine.ledger, engine.finisher)
        } catch {
            throw engine.callerFailure(error)
        }
    }

    /// The purchases that are recorded and not finished, in the order of their updates.
    public func unfinished() async -> [StorePurchase] {
        let engine = engine
        return await engine.ledger.outstanding().filter(\.life.isUnfinished).map {
            engine.makePurchase($0.update, $0.life.isLeftToApp)
        }
    }
}
