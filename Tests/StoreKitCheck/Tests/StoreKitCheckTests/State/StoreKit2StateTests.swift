import Foundation
import Purser
import Testing

@testable import StoreKitAdapters

@Suite("What StoreKit 2 tells goes on once")
struct StoreKit2StateTests {
    private let token = PaymentToken(launch: 1, number: 1)

    private var coins: BackendPayment { BackendPayment(token: token, productID: "coins") }
    private var lamp: BackendPayment { BackendPayment(token: token, productID: "lamp") }

    private func reported(
        _ id: String, _ product: String = "coins", signed: Int = 0, revoked: Bool = false, account: UUID? = nil
    ) -> BackendTransaction {
        var fields = StoreTransaction.Fields(
            id: id, productID: product, productType: product == "coins" ? .consumable : .nonConsumable,
            purchaseDate: Date(timeIntervalSince1970: 1_000))
        fields.signedDate = Date(timeIntervalSince1970: 1_000 + Double(signed))
        if revoked { fields.revocationDate = fields.signedDate }
        fields.appAccountToken = account
        return BackendTransaction(StoreTransaction(fields), origin: .other(nil))
    }

    private func listening(_ product: String = "coins") -> StoreKit2State {
        var state = StoreKit2State()
        _ = state.activated()
        #expect(state.submitted(BackendPayment(token: token, productID: product)) == nil)
        return state
    }

    private func origins(_ batches: [[BackendEvent]]) -> [BackendTransaction.Origin] {
        batches.joined().compactMap { $0.transaction?.origin }
    }

    @Test("M1: what the updates tell before the call returns waits for the call, which names its payment")
    func early() {
        var state = listening()
        #expect(state.arrived(reported("1"), waits: true, now: .zero) == nil)
        #expect(origins(state.paid(coins, with: reported("1"), now: .zero)) == [.payment(token)])
        #expect(state.arrived(reported("1"), waits: true, now: .zero) == nil, "the repetition")
        #expect(state.held.isEmpty)
    }

    @Test("M5: of a call that said cancelled, what was kept back follows its end")
    func cancelled() {
        var state = listening()
        _ = state.arrived(reported("1"), waits: true, now: .zero)
        let batches = state.ended(PaymentEnding(token: token, productID: "coins", result: .cancelled))
        #expect(batches.count == 2)
        guard case .paymentEnded? = batches[0].first else { return #expect(Bool(false)) }
        #expect(origins([batches[1]]) == [.other(nil)])
    }

    @Test("C4: a purchase call that never returns keeps nothing back for longer than its limit")
    func hanging() {
        var state = listening()
        _ = state.arrived(reported("1"), waits: true, now: .seconds(5))
        #expect(state.nextRelease == .seconds(15))
        #expect(state.timePassed(.seconds(14)).isEmpty)
        let released = state.timePassed(.seconds(15))
        #expect(origins([released]) == [.other(nil)])
        #expect(
            origins(state.paid(coins, with: reported("1"), now: .zero)) == [.payment(token)],
            "the late answer still names it")
    }

    @Test("D1: a refund passes, also of what was finished; what was finished and is repeated does not")
    func changes() {
        var state = listening()
        _ = state.paid(coins, with: reported("1"), now: .zero)
        state.wasFinished(FinishRequest(recorded: reported("1").transaction))
        #expect(state.repeatedFinish(reported("1", signed: 1).transaction) != nil)
        #expect(state.repeatedFinish(reported("1", signed: 2, revoked: true).transaction) == nil)
        #expect(state.arrived(reported("1", signed: 1), waits: true, now: .zero) == nil)
        #expect(state.arrived(reported("1", signed: 2, revoked: true), waits: true, now: .zero) != nil)
    }

    @Test("F10: what is reinstated is told, also where its refund named it by another identifier")
    func reinstated() {
        var state = listening("lamp")
        let bought = reported("1", "lamp")
        _ = state.paid(lamp, with: bought, now: .zero)
        state.wasFinished(FinishRequest(recorded: bought.transaction))
        var fields = reported("9", "lamp", signed: 1, revoked: true).transaction.fields
        fields.originalID = "1"
        let refund = BackendTransaction(StoreTransaction(fields), origin: .other(nil))
        #expect(state.arrived(refund, waits: true, now: .zero) != nil)
        #expect(state.arrived(reported("1", "lamp", signed: 2), waits: true, now: .zero) != nil)
    }

    @Test("U5: that the store names another user passes, also of what was finished")
    func account() {
        var state = listening()
        let first = UUID()
        _ = state.paid(coins, with: reported("1", account: first), now: .zero)
        state.wasFinished(FinishRequest(recorded: reported("1", account: first).transaction))
        let moved = reported("1", signed: 1, account: UUID())
        #expect(state.repeatedFinish(moved.transaction) == nil)
        #expect(state.arrived(moved, waits: false, now: .zero) != nil)
    }

    @Test("F1: a state that is not on record is not finished")
    func finishing() {
        var state = listening()
        _ = state.paid(coins, with: reported("1"), now: .zero)
        _ = state.arrived(reported("1", signed: 2, revoked: true), waits: true, now: .zero)
        #expect(!state.mayFinish(FinishRequest(recorded: reported("1").transaction)))
        #expect(state.mayFinish(FinishRequest(recorded: reported("1", signed: 2, revoked: true).transaction)))
    }

    @Test(
        "B1: what StoreKit does not list yet is redelivered and restored all the same, and no longer once it is listed")
    func late() {
        var state = listening("lamp")
        _ = state.paid(lamp, with: reported("1", "lamp"), now: .zero)
        #expect(state.redelivered([]).count == 1)
        state.wasFinished(FinishRequest(recorded: reported("1", "lamp").transaction))
        #expect(state.redelivered([]).isEmpty)
        let id = RestoreID(rawValue: 1)
        let restored = state.restored(id, [], now: .zero).compactMap(\.transaction)
        #expect(restored.map(\.origin) == [.restore(id)])
        #expect(restored.first?.restoredToken == token)
        #expect(state.restored(id, [reported("1", "lamp")], now: .zero).count == 1)
        #expect(state.restored(id, [], now: .zero).isEmpty)
    }

    @Test("An answer that nobody heard is told at the next activation, and answers nobody who waits")
    func unreported() {
        var state = listening()
        state.deactivated()
        let batches = state.paid(coins, with: reported("1"), now: .zero)
        state.missed(Array(batches.joined()))
        let reported = state.activated().events
        #expect(origins([reported]) == [.other(token)])
        let again = state.activated().events
        #expect(again.isEmpty)
    }

    @Test("What StoreKit tells while nobody listens is told at the next activation")
    func whileNobodyListens() {
        var state = StoreKit2State()
        let event = state.arrived(reported("1"), waits: true, now: .zero)
        #expect(event == nil)
        let events = state.activated().events
        #expect(origins([events]) == [.other(nil)])
    }

    @Test("The same payment handed in twice is asked for once, and answered again")
    func twice() {
        var state = listening()
        let payment = BackendPayment(token: token, productID: "coins")
        #expect(state.submitted(payment)?.isEmpty == true)
        _ = state.paid(coins, with: reported("1"), now: .zero)
        let answer = state.submitted(payment) ?? []
        #expect(origins([answer]) == [.payment(token)])
    }
}
