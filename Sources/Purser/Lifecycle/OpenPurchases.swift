/// The purchases of a session that are open: requested and not answered, or recorded and not finished.
package struct OpenPurchases: Sendable {
    /// How far the furthest purchase of a product is.
    package enum Stage: Sendable, Hashable, Comparable, CaseIterable {
        /// There is none.
        case none
        /// A payment has not ended.
        case paying
        /// It is paid for, and waits for its delivery, the app or its finish.
        case approved
        /// Its content is being fetched.
        case downloading
        /// Its content is installed.
        case downloaded
    }

    /// A change of the number of a product's payments that have not ended.
    package struct Change: Sendable {
        /// The product.
        package let productID: String
        /// How many more, or fewer.
        package var count: Int

        /// A change.
        package init(_ productID: String, _ count: Int) { (self.productID, self.count) = (productID, count) }
    }

    private var payments: [String: Int] = [:]
    private var paid: [String: [String: Stage]] = [:]
    /// The products of those that are paid for, by their transactions.
    private var products: [String: String] = [:]

    /// None.
    package init() {}

    /// Whether none is paid for: nearly always.
    var isUnpaid: Bool { products.isEmpty }

    /// How far the furthest purchase of a product is.
    package func stage(of productID: String) -> Stage {
        paid[productID]?.values.max() ?? (payments[productID] == nil ? .none : .paying)
    }

    /// Changes the numbers of payments that have not ended.
    mutating func count(_ changes: [Change]) {
        for change in changes where change.count != 0 {
            guard let index = payments.index(forKey: change.productID) else {
                payments[change.productID] = change.count
                continue
            }
            payments.values[index] += change.count
            if payments.values[index] == 0 { payments.remove(at: index) }
        }
    }

    /// A recorded transaction is this far.
    package mutating func add(_ transactionID: String, of productID: String, _ stage: Stage = .approved) {
        remove(transactionID)
        products[transactionID] = productID
        paid[productID, default: [:]][transactionID] = stage
    }

    /// A transaction is finished, or over; returns its product, if it was open.
    @discardableResult
    package mutating func remove(_ transactionID: String) -> String? {
        guard let productID = products.removeValue(forKey: transactionID) else { return nil }
        paid[productID]?[transactionID] = nil
        if paid[productID]?.isEmpty == true { paid[productID] = nil }
        return productID
    }

    /// Notes where a recorded transaction stands; with `counts` one that only waits for its finish counts, too.
    mutating func note(_ stored: borrowing LedgerTransaction, counts: Bool = false) {
        if stored.progress.awaitsDelivery || counts && stored.progress.state == .awaitsFinish {
            let transaction = stored.transaction
            if products[transaction.id] == nil { add(transaction.id, of: transaction.productID) }
        } else if !products.isEmpty, stored.progress.state == .done || stored.progress.isRevokedOrUpgraded {
            remove(stored.transaction.id)
        }
    }
}
