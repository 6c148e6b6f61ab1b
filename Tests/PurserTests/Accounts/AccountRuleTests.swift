import Foundation
import Purser
import PurserTesting
import Testing

@Suite("Whose a transaction is")
struct AccountRuleTests {
    private let ada = UUID()
    private let bob = UUID()

    /// Each user has one launch here, and there is one in which no user was named.
    private func token(of user: UUID?) -> PaymentToken {
        let drawn: UInt64 = user == ada ? 0x1234 : user == bob ? 0x5678 : 0x9ABC
        return PaymentToken(launch: PaymentToken.launch(drawn, namesUser: user != nil), number: 1)
    }

    /// Ada's rule, where the payments of both are on record.
    private var rule: AccountRule {
        let payers = [token(of: ada): ada, token(of: bob): bob]
        return AccountRule(user: ada) { payers[$0] }
    }

    @Test("U3: a transaction that names a user is that user's, whatever payment it came with")
    func named() {
        for token in [nil, token(of: ada), token(of: bob), token(of: nil)] {
            #expect(rule.verdict(appAccountToken: ada, paidBy: token) == .own)
            #expect(rule.verdict(appAccountToken: bob, paidBy: token) == .foreign)
        }
    }

    @Test("U3: one that names nobody is told by its payment: another user's is foreign, all others are to be claimed")
    func unnamed() {
        #expect(rule.verdict(appAccountToken: nil, paidBy: nil) == .unclaimed)
        #expect(rule.verdict(appAccountToken: nil, paidBy: token(of: ada)) == .unclaimed)
        #expect(rule.verdict(appAccountToken: nil, paidBy: token(of: nil)) == .unclaimed)
        #expect(rule.verdict(appAccountToken: nil, paidBy: token(of: bob)) == .foreign)
    }

    @Test("A restore that names the payment is judged by it, and an owned product by the payment that bought it")
    func askers() {
        let lamp = StoreTransaction.sample("1", "lamp", .nonConsumable)
        var told = BackendTransaction(lamp, origin: .restore(RestoreID(rawValue: 1)))
        #expect(rule.verdict(on: told) == .unclaimed)
        told.restoredToken = token(of: bob)
        #expect(rule.verdict(on: told) == .foreign)
        told.origin = .payment(token(of: ada))
        #expect(rule.verdict(on: told) == .foreign)
    }

    @Test("U3: a user's payment that is not on record here is not the present user's; one without a user is nobody's")
    func unknown() {
        for user in [ada, bob] {
            let rule = AccountRule(user: user)
            #expect(rule.verdict(appAccountToken: nil, paidBy: token(of: ada)) == .foreign)
            #expect(!rule.isOwn(token(of: ada)))
            #expect(rule.verdict(appAccountToken: nil, paidBy: token(of: nil)) == .unclaimed)
        }
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
