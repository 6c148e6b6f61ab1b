/// Counts by product; many in a row of the same product cost one look into the dictionary.
package struct ProductTally: Sendable {
    private var closed: [String: Int] = [:]
    /// The product that was counted last, and what is still to be added to its count.
    private var latest: String?
    private var open = 0

    package init() {}

    /// All counts, also those that have come back to zero.
    package var counts: [String: Int] {
        guard let latest else { return closed }
        var counts = closed
        counts[latest, default: 0] += open
        return counts
    }

    package mutating func add(_ count: Int, of productID: String) {
        guard count != 0 else { return }
        if productID != latest {
            close()
            latest = productID
        }
        open += count
    }

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
