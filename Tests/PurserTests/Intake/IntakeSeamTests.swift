import Foundation
import Testing

@testable import Purser

/// What the schedules with users found at the seams: of environments, of delays, of full disks and of identifiers.
@Suite("Intake: users, where reports overtake and disks fill up")
struct IntakeSeamTests: IntakeUsers {
    @Test("U5: what moves while its holder is away is revoked there, also where two environments share its identifier")
    func environments() {
        var desk = desk()
        desk.report(lamp(ada) { $0.environment = .xcode }.reported(.other(nil)))
        desk.switchTo(bob)
        desk.report(lamp(bob, signed: 3) { $0.environment = .sandbox }.reported(.other(nil)))
        desk.switchTo(ada)
        desk.report(lamp(ada, signed: 5) { $0.environment = .sandbox }.reported(.other(nil)))
        desk.switchTo(bob)
        #expect(desk.owned == [])
        desk.switchTo(ada)
        #expect(desk.owned == ["7", "7"])
        // Only the one of the sandbox moves back.
        desk.report(lamp(bob, signed: 9) { $0.environment = .sandbox }.reported(.other(nil)))
        #expect(desk.owned == ["7"] && desk.ledger.entitlements.owning("lamp") != nil)
    }

    @Test("U5: an answer that was signed before the store named another user gives that user's purchase to nobody else")
    func overtaken() {
        for names in [true, false] {
            var desk = desk(names: names)
            desk.submit(intent(1, ada, "lamp"))
            #expect(desk.report(lamp(bob, signed: 5).reported(.other(nil))).updates.isEmpty)
            let answer = lamp(ada, signed: 1).reported(.payment(names ? PaymentToken(launch: 1, number: 1) : nil))
            let outcome = desk.report(answer)
            #expect(outcome.updates.isEmpty && outcome.foreign.map(\.token.number) == [1], "\(names)")
            #expect(desk.switchTo(bob).count == 1)
            #expect(desk.report(lamp(bob, signed: 5).reported(.other(nil))).updates.isEmpty)
        }
    }

    @Test(
        "M7: an answer that was signed before ends its payment, also where another user's has been found for the purchase"
    )
    func overtakenByPending() {
        var desk = desk(.reject, names: false)
        desk.submit(intent(1, ada, "lamp"))
        desk.end(1, .pending, "lamp")
        desk.switchTo(bob)
        desk.submit(intent(1, bob, "lamp"))
        #expect(desk.report(lamp(ada, signed: 5).reported(.other(nil))).updates.isEmpty)
        let outcome = desk.report(lamp(bob, signed: 1).reported(.payment(nil)))
        #expect(outcome.updates.isEmpty && outcome.foreign.map(\.token) == [PaymentToken(launch: 2, number: 1)])
    }

    @Test(
        "M3, M7: what a restore lists takes no payment beside one that is under way, whose call its answer ends"
    )
    func overtakenByRestore() {
        var desk = desk(names: false)
        desk.submit(intent(1, ada, "lamp"))
        desk.end(1, .pending, "lamp")
        desk.submit(intent(2, ada, "lamp"))
        #expect(desk.report(lamp(ada).reported(.restore(RestoreID(rawValue: 1)))).payments == [nil])
        #expect(desk.report(lamp(ada).reported(.payment(nil))).answered == [2])
        #expect(desk.intake.book.payments[PaymentToken(launch: 1, number: 1)]?.state == .replaced)
        // Told once more, it ends nobody else's call.
        desk.submit(intent(3, ada, "lamp"))
        #expect(desk.report(lamp(ada).reported(.payment(nil))).answered.isEmpty)
    }

    @Test(
        "M7: an answer that names its user ends that user's call, also where a restore has guessed another user",
        arguments: AccountMovePolicy.allCases)
    func guessedByRestore(policy: AccountMovePolicy) {
        var desk = desk(policy, names: false)
        desk.submit(intent(1, ada, "lamp"))
        desk.end(1, .pending, "lamp")
        desk.switchTo(bob)
        desk.submit(intent(1, bob, "lamp"))
        desk.report(lamp(nil).reported(.restore(RestoreID(rawValue: 1))))
        desk.report(lamp(bob, signed: 5).reported(.payment(nil)))
        #expect(desk.intake.book.payments.all.allSatisfy { !$0.state.isAwaited }, "\(policy)")
    }

    @Test("M7: a refund by another identifier that overtakes its purchase waits while that may be an answer")
    func overtakenByRefund() {
        var desk = desk(.reject, names: false)
        desk.report(lamp(ada) { $0.environment = .xcode }.reported(.other(nil)))
        desk.submit(intent(1, ada, "lamp"))
        let purchase = lamp(ada, signed: 3) {
            ($0.environment, $0.purchaseTime, $0.originalPurchaseTime) = (.sandbox, at(3), at(3))
        }
        let refund = purchase.with { ($0.id, $0.revocationTime, $0.signedTime) = ("7-2", at(4), at(4)) }
        #expect(desk.report(refund.reported(.other(nil))).waiting.count == 1)
        #expect(desk.report(purchase.reported(.payment(nil))).answered == [1])
        #expect(desk.report(refund.reported(.other(nil))).updates.map(\.kind) == [.revoked])
        #expect(desk.owned == ["7"])
    }

    @Test("M7: whoever was answered while the disk was full waits for nothing, and a later ending is another payment's")
    func fullDisk() {
        var desk = desk(names: false)
        desk.submit(intent(1, ada, "lamp"))
        let other = lamp(ada, id: "8") { $0.originalID = "8" }
        desk.lose([[lamp(bob), other].map { $0.reported(.payment(nil)) }])
        #expect(desk.intake.book.payments.all.map(\.state) == [.unknown])
        desk.submit(intent(2, ada, "lamp"))
        let ending = PaymentEnding(token: nil, productID: "lamp", result: .cancelled)
        #expect(desk.report(.paymentEnded(ending)).ended == [2])
    }

    @Test(
        "U5: a payment that a launch made after a purchase was on record has not asked for it, whatever the store answers",
        arguments: AccountMovePolicy.allCases)
    func answeredWithOlder(policy: AccountMovePolicy) {
        var desk = desk(policy)
        desk.report(lamp(nil).reported(.elsewhere))
        desk.switchTo(bob)
        desk.relaunch()
        desk.submit(intent(1, bob, "lamp"))
        desk.end(1, .pending)
        #expect(desk.report(lamp(nil).reported(.other(PaymentToken(launch: 2, number: 1)))).updates.isEmpty)
        desk.switchTo(ada)
        #expect(desk.owned == ["7"])
    }

    @Test("M2: what was bought before the store signed something that was known at a request is not that payment's")
    func olderThanTheRequest() throws {
        for (bought, isIts) in [(0, false), (899, false), (901, true)] {
            var desk = desk(names: false)
            let payment = intent(1, ada, "lamp", trusted: at(1_200))
            desk.submit(payment)
            desk.relaunch()
            let reported = lamp(ada) { ($0.purchaseTime, $0.signedTime) = (at(Int64(bought)), at(2_000)) }
            #expect(desk.report(reported.reported(.other(nil))).payments == [isIts ? 1 : nil])
            guard case .intent(let read) = try LedgerRecord(bytes: LedgerRecord.intent(payment).bytes) else {
                return #expect(Bool(false))
            }
            #expect(read.trustedTime == at(1_200))
        }
    }

    @Test("M1: nothing joins a payment whose end was stored by a write that seemed to fail")
    func unrecorded() {
        var desk = desk(names: false)
        desk.submit(intent(1, ada), intent(2, ada, "lamp"))
        desk.relaunch()
        var read = desk.recorded
        read.apply(.intentEnded(PaymentToken(launch: 1, number: 2), .withdrawn), of: nil)
        desk.submit(intent(3, ada, "lamp"))
        desk.intake.book.adopt(read.ordered)
        #expect(desk.intake.book.payments.ordered.map(\.token.number) == [1, 3])
        desk.withdraw(PaymentToken(launch: 1, number: 3))
        #expect(desk.report(lamp(ada).reported(.other(nil))).payments == [nil])
    }

    @Test("D3: whose payment is answered with another user's identifier for another purchase hears that it conflicts")
    func conflictAcrossUsers() throws {
        var desk = desk()
        desk.report(lamp(ada).reported(.other(nil)))
        desk.switchTo(bob)
        desk.submit(intent(1, bob, "coins"))
        let coins = StoreTransaction.sample("7") { ($0.appAccountToken, $0.purchaseTime) = (bob, at(50)) }
        let outcome = desk.report(coins.reported(.payment(PaymentToken(launch: 2, number: 1))))
        #expect(outcome.foreign.map(\.failure.transactionID) == ["7"])
        #expect(outcome.reports.map(\.reason) == [.otherPurchase])
        let answers = outcome.answers
        guard case .failed(let failure) = try #require(answers.first).answer else { return #expect(Bool(false)) }
        #expect(failure.code == .conflictingTransaction && failure.message.contains("is paid for"))
    }

    // MARK: Another identifier

    /// The first period of a subscription, 7, or the second one.
    private func period(_ id: String, of user: UUID?, named name: String? = nil, revoked: Int64? = nil) -> BackendEvent
    {
        StoreTransaction.sample(name ?? id, "club", .autoRenewable) {
            ($0.appAccountToken, $0.originalID, $0.originalPurchaseTime) = (user, "7", at(0))
            ($0.purchaseTime, $0.expirationTime) = (at(id == "7" ? 0 : 50), at(id == "7" ? 50 : 100))
            ($0.webOrderLineItemID, $0.signedTime) = ("W\(id)", at(revoked ?? 55))
            $0.revocationTime = revoked.map { at($0) }
        }.reported(.other(nil))
    }

    @Test(
        "U5: a refund by another identifier is the holder's, whoever is present", arguments: AccountMovePolicy.allCases)
    func renamedRefund(policy: AccountMovePolicy) {
        for present in [ada, bob] {
            var desk = desk(policy)
            desk.report(lamp(ada).reported(.other(nil)))
            desk.switchTo(present)
            let refund = lamp(nil, id: "79", signed: 8) { $0.revocationTime = at(7) }
            #expect(desk.report(refund.reported(.other(nil))).updates.count == (present == ada ? 1 : 0))
            desk.switchTo(ada)
            #expect(desk.owned == [] && desk.ledger.transactions["7"]?.progress.isRevokedOrUpgraded == true)
            #expect(desk.ledger.transactions["79"] == nil)
            desk.switchTo(bob)
            #expect(desk.ledger.transactions.all.isEmpty)
        }
    }

    @Test("U5, F10: a later period's refund by another identifier is the holder's, also if it names another user")
    func renamedRefundOfPeriod() {
        for present in [ada, bob] {
            var desk = desk(.reject)
            for id in ["7", "8"] { desk.report(period(id, of: ada)) }
            desk.switchTo(present)
            desk.report(period("8", of: bob, named: "8-2", revoked: 60))
            desk.switchTo(ada)
            #expect(desk.ledger.transactions["8"]?.progress.isRevokedOrUpgraded == true, "\(present == ada)")
            desk.switchTo(bob)
            #expect(desk.ledger.transactions.all.isEmpty, "\(present == ada)")
        }
    }

    @Test(
        "U5, F10: a purchase and its refund by another identifier are one user's, also if one batch has both",
        arguments: AccountMovePolicy.allCases, ["7", "8"])
    func renamedRefundInBatch(policy: AccountMovePolicy, id: String) {
        for (own, other) in [(nil, bob), (ada, bob), (bob, nil), (bob, ada)] {
            let (purchase, refund) = (period(id, of: own), period(id, of: other, named: "9", revoked: 60))
            // The name of a later period cannot be known from its refund.
            for events in [[purchase, refund]] + (id == "7" ? [[refund, purchase], [refund, purchase, refund]] : []) {
                #expect(holdings(after: events, in: desk(policy)).allSatisfy { $0.hasSuffix("false") }, "refunded")
            }
        }
    }

    @Test("D3: a refund whose original identifier another purchase has is nobody's, also if one batch has both")
    func refundBesideNamesake() {
        let (purchase, refund) = (period("7", of: ada), period("7", of: bob, named: "9", revoked: 60))
        for owner in [nil, ada, bob] {
            let namesake = StoreTransaction.sample("7") { $0.appAccountToken = owner }.reported(.other(nil))
            var known = desk(.move)
            known.report(namesake)
            for events in [[refund, refund], [purchase, refund]] {
                let left = holdings(after: events, in: known)
                #expect(left.count == 1 && left.allSatisfy { $0.hasSuffix("true") })
            }
            for events in [[namesake, refund, purchase], [refund, namesake, purchase]] {
                #expect(holdings(after: events, in: desk(.move)).count == 1)
            }
        }
    }

    /// Who has what after one batch; separate reports come to the same.
    private func holdings(after events: [BackendEvent], in desk: IntakeDesk) -> Set<String> {
        var (joint, single) = (desk, desk)
        joint.report([events])
        for event in events { single.report(event) }
        #expect(joint.holdings == single.holdings)
        return joint.holdings
    }

    @Test("U5: what moves by a refund of another identifier keeps its own, and is owned when it is given back")
    func renamedMove() {
        var desk = desk()
        desk.report(lamp(ada).reported(.other(nil)))
        desk.switchTo(bob)
        desk.report(lamp(bob, id: "79", signed: 8) { $0.revocationTime = at(7) }.reported(.other(nil)))
        desk.report(lamp(bob, signed: 9).reported(.other(nil)))
        #expect(desk.owned == ["7"] && desk.ledger.entitlements.owning("lamp")?.id == "7")
    }

    @Test("D3: a refund under another identifier, of a purchase whose own another user's purchase has, is nobody's")
    func refundOfRejected() {
        var desk = desk(.reject, names: false)
        desk.report(StoreTransaction.sample("7", "coins").reported(.other(nil)))
        let refund = lamp(bob, id: "7-2", signed: 5) {
            ($0.originalPurchaseTime, $0.revocationTime, $0.revocationThousandths) = ($0.purchaseTime, at(5), 500)
        }
        for user in [bob, ada, bob] {
            desk.switchTo(user)
            #expect(desk.report(refund.reported(.other(nil))).updates.isEmpty)
        }
        #expect(desk.owned == [])
        desk.switchTo(ada)
        #expect(desk.owned == ["7"])
    }

    @Test("F2: the identifier by which a refund was reported is finished once the app has taken the purchase back")
    func finishes() {
        var ledger = LedgerState(deliverySteps: DeliverySteps())
        _ = ledger.take(lamp(nil), needsFinish: false)
        let incoming = IncomingTransaction(
            lamp(nil, id: "79", signed: 8) { $0.revocationTime = at(7) }, phase: .complete, needsFinish: true)
        var first = Turn()
        first.prepare(incoming, &ledger, now: at(0))
        #expect(first.stepsDue(hash: ledger.hash).finishes.isEmpty, "the app has not taken it back yet")
        ledger.note(.step("7", .revoked, in: first.recorded[0].answer.stored.update))
        var second = Turn()
        second.prepare(incoming, &ledger, now: at(0))
        #expect(second.stepsDue(hash: ledger.hash).finishes.requests.map(\.transactionID) == ["79"])
    }
}
