/// The products with open payments, for readers that must not wait.
package final class PayingProducts: Sendable {
    private let counts = Lock<[String: Int]>([:])

    /// No payments.
    package init() {}

    /// Whether a payment of a product has not ended.
    package func contains(_ productID: String) -> Bool { counts.withLock { $0[productID] != nil } }

    /// Changes the numbers of payments.
    package func change(_ changes: [(productID: String, count: Int)]) {
        guard !changes.isEmpty else { return }
        counts.withLock { counts in
            for (productID, change) in changes where change != 0 {
                let count = (counts[productID] ?? 0) + change
                counts[productID] = count == 0 ? nil : count
            }
        }
    }
}
