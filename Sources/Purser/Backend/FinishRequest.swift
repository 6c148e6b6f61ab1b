/// A transaction to finish.
public struct FinishRequest: Sendable {
    private enum Subject: Sendable {
        case recorded(StoreTransaction)
        case unrecorded(String)
    }

    private let subject: Subject

    /// The transaction's identifier.
    public var transactionID: String {
        switch subject {
        case .recorded(let transaction): transaction.id
        case .unrecorded(let id): id
        }
    }

    /// Its recorded state; `nil` for a failed transaction, which is not recorded.
    public var recorded: StoreTransaction? {
        if case .recorded(let transaction) = subject { transaction } else { nil }
    }

    /// Makes a request to finish a transaction that is not recorded.
    public init(_ transactionID: String) { subject = .unrecorded(transactionID) }

    /// Makes a request to finish a transaction in its recorded state.
    public init(recorded transaction: StoreTransaction) { subject = .recorded(transaction) }

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
