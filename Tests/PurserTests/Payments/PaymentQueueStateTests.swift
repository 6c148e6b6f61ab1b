import Foundation
import Purser
import Testing

@Suite("Payments: who waits, and which transaction answers whom")
struct PaymentQueueStateTests {
    private func queue(_ intents: [PaymentIntent], atOnce: Int = 8) -> PaymentQueueState<Int> {
        var state = PaymentQueueState<Int>(
            capabilities: BackendCapabilities(concurrentPayments: atOnce))
        for intent in intents { state.requested(BackendPayment(intent), caller: Int(intent.token.number)) }
        return state
    }

    private func answer(
        _ state: inout PaymentQueueState<Int>, _ transaction: StoreTransaction, _ origin: BackendTransaction.Origin,
        recordedAs number: UInt64? = nil
    ) -> UInt64? {
        state.answer(BackendTransaction(transaction, origin: origin), recordedAs: number)?.number
    }

    @Test("M1: a payment is known before it is handed to the backend, and answered before that call returns")
    func registeredFirst() {
        let intent = PaymentIntent.sample(1)
        var state = queue([intent])
        #expect(state.nextSubmission().map(\.token.number) == [1])
        #expect(answer(&state, .sample("T1"), .payment(intent.token)) == 1)
    }

    @Test("As many payments are under way as the backend takes, in the order in which they were asked for")
    func limit() {
        var state = queue([.sample(1), .sample(2), .sample(3)], atOnce: 2)
        #expect(state.nextSubmission().map(\.token.number) == [1, 2])
        #expect(state.nextSubmission().isEmpty)
        #expect(state.end(PaymentToken(launch: 1, number: 2))?.caller == 2)
        #expect(state.nextSubmission().map(\.token.number) == [3])
    }

    @Test("M1: a token answers its own payment, in any order, and only once")
    func tokens() {
        var state = queue([.sample(1), .sample(2)])
        _ = state.nextSubmission()
        let second = PaymentToken(launch: 1, number: 2)
        #expect(answer(&state, .sample("T2"), .payment(second)) == 2)
        #expect(answer(&state, .sample("T2"), .payment(second)) == nil)
        #expect(answer(&state, .sample("T9"), .payment(PaymentToken(launch: 9, number: 9))) == nil)
        #expect(answer(&state, .sample("T1"), .other(PaymentToken(launch: 1, number: 1))) == nil)
    }

    @Test("M1: without tokens the first payment for the product is answered first")
    func byProduct() {
        var state = queue([.sample(1), .sample(2, "gems"), .sample(3)])
        _ = state.nextSubmission()
        #expect(answer(&state, .sample("T1"), .payment(nil)) == 1)
        #expect(answer(&state, .sample("T2"), .payment(nil)) == 3)
        #expect(answer(&state, .sample("T3", "gems"), .payment(nil)) == 2)
        #expect(answer(&state, .sample("T4", "gems"), .payment(nil)) == nil)
    }

    @Test("M1: without tokens a transaction told twice answers one payment, not two")
    func repetition() {
        var state = queue([.sample(1), .sample(2)])
        _ = state.nextSubmission()
        #expect(answer(&state, .sample("T1"), .payment(nil)) == 1)
        #expect(answer(&state, .sample("T1"), .payment(nil)) == nil)
        #expect(answer(&state, .sample("T2"), .payment(nil)) == 2)
    }

    @Test("M2: what was told before a payment was asked for does not answer it; what was told first afterwards does")
    func old() {
        var state = queue([])
        state.requested(BackendPayment(.sample(1)), caller: 1, after: 7)
        _ = state.nextSubmission()
        #expect(answer(&state, .sample("T1"), .payment(nil), recordedAs: 7) == nil)
        #expect(answer(&state, .sample("T2"), .other(nil)) == nil)
        #expect(answer(&state, .sample("T3"), .elsewhere) == nil)
        #expect(answer(&state, .sample("T4"), .payment(nil), recordedAs: 8) == 1)
    }

    @Test("M1: no clock decides: a device that lies by years is answered all the same")
    func wrongClock() {
        var state = queue([.sample(1, at: 1_000_000_000)])
        _ = state.nextSubmission()
        #expect(answer(&state, .sample("T1", at: 0), .payment(nil)) == 1)
    }

    @Test("M1: answers with and without a name mix; one that was answered by name is not answered again")
    func mixed() {
        var state = queue([.sample(1), .sample(2), .sample(3)])
        _ = state.nextSubmission()
        #expect(answer(&state, .sample("T1"), .payment(nil)) == 1)
        #expect(answer(&state, .sample("T2"), .payment(PaymentToken(launch: 1, number: 2))) == 2)
        #expect(answer(&state, .sample("T3"), .payment(nil)) == 3)
        #expect(answer(&state, .sample("T4"), .payment(nil)) == nil)
        #expect(answer(&state, .sample("T1"), .payment(PaymentToken(launch: 1, number: 1))) == nil)
    }

    @Test("M1: an answer that names none fits by quantity and account, and never crosses users")
    func traits() {
        let (ada, bob) = (UUID(), UUID())
        var state = queue([])
        for (number, quantity, user) in [(1, 2, ada), (2, 1, ada), (3, 1, bob), (4, 1, nil)] as [(UInt64, Int, UUID?)] {
            let payment = BackendPayment(
                token: PaymentToken(launch: 1, number: number), productID: "coins", quantity: quantity,
                appAccountToken: user)
            state.requested(payment, caller: Int(number))
        }
        _ = state.nextSubmission()
        func told(_ id: String, _ quantity: Int, _ user: UUID?) -> StoreTransaction {
            .sample(id) { ($0.purchasedQuantity, $0.appAccountToken) = (quantity, user) }
        }
        #expect(answer(&state, told("T1", 1, UUID()), .payment(nil)) == nil)
        #expect(answer(&state, told("T2", 3, ada), .payment(nil)) == nil)
        #expect(answer(&state, told("T3", 1, bob), .payment(nil)) == 3)
        #expect(answer(&state, told("T4", 1, nil), .payment(nil)) == 2)
        #expect(answer(&state, told("T5", 1, ada), .payment(nil)) == nil)
        #expect(answer(&state, told("T6", 2, nil), .payment(nil)) == 1)
        #expect(answer(&state, told("T7", 1, nil), .payment(nil)) == 4)
    }

    @Test("A payment in line is not answered: the backend does not know it yet")
    func inLine() {
        let second = PaymentIntent.sample(2)
        var state = queue([.sample(1), second], atOnce: 1)
        #expect(state.nextSubmission().count == 1)
        #expect(answer(&state, .sample("T2"), .payment(second.token)) == nil)
    }

    @Test("C1: who stops waiting is answered once, and the payment goes on without them")
    func stopped() {
        let intent = PaymentIntent.sample(1)
        var state = queue([intent])
        _ = state.nextSubmission()
        #expect(state.stoppedWaiting(intent.token)?.caller == 1)
        #expect(state.stoppedWaiting(intent.token)?.caller == nil)
        #expect(answer(&state, .sample("T1"), .payment(intent.token)) == 1)
        let ended = state.end(intent.token)
        #expect(ended != nil && ended?.caller == nil)
        #expect(state.end(intent.token) == nil)
    }

    @Test("An ending without a token ends the first payment for its product; one that is left over ends none")
    func endings() {
        var state = queue([.sample(1), .sample(2)])
        _ = state.nextSubmission()
        let leftOver = PaymentEnding(
            token: nil, productID: "coins", result: .cancelled, failedTransactionID: "F1", isLeftOver: true)
        #expect(state.ending(leftOver) == nil)
        let ending = PaymentEnding(token: nil, productID: "coins", result: .cancelled, failedTransactionID: "F2")
        #expect(state.ending(ending)?.number == 1)
        #expect(state.ending(ending)?.number == 2)
        #expect(state.ending(ending) == nil)
    }

    @Test("Payments that never reached the backend make room, and their callers are told")
    func failedSubmission() {
        var state = queue([.sample(1), .sample(2)], atOnce: 1)
        let first = state.nextSubmission()
        #expect(state.submissionFailed(first.map(\.token)).map(\.caller) == [1])
        #expect(state.nextSubmission().map(\.token.number) == [2])
    }

    @Test("C3: everybody who still waits is named at the close, in order, and nobody afterwards")
    func closed() {
        var state = queue([.sample(2), .sample(1), .sample(3)], atOnce: 1)
        _ = state.nextSubmission()
        _ = state.stoppedWaiting(PaymentToken(launch: 1, number: 3))
        #expect(state.closed().map(\.caller) == [1, 2])
        #expect(state.closed().isEmpty)
        #expect(state.nextSubmission().isEmpty)
    }
}
