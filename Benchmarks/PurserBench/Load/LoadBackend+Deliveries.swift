import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension LoadBackend {
    /// How many transactions come in one batch, where many come without a payment.
    static let batchSize = 1_024

    /// What a restore brings from now on.
    func own(_ transactions: [StoreTransaction]) { state.withLock { $0.owned = transactions } }

    /// What the next `activate()` tells as left over from an earlier run.
    func leaveUnfinished(_ transactions: [StoreTransaction]) { state.withLock { $0.unfinished = transactions } }

    func activate() async throws {
        deliver(state.withLock { $0.unfinished }, as: .other(nil), needsFinish: true)
    }

    /// Tells transactions that nobody asked for, and waits until they are finished.
    func tellAndWait(_ transactions: [StoreTransaction]) async {
        for start in stride(from: 0, to: transactions.count, by: Self.batchSize) {
            let end = min(start + Self.batchSize, transactions.count)
            deliver(Array(transactions[start..<end]), as: .other(nil), needsFinish: true)
            await finished.reached(end)
        }
    }

    func deactivate() async {}
    func redeliver() async throws {}

    func restore(_ id: RestoreID, for account: UUID?) async throws {
        try meetFault { $0.restores += 1 }
        deliver(state.withLock { $0.owned }, as: .restore(id), needsFinish: false)
        inbox.put([.restoreEnded(id, nil)])
    }

    private func deliver(_ transactions: [StoreTransaction], as origin: BackendTransaction.Origin, needsFinish: Bool) {
        for start in stride(from: 0, to: transactions.count, by: Self.batchSize) {
            let some = transactions[start..<min(start + Self.batchSize, transactions.count)]
            inbox.put(
                some.map { .transaction(BackendTransaction($0, origin: origin, needsFinish: needsFinish)) })
        }
    }

    func products(for ids: [String]) async throws -> BackendProducts {
        try meetFault { $0.productRequests += 1 }
        return BackendProducts(products: ids.map { Self.product($0) })
    }

    static func product(_ id: String, type: StoreProduct.ProductType = .consumable) -> StoreProduct {
        StoreProduct(id: id, type: type, displayName: id, price: 1, currencyCode: "USD", displayPrice: "$1.00")
    }

    func localReceipt() async -> StoreReceipt? { nil }
    func refreshReceipt() async throws -> StoreReceipt { StoreReceipt(data: Data()) }
    func storefront() async -> StoreStorefront? { nil }
}
