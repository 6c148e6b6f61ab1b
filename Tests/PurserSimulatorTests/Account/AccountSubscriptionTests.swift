import Foundation
import Purser
import Testing

@testable import PurserSimulator

@Suite("The account: subscriptions and offers")
struct AccountSubscriptionTests {
    private let day: Int64 = 86_400
    private var account = SimulatedAccountState.sample()

    @Test("A subscription runs for its period, and is charged once while it runs")
    mutating func period() {
        #expect(account.buys(1, "gold") == ["gold#01 pays 1"])
        #expect(account.book.transactions.records[0].transaction.expirationTime == at(31 * day))
        #expect(account.buys(2, "gold", at: at(31 * day - 1)) == ["gold#01 pays 2"])
        #expect(account.book.transactions.chargeCount == 1)
        #expect(account.buys(3, "gold", at: at(31 * day)) == ["gold#02 pays 3"])
        #expect(account.book.transactions.records[1].transaction.originalID == "2000000000001")
        #expect(account.book.transactions.records[1].transaction.originalPurchaseTime == at(0))
        #expect(account.book.transactions.chargeCount == 2)
    }

    @Test("An upgrade takes effect at once and marks the old transaction")
    mutating func upgrade() throws {
        _ = account.buys(1, "silver")
        account.finishAll()
        let before = try #require(account.book.transactions.records[0].transaction.signedTime)
        #expect(account.buys(2, "gold") == ["gold#02 pays 2", "silver#01 other 1"])
        let old = account.book.transactions.records[0].transaction
        #expect(old.isUpgraded)
        #expect(try #require(old.signedTime) > before)
        #expect(account.book.subscriptions.active(in: "group", at: at(1))?.current == 1)
        #expect(account.book.transactions.records[1].transaction.originalID == "2000000000001")
    }

    @Test("The introductory offer applies by itself, once in a group")
    mutating func introductory() {
        _ = account.buys(1, "silver")
        let first = account.book.transactions.records[0].transaction
        #expect(first.offer == .init(type: .introductory, paymentMode: .freeTrial))
        #expect(first.price == 0)
        #expect(first.expirationTime == at(7 * day))
        _ = account.buys(2, "silver", at: at(7 * day))
        #expect(account.book.transactions.records[1].transaction.offer == nil)
        #expect(account.charges.map(\.amount.description) == ["0", "4"])
        let request = PurchaseOption(.offer(id: "", type: .introductory))
        #expect(account.buys(3, "silver", [request], at: at(90 * day)) == ["silver 3 ineligibleForOffer"])
    }

    @Test("A refused offer is told with the reason, and with what would change it")
    mutating func refusedOffers() {
        func message(_ option: PurchaseOption, _ account: SimulatedAccountState, at now: Timestamp = at(0)) -> String? {
            var account = account
            let events = account.paymentsSubmitted([payment(9, "silver", [option])], at: now)
            guard case .paymentEnded(let ending)? = events.first,
                case .failed(let error) = ending.result, error.code == .ineligibleForOffer
            else { return nil }
            return error.message
        }
        let new = message(.promotionalOffer("half"), account)
        #expect(new?.contains("are or were subscribed in the group group, but this one never was") == true)
        #expect(new?.contains("Let them buy a subscription of the group first") == true)
        #expect(
            message(.winBackOffer("back"), account)?.contains("Let this one subscribe, and that end, first") == true)
        _ = account.buys(1, "silver")
        let later = at(90 * day)
        #expect(message(.promotionalOffer("half"), account, at: later) == nil)
        let introductory = message(PurchaseOption(.offer(id: "", type: .introductory)), account, at: later)
        #expect(introductory?.contains("for customers who are new to the group group") == true)
        account.catalog.settings.ineligibleOffers = ["half"]
        let excluded = message(.promotionalOffer("half"), account, at: later)
        #expect(excluded?.contains("Remove it from ineligibleOffers") == true)
    }

    @Test("Promotional offers are for current and lapsed subscribers, win-back offers for lapsed ones")
    mutating func promotional() {
        let half = PurchaseOption.promotionalOffer("half")
        let back = PurchaseOption.winBackOffer("back")
        #expect(account.buys(1, "silver", [half]) == ["silver 1 ineligibleForOffer"])
        _ = account.buys(2, "silver")
        #expect(account.buys(3, "silver", [half], at: at(8 * day)) == ["silver#02 pays 3"])
        #expect(account.book.transactions.records[1].transaction.price == 2)
        #expect(account.buys(4, "silver", [back], at: at(90 * day)) == ["silver#03 pays 4"])
        #expect(account.book.transactions.records[2].transaction.offer?.id == "back")
        #expect(account.book.transactions.records[2].transaction.price == 3)
    }

    @Test("Unknown offers, and offers of things that have none, are refused; missing signatures if so set")
    func unknownOffers() {
        var account = SimulatedAccountState.sample(SimulatorSettings(requiresOfferSignatures: true))
        let wrong = PurchaseOption.promotionalOffer("wrong")
        let half = PurchaseOption.promotionalOffer("half")
        #expect(account.buys(1, "silver", [wrong]) == ["silver 1 invalidOfferIdentifier"])
        #expect(account.buys(2, "coins", [half]) == ["coins 2 invalidOfferIdentifier"])
        #expect(account.buys(3, "silver", [half]) == ["silver 3 missingOfferParams"])
        #expect(account.book.transactions.chargeCount == 0)
    }

    /// A compact JWS with these claims, which nobody signed.
    private func statement(_ claims: String) -> String {
        let text = Data(claims.utf8).base64EncodedString()
        return "e30." + text.map { $0 == "+" ? "-" : $0 == "/" ? "_" : String($0) }.joined() + ".sig"
    }

    @Test("A compact JWS proves a promotional offer, if it is one and speaks of this offer")
    func promotionalStatement() {
        var account = SimulatedAccountState.sample(SimulatorSettings(requiresOfferSignatures: true))
        _ = account.buys(1, "silver")
        func half(_ number: UInt64, _ text: String) -> [String] {
            account.buys(number, "silver", [.promotionalOffer("half", compactJWS: text)], at: at(90 * day))
        }
        #expect(half(3, "no statement") == ["silver 3 invalidSignature"])
        #expect(half(4, statement(#"{"offerIdentifier":"other"}"#)) == ["silver 4 invalidSignature"])
        #expect(half(5, statement(#"{"offerIdentifier":"half","productId":"silver"}"#)).count == 1)
        #expect(account.book.transactions.records.last?.transaction.offer?.id == "half")
    }

    @Test("A server's statement decides about the introductory offer; plans that are not sold are refused")
    mutating func eligibility() {
        func options(_ claims: String) -> Set<PurchaseOption> {
            [.introductoryOfferEligibility(compactJWS: statement(claims))]
        }
        #expect(account.buys(1, "silver", options("{}")) == ["silver 1 invalidSignature"])
        _ = account.buys(2, "silver", options(#"{"allowIntroductoryOffer":false}"#))
        #expect(account.book.transactions.records.last?.transaction.offer == nil)
        _ = account.buys(3, "silver", options(#"{"allowIntroductoryOffer":true}"#), at: at(90 * day))
        #expect(account.book.transactions.records.last?.transaction.offer?.type == .introductory)
        let monthly = account.buys(4, "silver", [.billingPlanType(.monthly)], at: at(180 * day))
        #expect(monthly == ["silver 4 paymentInvalid"])
        #expect(account.buys(5, "coins", [.simulatesAskToBuyInSandbox(true)]) == ["coins 5 pending"])
    }
}
