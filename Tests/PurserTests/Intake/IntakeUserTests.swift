import Foundation
import Testing

@testable import Purser

@Suite("Intake: whose a transaction is")
struct IntakeUserTests: IntakeUsers {
    @Test("U3: what names nobody is the user's who was present when it came first, also after a relaunch")
    func firstComes() {
        var desk = desk()
        desk.report(lamp(nil).reported(.other(nil)))
        desk.switchTo(bob)
        desk.relaunch()
        #expect(desk.report(lamp(nil).reported(.other(nil))).updates.isEmpty)
        #expect(desk.owned == [])
        desk.switchTo(ada)
        #expect(desk.owned == ["7"])
    }

    @Test(
        "U3: an approval without token after a switch is the user's who asked, with the context, whatever answers name",
        arguments: [true, false])
    func askToBuy(names: Bool) {
        for relaunches in [false, true] {
            var desk = desk(names: names)
            desk.submit(intent(1, ada))
            desk.end(1, .pending)
            desk.switchTo(bob)
            if relaunches { desk.relaunch() }
            #expect(desk.report(StoreTransaction.sample("T1").reported(.other(nil))).updates.isEmpty)
            #expect(desk.switchTo(ada).map(\.context) == [["n": "1"]], "\(String(describing: names)), \(relaunches)")
            #expect(desk.report(StoreTransaction.sample("T1").reported(.other(nil))).updates.isEmpty)
        }
    }

    @Test("M4: what a named user bought elsewhere is not taken for an interrupted payment, whoever is present")
    func elsewhereNamed() {
        for present in [ada, bob] {
            var desk = desk(names: true)
            desk.submit(intent(1, ada, "lamp"))
            desk.end(1, .unknown, "lamp")
            desk.switchTo(present)
            desk.report(lamp(ada).reported(.elsewhere))
            desk.switchTo(ada)
            #expect(desk.owned == ["7"] && desk.ledger.transactions["7"]?.intent == nil, "\(present == ada)")
        }
    }

    @Test("U3: two pending payments of an absent user are both protected, not only the first of a launch")
    func twoPending() {
        var desk = desk()
        desk.submit(intent(1, ada), intent(2, ada))
        desk.end(1, .pending)
        desk.end(2, .pending)
        desk.switchTo(bob)
        for id in ["T1", "T2"] {
            #expect(desk.report(StoreTransaction.sample(id).reported(.other(nil))).updates.isEmpty)
        }
        #expect(desk.report(StoreTransaction.sample("T3").reported(.other(nil))).updates.count == 1)
    }

    @Test("M3, L4: an approval joins its payment though its user has bought the same anew, also after a relaunch")
    func boughtAnew() {
        for (present, relaunches) in [(ada, false), (ada, true), (bob, false), (bob, true)] {
            var desk = desk()
            desk.submit(intent(1, ada))
            desk.end(1, .pending)
            desk.submit(intent(2, ada))
            let answer = StoreTransaction.sample("T2").reported(.payment(PaymentToken(launch: 1, number: 2)))
            #expect(desk.report(answer).updates.count == 1)
            desk.switchTo(present)
            if relaunches { desk.relaunch() }
            let updates = desk.report(StoreTransaction.sample("T1").reported(.other(nil))).updates
            let own = present == ada ? updates : desk.switchTo(ada)
            #expect(own.map(\.context) == [["n": "1"]], "\(present == ada), \(relaunches)")
        }
    }

    @Test("U3: the token of another folder belongs to nobody until the present user restores")
    func otherFolder() {
        var desk = desk()
        let foreign = StoreTransaction.sample("T1").reported(.other(PaymentToken(launch: 77, number: 1)))
        let first = desk.report(foreign)
        #expect(first.updates.isEmpty && first.reports.map(\.reason) == [.namesAnotherUser])
        desk.session.activeRestore = RestoreID(rawValue: 1)
        let restored = BackendTransaction(
            .sample("T1"), origin: .restore(RestoreID(rawValue: 1)),
            restoredToken: PaymentToken(launch: 77, number: 1))
        #expect(desk.report(.transaction(restored)).updates.count == 1)
    }

    @Test("U3: a transaction of another account than the payer's answers the caller that it is not theirs")
    func otherAccount() {
        var desk = desk()
        desk.submit(intent(1, ada, "lamp"))
        let outcome = desk.report(lamp(bob).reported(.payment(PaymentToken(launch: 1, number: 1))))
        #expect(outcome.updates.isEmpty && outcome.foreign.map(\.token.number) == [1])
    }

    @Test("U3: a renewal without an account is the user's who has the latest period, under either identifier (M6)")
    func renewals() {
        func period(_ number: Int64, original: String, previous: String? = nil) -> StoreTransaction {
            .sample("P\(number)", "club", .autoRenewable, at: number) {
                $0.originalID = original
                $0.previousOriginalTransactionID = previous
                $0.reason = number == 0 ? .purchase : .renewal
            }
        }
        var desk = desk()
        desk.report(period(0, original: "P0").reported(.other(nil)))
        desk.switchTo(bob)
        #expect(desk.report(period(1, original: "P0").reported(.other(nil))).updates.isEmpty)
        #expect(desk.report(period(2, original: "X", previous: "P0").reported(.other(nil))).updates.isEmpty)
        #expect(desk.switchTo(ada).map(\.transaction.id) == ["P1", "P2"])
        #expect(desk.report(period(1, original: "P0").reported(.other(nil))).updates.isEmpty)
    }

    // MARK: Another user is named (U5)

    @Test("U5: moved, it is revoked from one user and granted to the other, whoever of them is present")
    func move() {
        for present in [ada, bob] {
            var desk = desk(.move)
            desk.report(lamp(ada).reported(.other(nil)))
            desk.switchTo(present)
            desk.report(lamp(bob, signed: 5).reported(.other(nil)))
            desk.switchTo(ada)
            #expect(desk.owned == [], "\(present == ada)")
            desk.switchTo(bob)
            #expect(desk.owned == ["7"], "\(present == ada)")
            // And back again.
            desk.report(lamp(ada, signed: 9).reported(.other(nil)))
            #expect(desk.owned == [])
            desk.switchTo(ada)
            #expect(desk.owned == ["7"])
        }
    }

    @Test(
        "U5: kept or refused, it stays where it is, whoever is present", arguments: [AccountMovePolicy.keep, .reject])
    func stays(policy: AccountMovePolicy) {
        for present in [ada, bob] {
            var desk = desk(policy)
            desk.report(lamp(ada).reported(.other(nil)))
            desk.switchTo(present)
            let outcome = desk.report(lamp(bob, signed: 5).reported(.other(nil)))
            #expect(outcome.reports.map(\.reason) == (policy == .reject ? [.namesAnotherUser] : []))
            desk.switchTo(bob)
            #expect(desk.owned == [])
            desk.switchTo(ada)
            #expect(desk.owned == ["7"])
            let token = desk.ledger.transactions["7"]?.transaction.appAccountToken
            #expect(token == (policy == .keep ? bob : ada))
        }
    }

    @Test(
        "U5: a consumable stays counted where it was granted, under every policy", arguments: AccountMovePolicy.allCases
    )
    func consumable(policy: AccountMovePolicy) {
        func coins(_ user: UUID, signed: Int64) -> StoreTransaction {
            .sample("C") { ($0.appAccountToken, $0.signedTime) = (user, at(signed)) }
        }
        var desk = desk(policy)
        desk.report(coins(ada, signed: 0).reported(.other(nil)))
        desk.switchTo(bob)
        #expect(desk.report(coins(bob, signed: 5).reported(.other(nil))).updates.isEmpty)
        #expect(desk.owned == [])
        desk.switchTo(ada)
        #expect(desk.owned == ["C"] && desk.ledger.balances == ["coins": 1])
    }

    @Test(
        "U5: a refund that is reported while its holder is away is recorded for the holder, and for nobody else",
        arguments: AccountMovePolicy.allCases)
    func refundMeanwhile(policy: AccountMovePolicy) {
        for named in [ada, bob, nil] as [UUID?] {
            var desk = desk(policy)
            desk.report(lamp(named == nil ? nil : ada).reported(.other(nil)))
            if named == bob { desk.report(lamp(bob, signed: 3).reported(.other(nil))) }
            let holder = named == bob && policy == .move ? bob : ada
            desk.switchTo(holder)
            #expect(desk.owned == ["7"])
            desk.switchTo(holder == ada ? bob : ada)
            let refund = lamp(named, signed: 8) { $0.revocationTime = at(7) }
            #expect(desk.report(refund.reported(.other(nil))).updates.isEmpty)
            desk.relaunch()
            desk.switchTo(holder)
            #expect(desk.owned == [] && desk.ledger.transactions["7"]?.progress.state != .done)
            #expect(desk.ledger.outstanding.map(\.progress.state) == [.awaitsFinish], "nobody finished it before")
        }
    }

    @Test(
        "U5: a payment that is named later and is another user's moves a purchase by the policy, with its latest version",
        arguments: AccountMovePolicy.allCases, [10, 30] as [Int64])
    func payerNamedLater(policy: AccountMovePolicy, signed: Int64) {
        var desk = desk(policy)
        desk.submit(intent(1, ada, "lamp"))
        desk.end(1, .cancelled, "lamp")
        desk.switchTo(bob)
        desk.report(lamp(nil, signed: 20).reported(.other(nil)))
        #expect(desk.owned == ["7"], "it seems Bob's")
        desk.report(lamp(nil, signed: signed).reported(.other(PaymentToken(launch: 1, number: 1))))
        let moves = policy == .move && signed == 30
        #expect(desk.owned == (moves ? [] : ["7"]))
        desk.switchTo(ada)
        #expect(desk.owned == (moves ? ["7"] : []))
    }

    @Test(
        "U3: ownership is per transaction: what the store moves of a subscription leaves its other periods where they are"
    )
    func periods() {
        func period(_ number: Int64, _ user: UUID, signed: Int64) -> BackendEvent {
            StoreTransaction.sample("P\(number)", "club", .autoRenewable, at: number * 100) {
                ($0.originalID, $0.appAccountToken, $0.signedTime) = ("P0", user, at(signed))
                $0.expirationTime = at(number * 100 + 100)
                $0.reason = number == 0 ? .purchase : .renewal
            }.reported(.other(nil))
        }
        var desk = desk(.move)
        desk.report(period(0, ada, signed: 0))
        desk.switchTo(bob)
        desk.report(period(1, bob, signed: 100))
        desk.report(period(1, ada, signed: 150))
        #expect(desk.owned == [])
        #expect(desk.report(period(0, ada, signed: 0)).updates.isEmpty, "it always was Ada's")
        desk.switchTo(ada)
        #expect(desk.owned == ["P0", "P1"])
    }

    @Test("D1, U2: what had moved to a user who was forgotten is the present user's when it is reported again")
    func movedToForgotten() {
        for present in [ada, bob] {
            var desk = desk()
            desk.submit(intent(1, ada))
            desk.end(1, .pending)
            desk.switchTo(bob)
            desk.report(lamp(nil).reported(.elsewhere))
            desk.report(lamp(ada, signed: 5).reported(.other(PaymentToken(launch: 1, number: 1))))
            #expect(desk.owned.isEmpty, "it is Ada's")
            desk.forget(ada)
            desk.switchTo(present)
            desk.report(lamp(nil, signed: 5).reported(.restore(RestoreID(rawValue: 1))))
            #expect(desk.owned == ["7"])
        }
    }

    @Test("U3, U5: of several versions in one batch the latest decides who has a purchase")
    func versionsInBatch() {
        for (recorded, versions, holder) in [
            (30, [(bob, 20), (bob, 30)], bob), (10, [(ada, 30), (nil, 20), (bob, 25)], ada),
        ] as [(Int64, [(UUID?, Int64)], UUID)] {
            var desk = desk(.move)
            desk.report(lamp(ada, signed: recorded).reported(.other(nil)))
            desk.report([versions.map { lamp($0.0, signed: $0.1).reported(.other(nil)) }])
            for user in [ada, bob] {
                desk.switchTo(user)
                #expect(desk.owned == (user == holder ? ["7"] : []))
            }
        }
    }

    @Test("U5: a description that is older than the known one moves nothing", arguments: AccountMovePolicy.allCases)
    func older(policy: AccountMovePolicy) {
        var desk = desk(policy)
        desk.report(lamp(ada, signed: 9).reported(.other(nil)))
        #expect(desk.report(lamp(bob, signed: 5).reported(.other(nil))).reports.isEmpty)
        desk.switchTo(bob)
        #expect(desk.report(lamp(bob, signed: 5).reported(.other(nil))).updates.isEmpty)
        desk.switchTo(ada)
        #expect(desk.owned == ["7"])
    }

    @Test("D3: environments do not share identifiers: a sandbox transaction is not the holder's of a production one")
    func environments() {
        var desk = desk()
        desk.report(lamp(nil) { $0.environment = .production }.reported(.other(nil)))
        desk.switchTo(bob)
        #expect(desk.report(lamp(nil) { $0.environment = .sandbox }.reported(.other(nil))).updates.count == 1)
    }
}
