/// A transaction that is due to be finished.
package enum DueFinish: Sendable {
    /// One that is on record.
    case recorded(StoreTransaction)
    /// One that failed, of which there is no record.
    case failed(String)

    package var id: String {
        switch self {
        case .recorded(let transaction): transaction.id
        case .failed(let id): id
        }
    }

    /// Stands for the identifier.
    var fingerprint: Fingerprint {
        switch self {
        case .recorded(let transaction): transaction.fingerprint
        case .failed(let id): Fingerprint(of: id)
        }
    }
}

/// A transaction to finish now.
package enum FinishOrder: Sendable {
    /// In the state that it has now, and that this update told.
    case recorded(StoreTransaction, update: UInt64)
    /// One that the ledger does not have (any more) as a whole: it failed, or was dealt with long ago.
    case unrecorded(String)

    package var id: String {
        switch self {
        case .recorded(let transaction, _): transaction.id
        case .unrecorded(let id): id
        }
    }

    /// What the backend is asked.
    var request: FinishRequest {
        switch self {
        case .recorded(let transaction, _): FinishRequest(transaction.id, recorded: transaction)
        case .unrecorded(let id): FinishRequest(id, recorded: nil)
        }
    }
}
