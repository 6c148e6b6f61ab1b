/// A transaction to finish.
public struct FinishRequest: Sendable {
    /// The transaction's identifier.
    public let transactionID: String
    /// Its recorded state; `nil` for a failed transaction, which is not recorded.
    public let recorded: StoreTransaction?

    /// Makes a request to finish a transaction that is not recorded.
    public init(_ transactionID: String) { (self.transactionID, recorded) = (transactionID, nil) }

    /// Makes a request to finish a transaction in its recorded state.
    public init(recorded transaction: StoreTransaction) { (transactionID, recorded) = (transaction.id, transaction) }

    /// Whether a reported state of this purchase has nothing that is not recorded, so that finishing it loses nothing.
    ///
    /// By the app's policy the record may keep another account than the reported one. A state with another account
    /// counts as recorded when its signature is not later than the record's.
    public func covers(_ state: StoreTransaction) -> Bool {
        guard let recorded else { return true }
        guard state.isSamePurchase(as: recorded), !state.naming(recorded.appAccountToken).isChange(after: recorded)
        else {
            return false
        }
        return state.appAccountToken == recorded.appAccountToken || !recorded.isOlder(than: state)
    }
}

extension FinishRequest: CustomStringConvertible {
    /// The transaction to finish.
    public var description: String { "finish of transaction \(transactionID)" }
}
