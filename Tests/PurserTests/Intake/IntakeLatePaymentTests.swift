import Foundation
import Testing

@testable import Purser

@Suite("Intake: transactions that come late, or without a name")
struct IntakeLatePaymentTests {
    private func token(_ number: UInt64) -> PaymentToken { PaymentToken(launch: 1, number: number) }

    /// A payment that a kill interrupted, and one that is under way; both fit the same transactions.
    private func desk(names: Bool) -> IntakeDesk {
        var desk = IntakeDesk(names: names)
        desk.submit(.sample(1))
        desk.relaunch()
        desk.submit(.sample(2))
        return desk
    }

    @Test(
        "M3: of those that fit, a payment with an unknown outcome comes before a pending one, and that before ended ones"
    )
    func order() {
        var desk = IntakeDesk()
        desk.submit(.sample(1), .sample(2), .sample(3))
        desk.end(1, .pending)
        desk.end(2, .unknown)
        desk.end(3, .cancelled)
        let found = ["T1", "T2", "T3", "T4"].map {
            desk.report(StoreTransaction.sample($0, at: 6).reported(.other(nil))).payments
        }
        #expect(found == [[2], [1], [3], [nil]])
    }

    @Test(
        "C1: an overdue payment with an invalid answer does not take the answer of a later payment",
        arguments: [true, false])
    func invalidAnswers(names: Bool) {
        var desk = IntakeDesk(names: names)
        desk.submit(.sample(1))
        desk.intake.book.overdue(token(1))
        let late = desk.report(StoreTransaction.sample("T1").reported(.payment(nil), verification: .invalid("bad")))
        desk.submit(.sample(2))
        let next = desk.report(StoreTransaction.sample("T2").reported(.payment(nil), verification: .invalid("bad")))
        #expect(late.rejected.map(\.transaction.answers) == [nil])
        #expect(next.rejected.map(\.transaction.answers) == [token(2)])
    }

    @Test("M3, M5: they are found in the order in which they were asked for, also after a relaunch")
    func relaunched() {
        var desk = IntakeDesk()
        desk.submit(.sample(1, at: 500), .sample(2, at: 0))
        desk.relaunch()
        let found = ["T1", "T2", "T3"].map { desk.report(StoreTransaction.sample($0).reported(.other(nil))).payments }
        #expect(found == [[1], [2], [nil]])
    }

    @Test("M3: what may answer a payment under way waits, with every backend", arguments: [true, false])
    func waits(names: Bool) {
        var desk = desk(names: names)
        let reported = StoreTransaction.sample("T1")
        let early = desk.report(reported.reported(.elsewhere))
        #expect(early.updates.isEmpty && early.waiting.map(\.transaction.id) == ["T1"])
        #expect(desk.report(reported.reported(.payment(names ? token(2) : nil))).payments == [2])
        #expect(desk.ledger.transactions["T1"]?.intent?.token == token(2))
        // The other payment is still open for its own.
        #expect(desk.report(StoreTransaction.sample("T2").reported(.other(nil))).payments == [1])
    }

    @Test(
        "O3: what waited is decided about when the payment under way has ended, as it stood when it came",
        arguments: [(0, 2), (1, 1), (2, 1)] as [(Int, UInt64)])
    func decidedLater(_ index: Int, _ expected: UInt64) {
        var desk = desk(names: true)
        let early = desk.report(StoreTransaction.sample("T1").reported(.other(nil)))
        #expect(early.updates.isEmpty)
        desk.end(2, [.unknown, .cancelled, .pending][index])
        let waiting = early.waiting.map { BackendEvent.transaction($0) }
        // Of an unknown outcome either may be meant; the oldest is taken.
        #expect(desk.report([waiting]).payments == [index == 0 ? 1 : expected])
    }

    @Test("M2: what came before a payment ended without a charge is not its own")
    func beforeTheEnd() {
        for result in [.cancelled, .failure, .pending] as [PaymentEnding.Result] {
            var desk = IntakeDesk(names: true)
            desk.submit(.sample(1))
            let early = desk.report(StoreTransaction.sample("T1").reported(.other(nil)))
            desk.end(1, result)
            #expect(desk.report([early.waiting.map { BackendEvent.transaction($0) }]).payments == [nil])
            #expect(desk.report(StoreTransaction.sample("T2").reported(.other(nil))).payments == [1])
        }
    }

    @Test("M3: a restore that overtakes the answer does not wait; the name that comes later brings the payment")
    func restoreOvertakes() {
        var desk = IntakeDesk(names: true)
        desk.submit(.sample(1, "lamp", context: ["n": "1"]))
        desk.session.activeRestore = RestoreID(rawValue: 1)
        let lamp = StoreTransaction.sample("T1", "lamp", .nonConsumable, at: 11)
        #expect(desk.report(lamp.reported(.restore(RestoreID(rawValue: 1)))).payments == [nil])
        let answer = desk.report(lamp.reported(.payment(token(1))))
        #expect(answer.answered == [1] && answer.payments == [1])
        #expect(desk.ledger.transactions["T1"]?.update.context == ["n": "1"])
    }

    @Test("M3: a refund that overtakes the answer to its payment takes no other payment's context")
    func refundOvertakes() throws {
        var desk = IntakeDesk(names: true)
        desk.submit(.sample(1), .sample(2))
        desk.end(1, .pending)
        let refunded = StoreTransaction.sample("T1", at: 6) { ($0.revocationTime, $0.signedTime) = (at(8), at(8)) }
        #expect(desk.report(refunded.reported(.other(nil))).updates.isEmpty)
        let answer = desk.report(StoreTransaction.sample("T1", at: 6).reported(.payment(token(2))))
        #expect(answer.payments == [2])
    }

    @Test("M3: a purchase keeps the payment with which it was first recorded, whatever payment is named later")
    func keepsPayment() {
        var desk = IntakeDesk()
        desk.submit(.sample(1), .sample(2))
        desk.end(1, .pending)
        desk.end(2, .cancelled)
        #expect(desk.report(StoreTransaction.sample("T2", at: 6).reported(.other(nil))).payments == [1])
        #expect(desk.report(StoreTransaction.sample("T2", at: 6).reported(.other(token(2)))).updates.isEmpty)
        #expect(desk.ledger.transactions["T2"]?.intent?.token == token(1))
        #expect(desk.recorded.size == 0, "both payments have ended")
        #expect(desk.report(StoreTransaction.sample("T1", at: 7).reported(.other(token(1)))).payments == [nil])
    }

    /// What is recorded before: nothing, or the purchase without its payment.
    enum Before: CaseIterable { case nothing, restore }

    @Test(
        "M3: a purchase has the payment that it names, also if another report of the same batch does not",
        arguments: Before.allCases, [nil, UUID()])
    func namedOnce(before: Before, user: UUID?) {
        let (purchase, restore) = (StoreTransaction.sample("T1"), RestoreID(rawValue: 7))
        let (named, unnamed) = (purchase.reported(.other(token(1))), purchase.reported(.elsewhere))
        let restored = purchase.reported(.restore(restore))
        var desk = IntakeDesk(names: true, user: user)
        desk.submit(.sample(1, context: ["n": "1"]))
        desk.session.activeRestore = restore
        if before == .restore { desk.report(restored) }
        desk.end(1, .unknown)
        for order in [[named, restored], [restored, named], [named, unnamed], [unnamed, named]] {
            var desk = desk
            desk.report([order])
            #expect(desk.ledger.transactions["T1"]?.update.context == ["n": "1"])
            #expect(desk.recorded[token(1)] == nil, "the payment has ended")
        }
    }

    @Test("M8: a withdrawn payment gives its context to nothing that comes later")
    func withdrawn() {
        var desk = IntakeDesk()
        desk.submit(.sample(1))
        desk.withdraw(token(1))
        desk.relaunch()
        #expect(desk.report(StoreTransaction.sample("T1").reported(.other(nil))).payments == [nil])
    }

    @Test("L2: decisions that could not be recorded are undone, and the next report finds the payment again")
    func undone() {
        for names in [true, false] {
            var desk = IntakeDesk(names: names)
            desk.submit(.sample(1))
            let event = StoreTransaction.sample("T1").reported(.payment(names ? token(1) : nil))
            let lost = desk.lose([[event]])
            #expect(lost.transactions.compactMap(\.answers) == [token(1)])
            let again = desk.report(StoreTransaction.sample("T1").reported(.other(names ? token(1) : nil)))
            #expect(again.payments == [1] && again.answered == [], "its caller was answered")
        }
    }
}
