import Foundation
import Purser
import Testing

@testable import PurserSimulator

@Suite("The account: subscriptions and offers")
struct AccountSubscriptionTests {
    private let day: Int64 = 86_400

    @Test("A subscription runs for its period, and is charged once while it runs")
    func period() {
        var account = SimulatedAccountState.sample()
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
    func upgrade() throws {
        var account = SimulatedAccountState.sample()
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

    @Test(
        "A downgrade waits for the next renewal, charges nothing and is answered with the present period; buying the running one drops it"
    )
    func downgrade() {
        var account = SimulatedAccountState.sample()
        _ = account.buys(1, "gold")
        #expect(account.buys(2, "silver") == ["gold#01 pays 2"])
        #expect(account.book.subscriptions["group"]?.change?.productID == "silver")
        #expect(account.book.transactions.chargeCount == 1)
        #expect(account.book.payments.waiting.isEmpty)
        _ = account.buys(3, "gold")
        #expect(account.book.subscriptions["group"]?.change?.productID == nil)
    }

    @Test("A change inside one level waits when the periods differ")
    func sameLevel() {
        var account = SimulatedAccountState.sample()
        _ = account.buys(1, "silver")
        #expect(account.buys(2, "silver.year") == ["silver#01 pays 2"])
    }

    @Test("The introductory offer applies by itself, once in a group")
    func introductory() {
        var account = SimulatedAccountState.sample()
        _ = account.buys(1, "silver")
        let first = account.book.transactions.records[0].transaction
        #expect(first.offer == .init(type: .introductory, paymentMode: .freeTrial))
        #expect(first.price == 0)
        #expect(first.expirationTime == at(7 * day))
        _ = account.buys(2, "silver", at: at(7 * day))
        #expect(account.book.transactions.records[1].transaction.offer == nil)
        #expect(account.book.transactions.wholeHistory.compactMap(\.charge).map(\.amount.description) == ["0", "4"])
        let request = PurchaseOption(.offer(id: "", type: .introductory))
        let again = account.paymentsSubmitted([payment(3, "silver", [request])], at: at(90 * day))
        #expect(words(again) == ["silver 3 ineligibleForOffer"])
    }

    @Test("A refused offer is told with the reason, and with what would change it")
    func refusedOffers() {
        func message(_ option: PurchaseOption, _ account: SimulatedAccountState, at now: Timestamp = at(0)) -> String? {
            var account = account
            let events = account.paymentsSubmitted([payment(9, "silver", [option])], at: now)
            guard case .paymentEnded(let ending)? = events.first,
                case .failed(let error) = ending.result, error.code == .ineligibleForOffer
            else { return nil }
            return error.message
        }
        var account = SimulatedAccountState.sample()
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
    func promotional() {
        var account = SimulatedAccountState.sample()
        let half = PurchaseOption.promotionalOffer("half")
        let back = PurchaseOption.winBackOffer("back")
        #expect(
            words(account.paymentsSubmitted([payment(1, "silver", [half])], at: at(0)))
                == ["silver 1 ineligibleForOffer"])
        _ = account.buys(2, "silver")
        #expect(
            words(account.paymentsSubmitted([payment(3, "silver", [half])], at: at(8 * day)))
                == ["silver#02 pays 3"])
        #expect(account.book.transactions.records[1].transaction.price == 2)
        #expect(
            words(account.paymentsSubmitted([payment(4, "silver", [back])], at: at(90 * day)))
                == ["silver#03 pays 4"])
        #expect(account.book.transactions.records[2].transaction.offer?.id == "back")
        #expect(account.book.transactions.records[2].transaction.price == 3)
    }

    @Test("Unknown offers, and offers of things that have none, are refused; missing signatures if so set")
    func unknownOffers() {
        var account = SimulatedAccountState.sample(SimulatorSettings(requiresOfferSignatures: true))
        let wrong = PurchaseOption.promotionalOffer("wrong")
        let half = PurchaseOption.promotionalOffer("half")
        let answers = account.paymentsSubmitted(
            [payment(1, "silver", [wrong]), payment(2, "coins", [half]), payment(3, "silver", [half])],
            at: at(0))
        #expect(
            words(answers) == [
                "silver 1 invalidOfferIdentifier", "coins 2 invalidOfferIdentifier", "silver 3 missingOfferParams",
            ])
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
        _ = account.paymentsSubmitted([payment(1, "silver")], at: at(0))
        func half(_ number: UInt64, _ text: String) -> [String] {
            let option = PurchaseOption.promotionalOffer("half", compactJWS: text)
            return words(account.paymentsSubmitted([payment(number, "silver", [option])], at: at(90 * 86_400)))
        }
        #expect(half(3, "no statement") == ["silver 3 invalidSignature"])
        #expect(half(4, statement(#"{"offerIdentifier":"other"}"#)) == ["silver 4 invalidSignature"])
        #expect(half(5, statement(#"{"offerIdentifier":"half","productId":"silver"}"#)).count == 1)
        #expect(account.book.transactions.records.last?.transaction.offer?.id == "half")
    }

    @Test("A server's statement decides about the introductory offer; plans that are not sold are refused")
    func eligibility() {
        var account = SimulatedAccountState.sample()
        func options(_ claims: String) -> Set<PurchaseOption> {
            [.introductoryOfferEligibility(compactJWS: statement(claims))]
        }
        let rejected = account.paymentsSubmitted([payment(1, "silver", options("{}"))], at: at(0))
        #expect(words(rejected) == ["silver 1 invalidSignature"])
        _ = account.paymentsSubmitted(
            [payment(2, "silver", options(#"{"allowIntroductoryOffer":false}"#))], at: at(0))
        #expect(account.book.transactions.records.last?.transaction.offer == nil)
        _ = account.paymentsSubmitted(
            [payment(3, "silver", options(#"{"allowIntroductoryOffer":true}"#))], at: at(90 * 86_400))
        #expect(account.book.transactions.records.last?.transaction.offer?.type == .introductory)
        let monthly = account.paymentsSubmitted(
            [payment(4, "silver", [.billingPlanType(.monthly)])], at: at(180 * 86_400))
        #expect(words(monthly) == ["silver 4 paymentInvalid"])
        let asks = account.paymentsSubmitted([payment(5, "coins", [.simulatesAskToBuyInSandbox(true)])], at: at(0))
        #expect(words(asks) == ["coins 5 pending"])
    }

    @Test(
        "Periods follow the file's time rate",
        arguments: [
            (0, SubscriptionPeriod(1, .year), 365 * 86_400), (10, SubscriptionPeriod(1, .month), 3_600),
            (10, SubscriptionPeriod(1, .week), 900), (11, SubscriptionPeriod(1, .year), 21_600),
            (13, SubscriptionPeriod(6, .month), 1_800), (15, SubscriptionPeriod(1, .week), 10),
            (6, SubscriptionPeriod(1, .week), 7), (1_005, SubscriptionPeriod(1, .year), 2),
            (77, SubscriptionPeriod(3, .day), 3 * 86_400),
        ])
    func timeRates(raw: Int, period: SubscriptionPeriod, seconds: Int) {
        let rate = SubscriptionTimeRate(rawValue: raw)
        #expect(rate.end(of: period, from: at(0)) == at(Int64(seconds)))
    }

    @Test(
        "A month ends on its last day when the day is missing",
        arguments: [
            ("2024-01-31", SubscriptionPeriod(1, .month), "2024-02-29"),
            ("2023-01-31", SubscriptionPeriod(1, .month), "2023-02-28"),
            ("2024-02-29", SubscriptionPeriod(1, .year), "2025-02-28"),
            ("2023-11-30", SubscriptionPeriod(3, .month), "2024-02-29"),
            ("2023-12-31", SubscriptionPeriod(12, .month), "2024-12-31"),
            ("1969-12-31", SubscriptionPeriod(2, .month), "1970-02-28"),
            ("2100-02-28", SubscriptionPeriod(1, .day), "2100-03-01"),
            ("2024-02-22", SubscriptionPeriod(1, .week), "2024-02-29"),
        ])
    func calendar(start: String, period: SubscriptionPeriod, end: String) throws {
        let rate = SubscriptionTimeRate.realTime
        #expect(rate.end(of: period, from: try moment(start)) == (try moment(end)))
    }

    @Test("No moment and no period is too large, and a period never ends before it begins")
    func extremes() {
        for start in [Int64.min, -1, 0, 8_000_000_000_000_000, .max].map(Timestamp.init(milliseconds:)) {
            for unit in SubscriptionPeriod.Unit.allCases {
                let end = SubscriptionTimeRate.realTime.end(of: SubscriptionPeriod(.max, unit), from: start)
                #expect(end >= start)
            }
        }
    }

    /// One millisecond before one in the morning, UTC.
    private func moment(_ day: String) throws -> Timestamp {
        let midnight = try Date("\(day)T00:00:00Z", strategy: .iso8601)
        return Timestamp(milliseconds: Int64(midnight.timeIntervalSince1970) * 1_000 + 3_599_999)
    }
}
