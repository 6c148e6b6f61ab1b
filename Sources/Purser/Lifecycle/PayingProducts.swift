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
                guard let index = counts.index(forKey: productID) else {
                    counts[productID] = change
                    continue
                }
                counts.values[index] += change
                if counts.values[index] == 0 { counts.remove(at: index) }
            }
        }
    }
}
