public import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension EmbeddedAppStore {
    /// A fresh receipt: JSON with `environment`, `creationDate` (milliseconds since 1970), `storefront` and
    /// `transactions`.
    ///
    /// The transactions are those of the account, oldest first, with the fields of `StoreTransaction.Fields`; like
    /// Apple's receipt it leaves finished consumables out. A store that signs writes the same as a signed receipt (PKCS#7).
    /// - Throws: `BackendError`.
    public func refreshReceipt() async throws -> StoreReceipt {
        try enter(.refreshReceipt)
        if let error = account.catalog.settings.failures.receipt { throw error }
        let content = SimulatedReceipt(
            environment: account.catalog.settings.environment.rawValue, creationDate: clock.timestamp(),
            storefront: account.catalog.settings.storefront,
            transactions: account.book.transactions.history.filter {
                $0.transaction.productType != .consumable || !$0.isFinished
            }
            .map(\.transaction))
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            let signed = try signer?.receipt(signedContent(content.transactions, at: content.creationDate))
            let fresh = StoreReceipt(data: try signed ?? encoder.encode(content))
            receipt = fresh
            await takeTime()
            return fresh
        } catch {
            throw BackendError(
                .receiptUnavailable, "The receipt could not be written. Ask again later.", underlying: error)
        }
    }
}

private struct SimulatedReceipt: Codable {
    var environment: String
    var creationDate: Timestamp
    var storefront: StoreStorefront
    var transactions: [StoreTransaction]
}
