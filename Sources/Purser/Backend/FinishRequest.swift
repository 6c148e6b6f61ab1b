/// A transaction to finish.
public struct FinishRequest: Sendable {
    private enum Subject: Sendable {
        case recorded(StoreTransaction)
        case unrecorded(String)
    }

    private let subject: Subject

    /// Which one.
    public var transactionID: String {
        switch subject {
        case .recorded(let transaction): transaction.id
        case .unrecorded(let id): id
        }
    }

    /// Its state as it is on record; `nil` for one that failed, of which there is no record.
    public var recorded: StoreTransaction? {
        if case .recorded(let transaction) = subject { transaction } else { nil }
    }

    /// A transaction to finish of which there is no record.
    public init(_ transactionID: String) { subject = .unrecorded(transactionID) }

    /// A transaction to finish, in the state that is on record.
    public init(recorded transaction: StoreTransaction) { subject = .recorded(transaction) }

    /// Whether a state is of this purchase and says nothing that is not on record, so that finishing it loses nothing.
    ///
    /// By the app's policy the record may keep another account than the store names. What names another one is on record when
    /// the store did not sign it after that.
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
    /// Which transaction is to be finished.
    public var description: String { "finish of transaction \(transactionID)" }
}
