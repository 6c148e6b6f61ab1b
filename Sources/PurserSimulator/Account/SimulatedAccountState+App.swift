import Purser

extension SimulatedAccountState {
    /// The customer's copy of the app as the settings describe it, signed now.
    func appTransaction(at now: Timestamp) -> StoreAppTransaction {
        let app = catalog.settings.app
        var transaction = StoreAppTransaction(
            bundleID: app.bundleID, appVersion: app.version, originalAppVersion: app.originalVersion,
            originalPurchaseDate: (book.records.first?.transaction.purchaseTime ?? now).date,
            environment: catalog.settings.environment)
        transaction.appID = app.appID
        transaction.appTransactionID = app.transactionID
        transaction.signedDate = now.date
        return transaction
    }
}
