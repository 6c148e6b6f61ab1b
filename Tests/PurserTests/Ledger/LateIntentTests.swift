import Foundation
import Testing

@testable import Purser

@Suite("Late transactions of a backend that echoes no token")
struct LateIntentTests {
    private let account = UUID()

    /// A payment of an account that was put off, and one of no account that is under way, both for the same product.
    private func ledger() -> (state: LedgerState, underWay: PaymentIntent) {
        var state = LedgerState(matchesByProduct: true)
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
        let incoming = IncomingTransaction(transaction, phase: phase, token: token, needsFinish: true)
        guard case .recorded(let recorded) = state.stage(.transaction(incoming), now: at(9)).1 else { return nil }
        return recorded.update
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
}
