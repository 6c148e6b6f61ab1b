import Foundation
import Purser
import Testing

@Suite("Payments: who waits, and what may go out")
struct PaymentQueueStateTests {
    private func queue(_ intents: [PaymentIntent], atOnce: Int = 8, names: Bool = true) -> PaymentQueueState<Int> {
        var state = PaymentQueueState<Int>(
            capabilities: BackendCapabilities(concurrentPayments: atOnce, answersNamePayments: names))
        for intent in intents { state.requested(BackendPayment(intent), caller: Int(intent.token.number)) }
        return state
    }

    /// Gives the backend what may go out.
    @discardableResult
    private func submit(_ state: inout PaymentQueueState<Int>) -> [UInt64] {
        state.nextSubmission().map(\.token.number)
    }

    @Test("M4: a backend whose answers name no payment gets one payment of a product at a time, and others at once")
    func onePerProduct() {
        let coins = [1, 2, 3].map { PaymentIntent.sample($0, context: ["n": "\($0)"]) }
        var state = queue(coins + [.sample(4, "gems")], names: false)
        #expect(submit(&state) == [1, 4])
        #expect(submit(&state) == [])
        state.answered([coins[0].token])
        #expect(submit(&state) == [2])
        #expect(state.end(coins[1].token)?.caller == 2, "pending, cancelled or failed")
        state.requested(BackendPayment(.sample(5)), caller: 5)
        #expect(submit(&state) == [3])
        #expect(state.timedOut([coins[2].token]).map(\.caller) == [3])
        #expect(submit(&state) == [5])
    }

    @Test("M4: one payment of a product at a time, with few places, too, and when callers leave")
    func onePerProductInLine() {
        var state = queue([.sample(1), .sample(2), .sample(3, "gems"), .sample(4)], atOnce: 2, names: false)
        #expect(submit(&state) == [1, 3])
        _ = state.stoppedWaiting(PaymentToken(launch: 1, number: 2))
        state.answered([PaymentToken(launch: 1, number: 3)])
        #expect(submit(&state) == [])
        #expect(state.end(PaymentToken(launch: 1, number: 2)) != nil)
        state.answered([PaymentToken(launch: 1, number: 1)])
        #expect(submit(&state) == [4])
        #expect(state.closed().map(\.caller) == [1, 3, 4])
        state.requested(BackendPayment(.sample(5)), caller: 5)
        #expect(submit(&state) == [5])
    }

    @Test("A payment whose transaction is on record makes room, and is not overdue while it is delivered")
    func answered() {
        var state = queue([.sample(1), .sample(2)], atOnce: 1)
        state.wentOut(state.nextSubmission(), at: .zero)
        state.answered([PaymentToken(launch: 1, number: 1)])
        #expect(state.nextSubmission().map(\.token.number) == [2])
        #expect(state.overdue(submittedBy: .seconds(1 << 20)).tokens.isEmpty)
        #expect(state.end(PaymentToken(launch: 1, number: 1))?.caller == 1)
    }

    @Test("C1: who stops waiting is answered once, and the payment goes on without them")
    func stopped() {
        let intent = PaymentIntent.sample(1)
        var state = queue([intent])
        _ = state.nextSubmission()
        #expect(state.stoppedWaiting(intent.token)?.caller == 1)
        #expect(state.stoppedWaiting(intent.token)?.caller == nil)
        let ended = state.end(intent.token)
        #expect(ended != nil && ended?.caller == nil)
        #expect(state.end(intent.token) == nil)
    }

    @Test("As many payments are under way as the backend takes, in the order in which they were asked for")
    func limit() {
        var state = queue([.sample(1), .sample(2), .sample(3)], atOnce: 2)
        #expect(state.nextSubmission().map(\.token.number) == [1, 2])
        #expect(state.nextSubmission().isEmpty)
        #expect(state.end(PaymentToken(launch: 1, number: 2))?.caller == 2)
        #expect(state.nextSubmission().map(\.token.number) == [3])
    }

    @Test("C4: a payment that has yet to go out is not overdue, however long the store has been open")
    func notOutYet() {
        for age in [604_800, 1 << 40] as [Int64] {
            var state = queue([.sample(1), .sample(2)])
            let now = Duration.seconds(age)
            #expect(state.overdue(submittedBy: now).tokens.isEmpty && state.overdue(submittedBy: now).oldest == nil)
            state.wentOut(state.nextSubmission(), at: now)
            let oldest = state.overdue(submittedBy: .seconds(5)).oldest
            #expect(oldest.map { $0 <= now + .seconds(1) } == true)
            #expect(state.overdue(submittedBy: now + .seconds(1)).tokens.map(\.number) == [1, 2])
        }
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
