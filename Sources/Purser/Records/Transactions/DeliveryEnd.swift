/// The end of one delivery of the backend in several combined ones.
package struct DeliveryEnd: Sendable, Hashable {
    /// How many transactions came with it and those before it.
    package var transactions: Int
    /// How many reports of renewals came with it and those before it.
    package var renewals: Int

    /// Makes an end after a number of transactions and reports of renewals.
    package init(transactions: Int, renewals: Int) { (self.transactions, self.renewals) = (transactions, renewals) }
}
