import Foundation
import Purser
import Testing

@testable import PurserSimulator

@Suite("The account: finishing, waiting, restoring, taking back")
struct AccountFinishingTests {
    private var account = SimulatedAccountState.sample()

    @Test("A transaction is unfinished until it is finished; twice is harmless")
    mutating func finishing() {
        _ = account.buys(1, "coins") + account.buys(2, "lamp")
        #expect(words(account.unfinished()) == ["coins#01 other 1", "lamp#02 other 2"])
        #expect(account.finished(["2000000000001"]).isEmpty)
        #expect(account.finished(["2000000000001"]).isEmpty)
        #expect(words(account.unfinished()) == ["lamp#02 other 2"])
        #expect(account.book.transactions.unfinishedCount == 1)
    }

    @Test(
        "Finishing what does not exist is refused and recorded",
        arguments: ["", "1", "nonsense", "2000000000002", "-2000000000001", "+2000000000001", "99999999999999999999"])
    mutating func unknown(id: String) {
        _ = account.buys(1, "coins")
        #expect(account.finished([id])[id]?.code == .unknownTransaction)
        #expect(account.violations.count == 1)
    }

    @Test("F1: finishing an unverified transaction is refused and recorded")
    mutating func unverified() {
        account.catalog.settings.failures.verification = "wrong signature"
        _ = account.buys(1, "coins")
        #expect(account.finished(["2000000000001"])["2000000000001"]?.code == .verificationFailed)
        #expect(account.violations.count == 1)
        account.catalog.settings.failures.verification = nil
        #expect(account.unfinished().count == 1)
        #expect(account.finished(["2000000000001"]).isEmpty)
    }

    @Test("Ask to Buy: nothing is charged before the approval, which tells the token and its request")
    func askToBuy() throws {
        var account = SimulatedAccountState.sample(SimulatorSettings(asksToBuy: true))
        #expect(account.buys(1, "coins", quantity: 2) == ["coins 1 pending"])
        #expect(account.buys(2, "lamp") == ["lamp 2 pending"])
        #expect(account.buys(1, "coins", quantity: 2) == ["coins 1 pending"])
        #expect(account.book.payments.waiting.map(\.id) == ["P1", "P2"])
        #expect(account.book.transactions.chargeCount == 0)
        #expect(words(try account.approved("P1", at: at(9))) == ["coins#01 other 1"])
        #expect(account.charges.map(\.quantity) == [2])
        #expect(words(try account.declined("P2")) == ["lamp 2 cancelled"])
        #expect(account.book.payments.waiting.isEmpty)
        #expect(account.buys(2, "lamp") == ["lamp 2 cancelled"])
        #expect(throws: BackendFailure.self) { try account.approved("P1", at: at(9)) }
        #expect(throws: BackendFailure.self) { try account.declined("lamp") }
    }

    @Test("An interrupted purchase goes through once it is settled")
    func interrupted() throws {
        var account = SimulatedAccountState.sample(SimulatorSettings(interruptsPurchases: true))
        #expect(account.buys(1, "lamp") == ["lamp 1 pending"])
        #expect(account.book.payments.waiting.map(\.reason) == [.interrupted])
        #expect(words(try account.approved("P1", at: at(9))) == ["lamp#01 other 1"])
    }

    @Test("What is owned needs no approval")
    mutating func ownedNeedsNoApproval() {
        _ = account.buys(1, "lamp")
        account.catalog.settings.asksToBuy = true
        #expect(account.buys(2, "lamp") == ["lamp#01 pays 2"])
    }

    @Test("Two approvals of one non-consumable are one charge")
    func twoApprovals() throws {
        var account = SimulatedAccountState.sample(SimulatorSettings(asksToBuy: true))
        _ = account.buys(1, "lamp") + account.buys(2, "lamp")
        #expect(words(try account.approved("P1", at: at(1))) == ["lamp#01 other 1"])
        #expect(words(try account.approved("P2", at: at(2))) == ["lamp#01 other 2"])
        #expect(account.book.transactions.chargeCount == 1)
    }

    @Test("A restore brings all but consumables and what was taken back, and then its end")
    mutating func restore() throws {
        for (number, product) in ["coins", "lamp", "pass", "gold"].enumerated() {
            _ = account.buys(UInt64(number + 1), product)
        }
        _ = account.finished(["2000000000002"])
        _ = try account.revoked("2000000000003", reason: .other, percentage: 100, at: at(1))
        #expect(
            words(account.restoreRequested(RestoreID(rawValue: 4)))
                == ["lamp#02 restores 4 finished", "gold#04 restores 4", "restore 4 ended"])
        account.catalog.settings.failures.restore = BackendFailure(.networkError, "as set")
        #expect(words(account.restoreRequested(RestoreID(rawValue: 5))) == ["restore 5 networkError"])
    }

    @Test("A refund gives the amount back, dates the revocation, and must be finished once more")
    mutating func refund() throws {
        _ = account.buys(1, "lamp")
        account.finishAll()
        let id = "2000000000001"
        #expect(
            words(try account.revoked(id, reason: .developerIssue, percentage: 100, at: at(0))) == ["lamp#01 other 1"])
        let transaction = account.book.transactions.records[0].transaction
        #expect(transaction.revocationTime == at(0))
        #expect(transaction.revocationReason == .developerIssue)
        #expect(try #require(transaction.signedTime) > at(0))
        #expect(account.book.refunds.all.map(\.amount.description) == ["5"])
        #expect(try account.revoked(id, reason: .other, percentage: 100, at: at(1)).isEmpty)
        #expect(account.book.refunds.all.count == 1)
        #expect(words(account.unfinished()) == ["lamp#01 other 1"])
        #expect(account.buys(2, "lamp", at: at(2)) == ["lamp#02 pays 2"])
        #expect(throws: BackendFailure.self) { try account.revoked("1", reason: .other, percentage: 100, at: at(3)) }
    }

    @Test("A revocation moves no money and can be undone; each description is signed later than the last")
    mutating func revokeAndReinstate() throws {
        _ = account.buys(1, "lamp")
        var dates = [account.book.transactions.records[0].transaction.signedTime]
        _ = try account.revoked("2000000000001", reason: .other, percentage: nil, at: at(0))
        dates.append(account.book.transactions.records[0].transaction.signedTime)
        _ = try account.reinstated("2000000000001", at: at(-10))
        dates.append(account.book.transactions.records[0].transaction.signedTime)
        let signed = dates.compactMap { $0 }
        #expect(signed.count == 3 && zip(signed, signed.dropFirst()).allSatisfy { $0 < $1 })
        #expect(account.book.refunds.all.isEmpty)
        #expect(account.buys(2, "lamp") == ["lamp#01 pays 2"])
    }

    @Test("A purchase on another device names no payment; what is owned is not bought again")
    mutating func elsewhere() throws {
        let lamp = payment(0, "lamp")
        #expect(words(try account.boughtElsewhere(lamp, at: at(0)).events) == ["lamp#01 elsewhere"])
        #expect(try account.boughtElsewhere(lamp, at: at(0)).events.isEmpty)
        #expect(account.book.transactions.chargeCount == 1)
        #expect(throws: BackendFailure.self) { try account.boughtElsewhere(payment(0, "nothing"), at: at(0)) }
    }

    @Test("Another storefront changes currency and price texts")
    func storefront() {
        var account = SimulatedAccountState.sample(SimulatorSettings(locale: "de_DE"))
        let germany = StoreStorefront(countryCode: "DEU", currencyCode: "EUR")
        #expect(words(account.moved(to: germany, at: at(0))) == ["storefront DEU"])
        #expect(account.moved(to: germany, at: at(0)).isEmpty)
        #expect(account.catalog["coins"]?.displayPrice == "0,99\u{A0}€")
        _ = account.buys(1, "coins")
        #expect(account.charges.map(\.currencyCode) == ["EUR"])
        #expect(account.book.transactions.records[0].transaction.storefrontCountryCode == "DEU")
    }
}
