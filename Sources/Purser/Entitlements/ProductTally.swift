/// Counts by product.
///
/// A run of the same product costs one look-up in the dictionary, however long it is.
package struct ProductTally: Sendable {
    private var closed: [String: Int] = [:]
    /// The product that was counted last, and what is still to be added to its count.
    private var latest: String?
    private var open = 0

    /// All counts are zero.
    package init() {}

    /// All counts, also those that have come back to zero.
    package var counts: [String: Int] {
        guard let latest else { return closed }
        var counts = closed
        counts[latest, default: 0] += open
        return counts
    }

    /// Adds to the count of a product; a negative number subtracts.
    package mutating func add(_ count: Int, of productID: String) {
        guard count != 0 else { return }
        if productID != latest {
            close()
            latest = productID
        }
        open += count
    }

    /// Sets the count of a product, whatever it was before.
    package mutating func set(_ productID: String, to count: Int) {
        close()
        closed[productID] = count
    }

    private mutating func close() {
        guard let latest else { return }
        closed[latest, default: 0] += open
        open = 0
        self.latest = nil
    }
}
