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
    /// Opens a ledger that all users share, in a journal of its own.
    static func open(
        storage: any LedgerStorage, clock: any StoreClock, keptUpdates: Int, unreadUpdates: Int = .max
    ) async throws -> TransactionLedger {
        try await open(
            Journal(storage: storage, isShared: true), .shared, clock: clock, keptUpdates: keptUpdates,
            unreadUpdates: unreadUpdates)
    }

    /// Records reports without a decision about their payments.
    func record(reported: [IncomingTransaction], renewals: [RenewalReport] = []) async throws -> [ReportedTransaction] {
        let now = clock.timestamp()
        let turn = await record(upTo: reported.count + renewals.count) { _, records, turn in
            guard turn.failure == nil else { return }
            for incoming in reported { turn.prepare(incoming, &records.present, now: now) }
            turn.prepare(renewals, &records.present, now: now)
        }
        if let failure = turn.failure { throw failure }
        return turn.recorded.map(\.answer)
    }
}
