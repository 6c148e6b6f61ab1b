@testable import Purser

/// One thing that can be asked of a ledger, for tests that go through many of them.
enum LedgerEntry {
    case intent(PaymentIntent)
    case intentEnded(PaymentToken, PaymentState)
    case transaction(IncomingTransaction)
    case step(String, DeliveryStep, in: StoreUpdate? = nil)
    /// The backend took the finish of a transaction as it stood then.
    case finished(LedgerTransaction)
    case consumer(String, UInt64?)
    case failedUpdate(String, FailedUpdates.Step)
    /// Products were acquired by virtue of a subscription.
    case acquired([String], subscription: String)
    /// The store was heard.
    case lastReport
}

extension LedgerState {
    /// Takes in one entry alone: the record to be stored; `nil` when it says nothing new.
    @discardableResult
    mutating func note(_ entry: LedgerEntry, now: Timestamp = at(0)) -> LedgerRecord? {
        records(of: entry, now: now).first
    }

    /// Takes in one entry alone: everything that is to be stored.
    mutating func records(of entry: LedgerEntry, now: Timestamp = at(0)) -> [LedgerRecord] {
        var batch = PreparedBatch(capacity: 1)
        switch entry {
        case .intent(let intent): batch.store(intents: [intent])
        case .intentEnded(let token, let ending): batch.store(endings: [EndedPayment(token, ending)])
        case .transaction(let incoming): prepare(reported: [incoming], now: now, into: &batch)
        case .step(let id, let step, let update): _ = prepare(step, of: id, in: update, into: &batch)
        case .finished(let transaction):
            var finished = PendingFinishes(hash)
            finished.append(transaction)
            transactions.prepare(finished: finished, into: &batch)
        case .consumer(let name, let sequence): prepare(name, hasSeen: sequence, isRepeated: false, into: &batch)
        case .failedUpdate(let name, let step): prepare(step, of: name, into: &batch)
        case .acquired(let products, let subscription):
            prepare(
                acquired: products.map { AcquiredProduct(id: $0, subscription: subscription) }, now: now, into: &batch)
        case .lastReport: prepare(lastReport: now, into: &batch)
        }
        return batch.records
    }

    /// Takes in one transaction alone: the ledger's answer.
    mutating func report(_ incoming: IncomingTransaction, now: Timestamp = at(0)) -> ReportedTransaction {
        var batch = PreparedBatch(capacity: 1)
        return prepare(incoming, now: now, into: &batch)
    }
}

extension PaymentAnswer {
    /// The purchase's update, or why there is none.
    func update() throws -> StoreUpdate? {
        switch self {
        case .purchased(let update, _): return update
        case .unpaid: return nil
        case .failed(let failure): throw failure
        }
    }
}
