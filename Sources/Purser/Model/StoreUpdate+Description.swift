extension StoreUpdate: CustomStringConvertible {
    /// The update in one line, such as `update 7: purchased com.example.seeds (transaction 42)`.
    ///
    /// What the buyer attached to the payment is not in it.
    public var description: String {
        "update \(sequence): \(kind) \(transaction.productID) (transaction \(transaction.id))"
    }
}
