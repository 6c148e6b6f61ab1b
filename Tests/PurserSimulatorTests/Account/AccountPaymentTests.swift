import Foundation
import Purser
import Testing

@testable import PurserSimulator

@Suite("The account: payments")
struct AccountPaymentTests {
    private var account = SimulatedAccountState.sample()

    @Test("A consumable is charged each time it is bought")
    mutating func consumable() {
        #expect(account.buys(1, "coins", quantity: 3) == ["coins#01 pays 1"])
        #expect(account.buys(2, "coins") == ["coins#02 pays 2"])
        #expect(account.charges.map(\.quantity) == [3, 1])
        #expect(account.charges.map(\.amount.description) == ["2.97", "0.99"])
        #expect(account.book.transactions.records.map(\.transaction.id) == ["2000000000001", "2000000000002"])
    }

    @Test("The same token handed in twice is one payment and one charge")
    mutating func sameTokenTwice() {
        let twice = account.paymentsSubmitted([payment(1, "coins"), payment(1, "coins")], at: at(0))
        #expect(words(twice) == ["coins#01 pays 1", "coins#01 pays 1"])
        account.finishAll()
        #expect(account.buys(1, "coins") == ["coins#01 pays 1 finished"])
        #expect(account.book.transactions.chargeCount == 1)
    }

    @Test("An owned non-consumable bought again answers with its transaction, without a charge")
    mutating func ownedAgain() {
        #expect(account.buys(1, "lamp") == ["lamp#01 pays 1"])
        #expect(account.buys(2, "lamp", at: at(5)) == ["lamp#01 pays 2"])
        account.finishAll()
        #expect(account.buys(3, "lamp", at: at(6)) == ["lamp#01 pays 3 finished"])
        #expect(account.charges.count == 1)
    }

    @Test("Without tokens an owned product comes as a new transaction that points to the first, uncharged")
    func ownedAgainWithoutTokens() {
        var account = SimulatedAccountState.sample(echoesTokens: false)
        #expect(account.buys(1, "lamp") == ["lamp#01 pays -"])
        #expect(account.buys(1, "lamp", at: at(5)) == ["lamp#02 pays -"])
        #expect(account.book.transactions.records[1].transaction.originalID == "2000000000001")
        #expect(account.book.transactions.records[1].transaction.purchaseTime == at(5))
        #expect(account.charges.count == 1)
        #expect(words(account.restoreRequested(RestoreID(rawValue: 1))).count == 2)
    }

    @Test("Without tokens the same payment twice is two payments")
    func consumableWithoutTokens() {
        var account = SimulatedAccountState.sample(echoesTokens: false)
        _ = account.buys(1, "coins") + account.buys(1, "coins")
        #expect(account.book.transactions.chargeCount == 2)
    }

    @Test("Quantities out of range are refused: 1 to 10, and singly what is owned")
    mutating func quantities() {
        #expect(account.buys(1, "coins", quantity: 0) == ["coins 1 paymentInvalid"])
        #expect(account.buys(2, "coins", quantity: 11) == ["coins 2 paymentInvalid"])
        #expect(account.buys(3, "coins", quantity: .max) == ["coins 3 paymentInvalid"])
        #expect(account.buys(4, "lamp", quantity: 2) == ["lamp 4 paymentInvalid"])
        #expect(account.buys(5, "coins", quantity: 10) == ["coins#01 pays 5"])
        #expect(account.violations.isEmpty)
    }

    @Test("Paying for an unknown product fails, and is a mistake that breaks no rule of the store")
    mutating func unknownProduct() {
        #expect(account.buys(1, "nothing") == ["nothing 1 storeProductNotAvailable"])
        #expect(account.violations.isEmpty)
    }

    @Test("A customer who may not pay is told so, and not charged")
    mutating func notAllowed() {
        account.canMakePayments = false
        #expect(account.buys(1, "coins") == ["coins 1 paymentNotAllowed"])
        #expect(account.book.transactions.chargeCount == 0)
    }

    @Test("Scripts decide the next purchases in order; a failed token may be tried again, a cancelled one may not")
    mutating func scripts() {
        account.scripts = [.userCancels, .fails(.networkError)]
        #expect(account.buys(1, "coins") == ["coins 1 cancelled"])
        #expect(account.buys(2, "coins") == ["coins 2 networkError"])
        #expect(account.buys(1, "coins") == ["coins 1 cancelled"])
        #expect(account.buys(2, "coins") == ["coins#01 pays 2"])
    }

    @Test("A failure in the settings ends every payment until it is taken away")
    mutating func failureSetting() {
        account.catalog.settings.failures.purchase = BackendFailure(.unknown, "as set")
        #expect(account.buys(1, "coins") == ["coins 1 unknown"])
        #expect(account.buys(2, "lamp") == ["lamp 2 unknown"])
        account.catalog.settings.failures.purchase = nil
        #expect(account.buys(3, "coins") == ["coins#01 pays 3"])
    }

    @Test("F4: without tokens a failed transaction stays until it is finished")
    func failedTransactions() {
        var account = SimulatedAccountState.sample(echoesTokens: false)
        account.scripts = [.userCancels]
        #expect(account.buys(1, "coins") == ["coins - cancelled"])
        guard case .paymentEnded(let ending)? = account.unfinished().first else {
            Issue.record("nothing is unfinished")
            return
        }
        #expect(ending.failedTransactionID == "1000000000001")
        #expect(account.finished(["1000000000001", "1000000000001"]).isEmpty)
        #expect(account.unfinished().isEmpty)
        #expect(account.finished(["1000000000002"]).count == 1)
    }
}
