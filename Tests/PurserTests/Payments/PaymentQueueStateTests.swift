import Foundation
import Purser
import Testing

@Suite("Payments: who waits, and which transaction answers whom")
struct PaymentQueueStateTests {
    private func queue(_ intents: [PaymentIntent], atOnce: Int = 8, names: Bool? = true) -> PaymentQueueState<Int> {
        var state = PaymentQueueState<Int>(
            capabilities: BackendCapabilities(concurrentPayments: atOnce, answersNamePayments: names))
        for intent in intents { state.requested(BackendPayment(intent), caller: Int(intent.token.number)) }
        return state
    }

    /// Gives the backend what may go out, when this update was the last one.
    @discardableResult
    private func submit(_ state: inout PaymentQueueState<Int>, after number: UInt64 = 0) -> [UInt64] {
        let payments = state.nextSubmission()
        state.submitted(payments, after: number, at: .zero)
        return payments.map(\.token.number)
    }

    private func answer(
        _ state: inout PaymentQueueState<Int>, _ transaction: StoreTransaction, _ origin: BackendTransaction.Origin,
        recordedAs number: UInt64 = .max
    ) -> UInt64? {
        state.answer(BackendTransaction(transaction, origin: origin), UnnamedAnswer(update: number))?.number
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
        #expect(answer(&state, told("T4", 1, nil), .payment(nil)) == 4)
        #expect(answer(&state, told("T5", 1, ada), .payment(nil)) == 2)
        #expect(answer(&state, told("T6", 2, nil), .payment(nil)) == 1)
        #expect(answer(&state, told("T7", 1, nil), .payment(nil)) == nil)
    }

    @Test("M1: an answer that tells no user answers none of two users' payments, and the only user's")
    func noUser() {
        let users = [UUID(), UUID()]
        for count in 1...2 {
            var state = queue([])
            for (number, user) in users.prefix(count).enumerated() {
                let token = PaymentToken(launch: 1, number: UInt64(number + 1))
                let payment = BackendPayment(token: token, productID: "coins", appAccountToken: user)
                state.requested(payment, caller: number)
            }
            _ = state.nextSubmission()
            #expect(answer(&state, .sample("T1"), .payment(nil)) == (count == 1 ? 1 : nil))
        }
    }

    @Test("M4: an ending that names none fits by quantity and account, as far as it says")
    func endingTraits() {
        let user = UUID()
        var state = queue([])
        for (number, quantity, user) in [(1, 2, nil), (2, 1, nil), (3, 1, user)] as [(UInt64, Int, UUID?)] {
            let payment = BackendPayment(
                token: PaymentToken(launch: 1, number: number), productID: "coins", quantity: quantity,
                appAccountToken: user)
            state.requested(payment, caller: Int(number))
        }
        _ = state.nextSubmission()
        func end(_ id: String?, _ quantity: Int?, _ user: UUID?) -> UInt64? {
            state.ending(
                PaymentEnding(
                    token: nil, productID: "coins", result: .cancelled, failedTransactionID: id, quantity: quantity,
                    appAccountToken: user))?.number
        }
        #expect(end("F1", 1, user) == 3)
        #expect(end("F1", nil, nil) == nil, "it was told before")
        #expect(end("F2", 1, nil) == 2)
        #expect(end(nil, 3, nil) == nil)
        #expect(end(nil, nil, nil) == 1)
    }

    @Test("M7: an ending reaches a user's payment although StoreKit 1 reports no user of what failed")
    func endingWithoutAccount() {
        var state = queue([])
        for number in 1...2 as ClosedRange<UInt64> {
            let token = PaymentToken(launch: 1, number: number)
            state.requested(
                BackendPayment(token: token, productID: "coins", appAccountToken: UUID()), caller: Int(number))
        }
        _ = state.nextSubmission()
        func end() -> UInt64? {
            state.ending(PaymentEnding(token: nil, productID: "coins", result: .cancelled, quantity: 1))?.number
        }
        #expect([end(), end(), end()] == [1, 2, nil])
    }

    @Test("M2: what the backend told before it was given a payment does not answer it, however late it is judged")
    func toldBefore() {
        var state = queue([.sample(1), .sample(2, "gems")], names: nil)
        #expect(answer(&state, .sample("T0"), .payment(nil)) == nil)
        #expect(state.ending(PaymentEnding(token: nil, productID: "gems", result: .cancelled)) == nil)
        let payments = state.nextSubmission()
        state.submitted(payments, after: 7, batch: 3, at: .zero)
        #expect(answer(&state, .sample("T0"), .payment(nil)) == nil)
        func first(_ id: String, _ batch: UInt64, _ update: UInt64) -> UInt64? {
            state.answer(
                BackendTransaction(.sample(id), origin: .payment(nil)), UnnamedAnswer(batch: batch, update: update)
            )?.number
        }
        #expect(first("T1", 2, .max) == nil, "it came before, and was judged afterwards")
        #expect(first("T2", 3, 7) == nil, "it was in the ledger")
        #expect(first("T3", 3, 8) == 1)
    }

    @Test(
        "M4: where nothing is named, equal payments go out one after the other, and others at once",
        arguments: [
            false, nil,
        ])
    func equalPayments(names: Bool?) {
        let equal = [1, 2, 3].map { PaymentIntent.sample($0, context: ["n": "\($0)"]) }
        var state = queue(equal + [.sample(4, "gems")], names: names)
        #expect(submit(&state) == [1, 4])
        #expect(submit(&state) == [])
        #expect(answer(&state, .sample("T1"), .payment(nil)) == 1)
        #expect(submit(&state) == [2])
        #expect(state.end(equal[1].token)?.caller == 2, "pending, cancelled or failed")
        #expect(submit(&state) == [3])
        #expect(answer(&state, .sample("T2"), .payment(nil)) == 3)
        state.requested(BackendPayment(.sample(5)), caller: 5)
        #expect(submit(&state) == [5])
    }

    @Test("M4: the next of equal payments goes out at the limit, and what comes then is the oldest one's")
    func limitOfEqualPayments() {
        var state = queue([.sample(1), .sample(2), .sample(3)], names: false)
        #expect(state.nextSubmission().map(\.token.number) == [1])
        #expect(state.takeWatches().isEmpty, "the backend does not have it yet")
        state.submitted([BackendPayment(.sample(1))], after: 0, at: .seconds(5))
        #expect(state.takeWatches().map(\.since) == [.seconds(5)])
        #expect(state.takeWatches().isEmpty)
        state.tookTooLong(PaymentToken(launch: 1, number: 1))
        #expect(submit(&state) == [2])
        #expect(state.takeWatches().map(\.token.number) == [2])
        state.tookTooLong(PaymentToken(launch: 1, number: 1))
        #expect(submit(&state) == [])
        #expect(answer(&state, .sample("T1"), .payment(nil)) == 1)
        #expect(answer(&state, .sample("T2"), .payment(nil)) == 2)
        #expect(submit(&state) == [3])
    }

    @Test("M4: once an answer has named its payment, equal payments wait for each other no more")
    func namedAfterAll() {
        var state = queue([.sample(1), .sample(2), .sample(3)], names: nil)
        #expect(submit(&state) == [1])
        #expect(answer(&state, .sample("T1"), .payment(PaymentToken(launch: 1, number: 1))) == 1)
        #expect(submit(&state) == [2, 3])
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
        let found = ["F1", "F1", "F2", "F3"].map { id in
            state.ending(
                PaymentEnding(token: nil, productID: "coins", result: .cancelled, failedTransactionID: id))?.number
        }
        #expect(found == [1, nil, 2, nil], "one that is told again ends no other payment")
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
