@testable import Purser

extension LedgerState {
    /// Records transactions one after the other.
    mutating func prepare(reported: [IncomingTransaction], now: Timestamp, into batch: inout PreparedBatch) {
        for incoming in reported { prepare(incoming, now: now, into: &batch) }
    }
}

extension Turn {
    /// Records a transaction without a decision about its payment.
    mutating func prepare(_ incoming: IncomingTransaction, _ ledger: inout LedgerState, now: Timestamp) {
        let key = ledger.hash.fingerprint(of: incoming.transaction.ledgerID)
        let known = ledger.recorded(incoming.transaction, key, answersNobody: incoming.answersNobody)
        prepare(incoming, known, &ledger, now: now)
    }
}

extension TransactionLedger {
    /// Records reports without a decision about their payments.
    ///
    /// - Parameter others: records of others, by sections.
    func record(
        reported: [IncomingTransaction], renewals: [RenewalReport] = [], beside others: [LedgerRecord] = []
    ) async throws -> [ReportedTransaction] {
        let now = clock.timestamp()
        let turn = await record(upTo: reported.count + renewals.count) { [key = storage.key] state, turn in
            for incoming in reported { turn.prepare(incoming, &state, now: now) }
            turn.prepare(renewals, &state, now: now)
            turn.prepared.store(others, before: key)
        }
        if let failure = turn.failure { throw failure }
        return turn.recorded.map(\.answer)
    }
}
