/// Where a delivery of the backend ends in what was put together of several.
package struct DeliveryEnd: Sendable, Hashable {
    /// How many transactions came with it and those before it.
    package var transactions: Int
    /// How many reports of renewals came with it and those before it.
    package var renewals: Int

    /// An end behind so many transactions and reports of renewals.
    package init(transactions: Int, renewals: Int) { (self.transactions, self.renewals) = (transactions, renewals) }
}
