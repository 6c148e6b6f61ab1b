import Foundation
import PurserTesting
import Testing

@testable import Purser

/// Batches that are decided before the first of them is recorded.
@Suite("Intake: what is decided together")
struct IntakeBatchTests: IntakeUsers {
    /// A report about a subscription's first period, 7, a later one, or a purchase that was given an identifier again.
    private func event(_ generator: inout SeededGenerator) -> BackendEvent {
        let period = generator.pick([7, 7, 8, 9] as [Int64])
        let (isAgain, isRevoked) = (period == 7 && generator.index(below: 5) == 0, generator.index(below: 5) < 2)
        // The name of a later period cannot be known from its refund.
        let isRenamed = isRevoked && period == 7 && generator.index(below: 2) == 0
        let id = isRenamed ? "\(period)-\(generator.pick([2, 3]))" : "\(period)"
        let (user, signed) = (generator.pick([nil, ada, bob]), Int64(generator.index(below: 1_000)))
        let (product, type) = isAgain ? ("coins", StoreProduct.ProductType.consumable) : ("club", .autoRenewable)
        let transaction = StoreTransaction.sample(id, product, type) {
            ($0.appAccountToken, $0.signedTime, $0.originalID) = (user, at(signed), isAgain ? "\(period)" : "7")
            ($0.purchaseTime, $0.originalPurchaseTime) = (at(period), at(isAgain ? period : 7))
            if isRevoked { $0.revocationTime = at(signed) }
            if !isAgain { ($0.expirationTime, $0.webOrderLineItemID) = (at(period + 1), "W\(period)") }
            $0.reason = isAgain || period == 7 ? .purchase : .renewal
        }
        // No payment is answered with a refund.
        let token = isRenamed ? nil : PaymentToken(launch: generator.pick([1, 2]), number: 1)
        return transaction.reported(generator.pick([.other(nil), .other(nil), .elsewhere, .other(token)]))
    }

    @Test("U3, U5, F10, D3, M3: batches that are decided together come to the same as one after the other")
    func together() async throws {
        try await Seeds.forEach(count: 2_000) { seed in
            var generator = SeededGenerator(seed: seed, purpose: "batches")
            var desk = desk(generator.pick(AccountMovePolicy.allCases), names: generator.pick([true, false]))
            for user in [bob, ada] {
                desk.switchTo(user)
                for _ in 0..<generator.pick([0, 1, 2]) { desk.report(event(&generator)) }
                if generator.index(below: 3) == 0 { desk.submit(intent(1, user, generator.pick(["club", "coins"]))) }
            }
            if generator.index(below: 2) == 0 { desk.relaunch() }
            let events = (0..<generator.pick([2, 3, 4])).map { _ in event(&generator) }
            var (joint, single) = (desk, desk)
            joint.report(events.map { [$0] })
            for event in events { single.report(event) }
            let told = events.compactMap(\.transaction).map { "\($0.transaction) \($0.origin)" }
            try #require(joint.contents == single.contents, "\(desk.contents), then \(told)")
        }
    }

    @Test("U3, E2: a status is the present user's whose transaction comes with it from an absent one")
    func statusOfMoved() {
        let status = BackendEvent.subscriptionStatus(StoreSubscriptionStatus(state: .expired, transactionID: "7"))
        func club(_ user: UUID, signed: Int64) -> BackendEvent {
            StoreTransaction.sample("7", "club", .autoRenewable) {
                ($0.appAccountToken, $0.signedTime, $0.expirationTime) = (user, at(signed), at(50))
            }.reported(.other(nil))
        }
        var desk = desk(.move)
        desk.report(club(bob, signed: 0), status)
        #expect(desk.report(status).updates.isEmpty)
        #expect(desk.report(club(ada, signed: 5), status).updates.last?.kind == .statusChanged)
    }
}

extension SeededGenerator {
    fileprivate mutating func pick<Element>(_ elements: [Element]) -> Element { elements[index(below: elements.count)] }
}
