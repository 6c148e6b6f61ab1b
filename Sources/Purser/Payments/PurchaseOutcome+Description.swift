extension PurchaseOutcome: CustomStringConvertible {
    /// The outcome in one line, such as `purchased com.example.seeds (transaction 42, update 7)`.
    public var description: String {
        switch self {
        case .purchased(let purchase): "purchased \(purchase)"
        case .pending: "pending"
        case .cancelled: "cancelled"
        }
    }
}

extension StorePurchase: CustomStringConvertible {
    /// The purchase in one line, such as `com.example.seeds (transaction 42, update 7)`.
    public var description: String {
        let repeated = wasRecordedBefore ? ", recorded before" : ""
        let unfinished = needsFinish ? ", to be finished" : ""
        return "\(transaction.productID) (transaction \(transaction.id), update \(sequence)\(repeated)\(unfinished))"
    }
}

extension RestoreOutcome: CustomStringConvertible {
    /// The number of restored transactions, such as `2 transactions restored, 1 failed`.
    public var description: String {
        "\(Wording.count(restored.count, "transaction")) restored"
            + (failed.isEmpty ? "" : ", \(failed.count) failed")
    }
}

extension RestoreOutcome.Failed: CustomStringConvertible {
    /// The transaction and the reason.
    public var description: String { "transaction \(transaction.id) of \(transaction.productID): \(failure)" }
}
