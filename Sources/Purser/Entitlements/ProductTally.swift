/// Counts by product.
///
/// A run of the same product costs one look-up. Sums that overflow stay at the largest or smallest number.
package struct ProductTally: Sendable {
    private var closed: [String: Int] = [:]
    /// The last counted product, and the part of its count that is not added yet.
    private var latest: String?
    private var open = 0

    /// All counts are zero.
    package init() {}

    /// All counts, also those that are zero again.
    package var counts: [String: Int] {
        guard let latest else { return closed }
        var counts = closed
        counts[latest, default: 0].saturatingAdd(open)
        return counts
    }

    subscript(productID: String) -> Int {
        var count = closed[productID] ?? 0
        if productID == latest { count.saturatingAdd(open) }
        return count
    }

    /// Whether no product was counted.
    package var isEmpty: Bool { latest == nil && closed.isEmpty }

    mutating func add(_ other: ProductTally) {
        for (productID, count) in other.closed { add(count, of: productID) }
        if let latest = other.latest { add(other.open, of: latest) }
    }

    /// Adds to the count of a product; a negative number subtracts.
    package mutating func add(_ count: Int, of productID: String) {
        guard count != 0 else { return }
        if productID != latest {
            close()
            latest = productID
        }
        open.saturatingAdd(count)
    }

    /// Counts a transaction in its new state instead of its earlier one, each for the product that it names.
    package mutating func add(_ new: StoreTransaction, after old: StoreTransaction?) {
        if let old { add(-old.units, of: old.productID) }
        add(new.units, of: new.productID)
    }

    /// Sets the count of a product.
    package mutating func set(_ productID: String, to count: Int) {
        close()
        closed[productID] = count
    }

    private mutating func close() {
        guard let latest else { return }
        closed[latest, default: 0].saturatingAdd(open)
        open = 0
        self.latest = nil
    }
}

extension StoreTransaction {
    /// Its units in the balance of its product: 0 for all but consumables, and never negative.
    fileprivate var units: Int { isConsumable ? remainingQuantity : 0 }
}

/// The balances of consumables by environments; a run of one environment costs no look-up.
package struct EnvironmentTallies: Sendable {
    private var others: [StoreEnvironment: ProductTally] = [:]
    private var latest = StoreEnvironment.unknown
    private var tally = ProductTally()

    var all: [StoreEnvironment: ProductTally] { others.merging([latest: tally]) { $1 } }

    /// Counts a transaction in its new state instead of its earlier one, each in its environment.
    mutating func add(_ new: StoreTransaction, after old: StoreTransaction?) {
        if let old {
            become(old.environment)
            tally.add(-old.units, of: old.productID)
        }
        become(new.environment)
        tally.add(new.units, of: new.productID)
    }

    mutating func set(_ productID: String, to count: Int, in environment: StoreEnvironment) {
        become(environment)
        tally.set(productID, to: count)
    }

    private mutating func become(_ environment: StoreEnvironment) {
        guard environment != latest else { return }
        others[latest] = tally
        (latest, tally) = (environment, others.removeValue(forKey: environment) ?? ProductTally())
    }

    func balances(in environment: StoreEnvironment) -> [String: Int] {
        var balances: [String: Int] = [:]
        for (other, tally) in all where !other.differs(from: environment) {
            for (product, count) in tally.counts { balances[product, default: 0].saturatingAdd(count) }
        }
        return balances.mapValues { Swift.max(0, $0) }
    }
}

extension FixedWidthInteger {
    mutating func saturatingAdd(_ other: Self) {
        let (sum, overflow) = addingReportingOverflow(other)
        self = overflow ? (other < 0 ? .min : .max) : sum
    }
}
