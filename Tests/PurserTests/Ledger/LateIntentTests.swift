import Foundation
import Testing

@testable import Purser

@Suite("Transactions that name no payment")
struct LateIntentTests {
    private let account = UUID()

    /// A payment of an account that was put off, and one of no account that is under way, both for the same product.
    private func ledger() -> (state: LedgerState, underWay: PaymentIntent) {
        var state = LedgerState()
        let pending = PaymentIntent(
            token: PaymentToken(launch: 1, number: 1),
            request: PaymentRequest(productID: "coins", appAccountToken: account), requestTime: at(0))
        let underWay = PaymentIntent.sample(2, at: 5)
        for intent in [pending, underWay] { state.note(.intent(intent)) }
        state.note(.intentEnded(pending.token, .pending))
        return (state, underWay)
    }

    private func told(
        _ transaction: StoreTransaction, _ phase: StoreUpdate.Phase, _ token: PaymentToken?, _ state: inout LedgerState
    ) -> StoreUpdate? {
        let incoming = IncomingTransaction(
            transaction, phase: phase, token: token, namesPayment: token != nil, needsFinish: true)
        let answer = state.report(incoming, now: at(9))
        return answer.isNews ? answer.stored.update : nil
    }

    @Test("M3: a refund that overtakes the answer to its payment does not take another payment's context")
    func overtaken() throws {
        var (state, underWay) = ledger()
        let refunded = StoreTransaction.sample("T1", at: 6) {
            ($0.revocationTime, $0.signedTime) = (at(8), at(8))
        }
        #expect(try #require(told(refunded, .complete, nil, &state)).intent == nil)
        let answer = try #require(told(.sample("T1", at: 6), .payment, underWay.token, &state))
        #expect(answer.intent == underWay && answer.transaction.revocationTime != nil)
    }

    @Test("M4: what somebody agreed to later brings its own payment, whatever is under way meanwhile")
    func approved() throws {
        var (state, _) = ledger()
        let approved = StoreTransaction.sample("T1", at: 6) { $0.appAccountToken = account }
        #expect(try #require(told(approved, .complete, nil, &state)).intent?.token.number == 1)
    }

    @Test("M3: of those that fit, a payment that a kill interrupted comes before one that somebody decides about")
    func interruptedFirst() throws {
        var state = LedgerState()
        for number: UInt64 in 1...3 { state.note(.intent(.sample(number, at: Int64(number)))) }
        for (number, ending) in [(1, .pending), (2, .interrupted), (3, .cancelled)] as [(UInt64, IntentEnding)] {
            state.note(.intentEnded(PaymentToken(launch: 1, number: number), ending))
        }
        let found = ["T1", "T2", "T3"].map { told(.sample($0, at: 6), .complete, nil, &state)?.intent?.token.number }
        #expect(found == [2, 1, 3])
    }

    @Test("M4: a guess gives way to the name that comes later, and the payment that it took waits again")
    func namedAfterGuess() throws {
        var state = LedgerState()
        for number: UInt64 in 1...2 { state.note(.intent(.sample(number))) }
        for (number, ending) in [(1, .pending), (2, .cancelled)] as [(UInt64, IntentEnding)] {
            state.note(.intentEnded(PaymentToken(launch: 1, number: number), ending))
        }
        #expect(told(.sample("T2", at: 6), .complete, nil, &state)?.intent?.token.number == 1)
        // What the purchase call returned comes behind what the platform told by itself.
        var batch = PreparedBatch(capacity: 0)
        let named = IncomingTransaction(
            .sample("T2", at: 6), phase: .payment, token: PaymentToken(launch: 1, number: 2), needsFinish: true)
        state.prepare(reported: [named], now: at(9), into: &batch)
        #expect(batch.updates.map(\.intent?.token.number) == [2])
        #expect(told(.sample("T1", at: 7), .complete, nil, &state)?.intent?.token.number == 1)
        // The records say the same.
        var replayed = LedgerState()
        for number: UInt64 in 1...2 { replayed.apply(.intent(.sample(number))) }
        for record in batch.records { replayed.apply(record) }
        #expect(replayed.intents[PaymentToken(launch: 1, number: 1)]?.ending == .pending)
        #expect(replayed.transactions["T2"]?.intent?.token.number == 2)
    }
}
