import Foundation
import Testing

@testable import Purser

@Suite("What the ledger joins, whatever the clocks say")
struct ClocklessMatchingTests {
    static let year: Int64 = 365 * 86_400
    private let ada = UUID()
    private let bob = UUID()

    private func told(
        _ transaction: StoreTransaction, _ phase: StoreUpdate.Phase, _ token: PaymentToken?,
        names: Bool = true, _ state: inout LedgerState
    ) -> StoreUpdate? {
        state.take(transaction, phase, token: token, namesPayment: names)
    }

    private func intent(_ number: UInt64, of user: UUID?, at seconds: Int64 = 0) -> PaymentIntent {
        PaymentIntent(
            token: PaymentToken(launch: 1, number: number),
            request: PaymentRequest(productID: "coins", appAccountToken: user), requestTime: at(seconds))
    }

    @Test("M3: an answer that its own news overtook brings its payment, however far the device's clock is ahead")
    func overtakenByNews() throws {
        for lead in [1, 300, 3 * Self.year] {
            var state = LedgerState()
            let payment = PaymentIntent.sample(1, at: lead, finishing: .manual, context: ["n": "1"])
            state.note(.intent(payment))
            #expect(told(.sample("T1"), .complete, nil, names: false, &state)?.intent == nil)
            let answer = try #require(told(.sample("T1"), .payment, payment.token, &state), "\(lead) s ahead")
            #expect(answer.intent == payment && state.intents.count == 0)
        }
    }

    @Test("M2: what is owned already answers a payment without taking it, however far the device's clock is behind")
    func owned() {
        for change in [false, true] {
            var state = LedgerState()
            #expect(told(.sample("T1", "lamp", .nonConsumable), .complete, nil, &state) != nil)
            let payment = PaymentIntent.sample(1, "lamp", at: -3 * Self.year)
            state.note(.intent(payment))
            let again = StoreTransaction.sample("T1", "lamp", .nonConsumable, at: 0) {
                if change { ($0.expirationTime, $0.signedTime) = (at(9), at(5)) }
            }
            #expect(told(again, .payment, payment.token, &state)?.intent == nil)
            #expect(state.transactions["T1"]?.intent == nil && state.intents.count == 0)
        }
    }

    @Test("M5: of payments that ended, the one that was asked for first is joined first, though the clock went back")
    func clockGoesBack() {
        var state = LedgerState()
        for (number, seconds) in [(1, 500), (2, 0)] as [(UInt64, Int64)] {
            // Each in a launch of its own, so that the numbers do not tell.
            let token = PaymentToken(launch: 10 - number, number: 1)
            let request = PaymentRequest(productID: "coins", context: ["n": "\(number)"])
            state.note(.intent(PaymentIntent(token: token, request: request, requestTime: at(seconds))))
            state.note(.intentEnded(token, .interrupted))
        }
        var replayed = LedgerState()
        state.write { replayed.apply($0) }
        for var ledger in [state, replayed] {
            #expect(told(.sample("T1"), .complete, nil, names: false, &ledger)?.context == ["n": "1"])
            #expect(told(.sample("T2"), .complete, nil, names: false, &ledger)?.context == ["n": "2"])
        }
    }

    @Test("M2: a change of a transaction that is known joins no payment that ended")
    func knownChange() {
        var state = LedgerState()
        #expect(told(.sample("T1"), .complete, nil, names: false, &state) != nil)
        state.note(.intent(.sample(1)))
        state.note(.intentEnded(PaymentToken(launch: 1, number: 1), .cancelled))
        let changed = told(StoreTransaction.sample("T1").revoked(at: 5), .complete, nil, names: false, &state)
        #expect(changed != nil && changed?.intent == nil && state.intents.count == 1)
    }

    @Test("M3: news without an account takes no payment that ended, when payments of two users fit")
    func twoUsers() {
        var state = LedgerState()
        let (ended, underWay) = (intent(1, of: ada), intent(2, of: bob))
        for payment in [ended, underWay] { state.note(.intent(payment)) }
        state.note(.intentEnded(ended.token, .cancelled))
        #expect(told(.sample("T1"), .complete, nil, names: false, &state)?.intent == nil)
        // The answer to the one under way comes behind it, and finds its payment.
        #expect(told(.sample("T1"), .payment, underWay.token, names: false, &state)?.intent == underWay)
        #expect(state.intents[ended.token]?.ending == .cancelled)
        let named = StoreTransaction.sample("T2") { $0.appAccountToken = ada }
        #expect(told(named, .complete, nil, names: false, &state)?.intent == ended)
    }

    @Test("M5: a payment that failed and then became pending is not forgotten by later endings")
    func pendingAfterFailure() {
        var state = LedgerState(endedIntentLimit: 2)
        for number in 1...9 as ClosedRange<UInt64> {
            let payment = PaymentIntent.sample(number)
            state.note(.intent(payment))
            state.note(.intentEnded(payment.token, .failed))
            if number == 1 { state.note(.intentEnded(payment.token, .pending)) }
        }
        #expect(Set(state.intents.keys.map(\.number)) == [1, 8, 9])
    }
}
