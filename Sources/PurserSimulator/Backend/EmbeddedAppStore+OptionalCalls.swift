public import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// What needs nobody to look at a screen. Redeeming codes and managing subscriptions do.
extension EmbeddedAppStore {
    /// Gives the money back at once: the revoked transaction comes through the inbox.
    ///
    /// - Throws: `BackendError` with `.unknownTransaction` when the account has no such transaction, with
    ///   `.duplicateRefundRequest` when it was taken back already, or when offline.
    public func beginRefundRequest(for transactionID: String, in presentation: PurchasePresentation?) async throws
        -> RefundRequestStatus
    {
        try enter(.beginRefundRequest)
        guard isActive else { throw notActive("asked for a refund") }
        if let index = account.index(of: transactionID), account.book.records[index].transaction.revocationTime != nil {
            throw BackendError(.duplicateRefundRequest, "Transaction \(transactionID) was taken back already.")
        }
        try refund(transactionID)
        await takeTime()
        return .success
    }

    /// The app as the settings describe it; the customer got it when they bought something first, or now.
    ///
    /// - Throws: `BackendError` when offline.
    public func appTransaction(refresh: Bool) async throws -> StoreAppTransaction {
        try enter(.appTransaction)
        if let error = account.catalog.settings.failures.receipt { throw error }
        let now = clock.timestamp()
        let app = account.catalog.settings.app
        var transaction = StoreAppTransaction(
            bundleID: app.bundleID, appVersion: app.version, originalAppVersion: app.originalVersion,
            originalPurchaseDate: (account.book.records.first?.transaction.purchaseTime ?? now).date,
            environment: .localTesting)
        transaction.appTransactionID = app.transactionID
        transaction.signedDate = now.date
        await takeTime()
        return transaction
    }
}
