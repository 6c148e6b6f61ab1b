@testable import Purser

extension LedgerState {
    /// Takes in one entry alone: the record to be stored (none when there is nothing new), and the answer.
    mutating func stage(_ entry: LedgerEntry, now: Timestamp) -> (LedgerRecord?, LedgerOutcome) {
        var batch = PreparedBatch(capacity: 1)
        stage(entry, now: now, into: &batch)
        return (batch.records.first, batch.outcomes[0])
    }
}

extension PaymentAnswer {
    /// The purchase's update, or why there is none.
    func update() throws -> StoreUpdate? {
        switch self {
        case .purchased(let update, _): return update
        case .pending, .cancelled: return nil
        case .failed(let failure): throw failure
        }
    }
}
