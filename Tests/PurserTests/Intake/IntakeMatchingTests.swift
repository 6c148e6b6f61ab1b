import Foundation
import Testing

@testable import Purser

@Suite("Intake: which payment a transaction answers, or belongs to")
struct IntakeMatchingTests {
    private func token(_ number: UInt64) -> PaymentToken { PaymentToken(launch: 1, number: number) }

    private func desk(_ intents: [PaymentIntent], names: Bool = false) -> IntakeDesk {
        var desk = IntakeDesk(names: names)
        for intent in intents { desk.submit(intent) }
        return desk
    }

    @Test("M1: a token answers its own payment, in any order, and only once")
    func tokens() {
        var desk = desk([.sample(1), .sample(2)], names: true)
        #expect(desk.report(StoreTransaction.sample("T2").reported(.payment(token(2)))).answered == [2])
        #expect(desk.report(StoreTransaction.sample("T2").reported(.payment(token(2)))).answered == [])
        #expect(
            desk.report(StoreTransaction.sample("T9").reported(.payment(.init(launch: 9, number: 9)))).answered == [])
    }

    @Test("M1: without tokens the first payment for the product is answered first")
    func byProduct() {
        var desk = desk([.sample(1), .sample(2, "gems"), .sample(3)])
        let outcome = desk.report(
            StoreTransaction.sample("T1").reported(.payment(nil)),
            StoreTransaction.sample("T2").reported(.payment(nil)),
            StoreTransaction.sample("T3", "gems").reported(.payment(nil)),
            StoreTransaction.sample("T4", "gems").reported(.payment(nil)))
        #expect(outcome.answered == [1, 3, 2])
        #expect(outcome.updates.map(\.transaction.id) == ["T1", "T2", "T3", "T4"])
    }

    @Test("M1: without tokens a transaction reported twice answers one payment, not two")
    func repetition() {
        var desk = desk([.sample(1), .sample(2)])
        let first = StoreTransaction.sample("T1").reported(.payment(nil))
        #expect(desk.report(first).answered == [1])
        #expect(desk.report(first).answered == [])
        #expect(desk.report(StoreTransaction.sample("T2").reported(.payment(nil))).answered == [2])
    }

    @Test("M3: a purchase on record takes only one of the payments that name it, also when they come together")
    func namedTwice() {
        for isTogether in [true, false] {
            var desk = desk([], names: true)
            desk.report(StoreTransaction.sample("T1").reported(.other(nil)))
            desk.submit(.sample(1), .sample(2))
            desk.relaunch()
            let reports = [1, 2].map { StoreTransaction.sample("T1").reported(.other(token($0))) }
            let outcomes = isTogether ? [desk.report([reports])] : reports.map { desk.report([[$0]]) }
            #expect(outcomes.flatMap(\.payments) == [1])
        }
    }

    @Test("M2: what was reported before a payment was submitted answers it only by name")
    func leftover() {
        var desk = desk([])
        #expect(desk.report(StoreTransaction.sample("T1").reported(.payment(nil))).answered == [])
        desk.submit(.sample(1))
        #expect(desk.report(StoreTransaction.sample("T1").reported(.payment(nil))).answered == [])
        #expect(desk.report(StoreTransaction.sample("T2").reported(.other(nil))).answered == [])
        #expect(desk.report(StoreTransaction.sample("T3").reported(.elsewhere)).answered == [])
        #expect(desk.report(StoreTransaction.sample("T4").reported(.payment(nil))).answered == [1])
    }

    @Test("M2: what could not be verified when it was reported does not look new when it is reported again")
    func judgedLater() {
        var desk = desk([])
        let rejected = desk.report(
            StoreTransaction.sample("T1").reported(.payment(nil), verification: .undetermined("later")))
        #expect(rejected.rejected.count == 1)
        desk.submit(.sample(1))
        #expect(desk.report(StoreTransaction.sample("T1").reported(.payment(nil))).answered == [])
        #expect(desk.report(StoreTransaction.sample("T2").reported(.payment(nil))).answered == [1])
    }

    @Test("M1: no clock of the device decides: one that lies by years is answered all the same", arguments: [-3, 0, 3])
    func wrongClock(years: Int64) {
        var desk = desk([.sample(1, at: years * 365 * 86_400)])
        #expect(desk.report(StoreTransaction.sample("T1", at: 0).reported(.payment(nil))).answered == [1])
    }

    @Test("M2: by the store's own dates an hour-old purchase is no answer, and takes the context of no unknown payment")
    func tooOld() {
        for isUnknown in [false, true] {
            var desk = desk([.sample(1, context: ["n": "1"])])
            if isUnknown { desk.end(1, .unknown) }
            let old = StoreTransaction.sample("T1", at: 0) { $0.signedTime = at(3_600) }
            #expect(desk.report(old.reported(isUnknown ? .other(nil) : .payment(nil))).payments == [nil])
            let new = StoreTransaction.sample("T2", at: 3_590) { $0.signedTime = at(3_600) }
            #expect(desk.report(new.reported(isUnknown ? .other(nil) : .payment(nil))).payments == [1])
        }
    }

    @Test("M1: answers with and without a name mix; one that was answered by name is not answered again")
    func mixed() {
        var desk = desk([.sample(1), .sample(2), .sample(3)])
        #expect(desk.report(StoreTransaction.sample("T1").reported(.payment(nil))).answered == [1])
        #expect(desk.report(StoreTransaction.sample("T2").reported(.payment(token(2)))).answered == [2])
        #expect(desk.report(StoreTransaction.sample("T3").reported(.payment(nil))).answered == [3])
        #expect(desk.report(StoreTransaction.sample("T4").reported(.payment(nil))).answered == [])
    }

    @Test("M1: an answer that names none fits by quantity and account, and never crosses users")
    func traits() {
        let (ada, bob) = (UUID(), UUID())
        func intent(_ number: UInt64, _ quantity: Int, _ user: UUID?) -> PaymentIntent {
            PaymentIntent(
                token: token(number),
                request: PaymentRequest(productID: "coins", quantity: quantity, appAccountToken: user),
                requestTime: at(0))
        }
        var desk = desk([intent(1, 2, ada), intent(2, 1, ada), intent(3, 1, bob), intent(4, 1, nil)])
        func answer(_ id: String, _ quantity: Int, _ user: UUID?) -> [UInt64] {
            let transaction = StoreTransaction.sample(id) {
                ($0.purchasedQuantity, $0.appAccountToken) = (quantity, user)
            }
            return desk.report(transaction.reported(.payment(nil))).answered
        }
        #expect(answer("T1", 1, UUID()) == [])
        #expect(answer("T2", 3, ada) == [])
        #expect(answer("T3", 1, bob) == [3])
        #expect(answer("T4", 1, nil) == [4])
        #expect(answer("T5", 1, ada) == [2])
        #expect(answer("T6", 2, nil) == [1])
        #expect(answer("T7", 1, nil) == [])
    }

    @Test("M1: an answer that names no account answers the oldest payment that fits")
    func noAccount() {
        for count in 1...2 as ClosedRange<UInt64> {
            var desk = desk([])
            for number in 1...count {
                desk.submit(
                    PaymentIntent(
                        token: token(number), request: PaymentRequest(productID: "coins", appAccountToken: UUID()),
                        requestTime: at(0)))
            }
            #expect(desk.report(StoreTransaction.sample("T1").reported(.payment(nil))).answered == [1])
        }
    }

    @Test("M4, M7: an ending that names none fits by quantity and account, as far as they are reported")
    func endingTraits() {
        let user = UUID()
        var desk = desk([])
        for (number, quantity, user) in [(1, 2, nil), (2, 1, nil), (3, 1, user)] as [(UInt64, Int, UUID?)] {
            desk.submit(
                PaymentIntent(
                    token: token(number),
                    request: PaymentRequest(productID: "coins", quantity: quantity, appAccountToken: user),
                    requestTime: at(0)))
        }
        func end(_ id: String?, _ quantity: Int?, _ user: UUID?) -> [UInt64] {
            desk.report(
                .paymentEnded(
                    PaymentEnding(
                        token: nil, productID: "coins", result: .cancelled, failedTransactionID: id,
                        quantity: quantity, appAccountToken: user))
            ).ended
        }
        #expect(end("F1", 1, user) == [3])
        #expect(end("F1", nil, nil) == [], "it was reported before")
        #expect(end("F2", 1, nil) == [2])
        #expect(end(nil, 3, nil) == [])
        #expect(end(nil, nil, nil) == [1])
    }

    @Test("M7: an ending of an earlier launch ends none of the payments that wait")
    func leftoverEnding() {
        var desk = desk([.sample(1)])
        let old = PaymentEnding(
            token: nil, productID: "coins", result: .cancelled, failedTransactionID: "F1", isLeftover: true)
        #expect(desk.report(.paymentEnded(old)).ended == [])
        let new = PaymentEnding(token: nil, productID: "coins", result: .cancelled, failedTransactionID: "F2")
        #expect(desk.report(.paymentEnded(new)).ended == [1])
    }

    @Test("M5: a transaction that comes with the end of its payment counts more than the end")
    func endAndTransaction() {
        for isFirst in [true, false] {
            var desk = desk([.sample(1)], names: true)
            let ending = BackendEvent.paymentEnded(
                PaymentEnding(token: token(1), productID: "coins", result: .cancelled))
            let reported = StoreTransaction.sample("T1").reported(.payment(token(1)))
            let outcome = desk.report([isFirst ? [ending, reported] : [reported, ending]])
            #expect(outcome.answered == [1] && outcome.ended == [] && outcome.payments == [1], "\(isFirst)")
        }
    }

    @Test("M2: what is owned already answers a payment without taking it", arguments: [false, true])
    func owned(change: Bool) {
        var desk = IntakeDesk(names: true)
        desk.report(StoreTransaction.sample("T1", "lamp", .nonConsumable).reported(.other(nil)))
        desk.submit(.sample(1, "lamp", context: ["n": "1"]))
        let again = StoreTransaction.sample("T1", "lamp", .nonConsumable) {
            if change { ($0.expirationTime, $0.signedTime) = (at(9), at(5)) }
        }
        let outcome = desk.report(again.reported(.payment(token(1))))
        #expect(outcome.answered == [1] && outcome.payments == (change ? [nil] : []))
        #expect(desk.recorded.size == 0 && desk.intake.book.payments.size == 0)
    }

    @Test("D3: another purchase under a known identifier is rejected, and its payer is told")
    func otherPurchase() {
        var desk = IntakeDesk(names: true)
        desk.report(StoreTransaction.sample("T1").reported(.other(nil)))
        desk.submit(.sample(1, "gems"))
        let outcome = desk.report(StoreTransaction.sample("T1", "gems").reported(.payment(token(1))))
        #expect(outcome.answered == [1] && outcome.updates.isEmpty && desk.recorded.size == 0)
    }
}
