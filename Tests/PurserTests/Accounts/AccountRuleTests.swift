import Foundation
import Purser
import PurserTesting
import Testing

@Suite("Whose a transaction is")
struct AccountRuleTests {
    private let ada = UUID()
    private let bob = UUID()

    private func token(of user: UUID?, drawn: UInt64 = 0x1234_5678_9ABC_DEF0) -> PaymentToken {
        PaymentToken(launch: TokenMark.launch(drawn, for: user), number: 1)
    }

    @Test("U3: a transaction that names a user is that user's, whatever payment it came with")
    func named() {
        let rule = AccountRule(user: ada)
        for token in [nil, token(of: ada), token(of: bob), token(of: nil)] {
            #expect(rule.verdict(appAccountToken: ada, paidBy: token) == .own)
            #expect(rule.verdict(appAccountToken: bob, paidBy: token) == .foreign)
        }
    }

    @Test("U3: one that names nobody is told by its payment: another user's is foreign, all others are to be claimed")
    func unnamed() {
        let rule = AccountRule(user: ada)
        #expect(rule.verdict(appAccountToken: nil, paidBy: nil) == .unclaimed)
        #expect(rule.verdict(appAccountToken: nil, paidBy: token(of: ada)) == .unclaimed)
        #expect(rule.verdict(appAccountToken: nil, paidBy: token(of: nil)) == .unclaimed)
        #expect(rule.verdict(appAccountToken: nil, paidBy: token(of: bob)) == .foreign)
    }

    @Test("A restore that names the payment is judged by it, and an owned product by the payment that bought it")
    func askers() {
        let rule = AccountRule(user: ada)
        let lamp = StoreTransaction.sample("1", "lamp", .nonConsumable)
        var told = BackendTransaction(lamp, origin: .restore(RestoreID(rawValue: 1)))
        #expect(rule.verdict(on: told) == .unclaimed)
        told.restoredToken = token(of: bob)
        #expect(rule.verdict(on: told) == .foreign)
        told.origin = .payment(token(of: ada))
        #expect(rule.verdict(on: told) == .foreign)
    }

    @Test("A payment token tells whose it is, and hardly ever passes for another user's")
    func marks() {
        var generator = SeededGenerator(seed: 1)
        var mistaken = 0
        for _ in 0..<20_000 {
            let drawn = generator.next()
            let token = token(of: ada, drawn: drawn)
            #expect(token.launch >> 16 == drawn >> 16)
            #expect(TokenMark.isMade(token, for: ada))
            if TokenMark.isMade(token, for: bob) || TokenMark.isMade(token, for: nil) { mistaken += 1 }
        }
        #expect(mistaken < 10)
    }

    @Test("A request gets the present user's account, and one for somebody else is refused")
    func requests() throws {
        let rule = AccountRule(user: ada)
        #expect(try rule.account(of: PaymentRequest(productID: "coins")) == ada)
        #expect(try rule.account(of: PaymentRequest(productID: "coins", appAccountToken: ada)) == ada)
        let failure = #expect(throws: PurchaseFailure.self) {
            try rule.account(of: PaymentRequest(productID: "coins", appAccountToken: bob))
        }
        #expect(failure?.code == .invalidRequest)
        #expect(failure?.productID == "coins")
    }
}
