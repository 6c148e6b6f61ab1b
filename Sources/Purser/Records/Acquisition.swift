/// That a product was acquired by virtue of a subscription: it may be used whenever a subscription runs that enables it.
package struct Acquisition: Sendable, Hashable {
    /// When, by the device's clock.
    package var time: Timestamp
    /// The original identifier of the subscription that enabled it then.
    package var subscription: String

    /// An acquisition.
    package init(time: Timestamp, subscription: String) {
        self.time = time
        self.subscription = subscription
    }
}

extension LedgerState {
    /// Products are acquired by virtue of subscriptions; those that were acquired before stay as they are.
    mutating func prepare(
        acquired: [(productID: String, subscription: String)], now: Timestamp, into batch: inout PreparedBatch
    ) {
        for (productID, subscription) in acquired where acquisitions[productID] == nil {
            let record = LedgerRecord.acquisition(
                productID: productID, Acquisition(time: now, subscription: subscription))
            apply(record)
            batch.store(record)
            batch.changes.add(acquired: productID)
        }
    }

    /// Gives what was acquired, in the order of the products.
    func writeAcquisitions(_ body: (LedgerRecord) throws -> Void) rethrows {
        for (productID, acquisition) in acquisitions.sorted(by: { $0.key < $1.key }) {
            try body(.acquisition(productID: productID, acquisition))
        }
    }
}
