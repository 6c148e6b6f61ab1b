import Foundation
import Testing

@testable import Purser

/// SwiftyStoreKit's documented rules, of which each row names one.
@Suite("verifyPurchase, verifySubscription, verifySubscriptions")
struct VerifyTests {
    /// A rule: what is recorded, what is asked, and what comes of it.
    struct Rule: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var recorded: [StoreTransaction]
        var infos: [StoreRenewalInfo] = []
        var type = SubscriptionType.autoRenewable
        var products: Set<String> = ["gold"]
        var moment: Int64 = 150
        var expected: String
    }

    private static func period(
        _ id: String, _ product: String = "gold", from start: Int64, to end: Int64, of line: String = "T1",
        _ change: (inout StoreTransaction.Fields) -> Void = { _ in }
    ) -> StoreTransaction {
        .sample(id, product, .autoRenewable, at: start) {
            $0.originalID = line
            $0.expirationTime = at(end)
            change(&$0)
        }
    }

    private static func pass(_ id: String, at seconds: Int64, _ product: String = "pass") -> StoreTransaction {
        .sample(id, product, .nonRenewable, at: seconds) {
            $0.originalID = id
            $0.originalPurchaseTime = at(seconds)
        }
    }

    private static func grace(until seconds: Int64) -> StoreRenewalInfo {
        var info = StoreRenewalInfo(originalTransactionID: "T1", currentProductID: "gold", willAutoRenew: true)
        info.gracePeriodExpirationTime = at(seconds)
        return info
    }

    private static let month = SubscriptionType.nonRenewing(validDuration: .seconds(100))

    private static let rules = [
        Rule(
            testDescription: "another product", recorded: [period("T1", "silver", from: 0, to: 200)],
            expected: "notPurchased"),
        Rule(
            testDescription: "over at the very moment", recorded: [period("T1", from: 100, to: 150)],
            expected: "expired 150 T1"),
        Rule(
            testDescription: "the period that ends last decides, and items come in that order",
            recorded: [
                period("T1", from: 0, to: 100), period("T3", from: 180, to: 280), period("T2", from: 90, to: 190),
            ],
            expected: "purchased 280 T3 T2 T1"),
        Rule(
            testDescription: "what was taken back does not count",
            recorded: [period("T1", from: 0, to: 100), period("T2", from: 100, to: 200).revoked(at: 120)],
            expected: "expired 100 T1"),
        Rule(
            testDescription: "replaced by an upgrade",
            recorded: [
                period("T1", "silver", from: 100, to: 200) { $0.isUpgraded = true },
                period("T2", "gold", from: 120, to: 220),
            ], products: ["silver"], expected: "notPurchased"),
        Rule(
            testDescription: "those of a group are asked together",
            recorded: [period("T1", "silver", from: 0, to: 100), period("T2", "gold", from: 100, to: 200)],
            products: ["gold", "silver", "bronze"], expected: "purchased 200 T2 T1"),
        Rule(
            testDescription: "in grace", recorded: [period("T1", from: 0, to: 100)], infos: [grace(until: 160)],
            expected: "inGracePeriod 160 T1"),
        Rule(
            testDescription: "grace of another product", recorded: [period("T1", from: 0, to: 100)],
            infos: [grace(until: 160)], products: ["silver"], expected: "notPurchased"),
        Rule(
            testDescription: "the end is not known",
            recorded: [period("T1", from: 0, to: 0) { $0.expirationTime = nil }],
            expected: "notPurchased"),
        Rule(
            testDescription: "not renewing, by the time of its purchase", recorded: [pass("P1", at: 60)], type: month,
            products: ["pass"], expected: "purchased 160 P1"),
        Rule(
            testDescription: "not renewing, over", recorded: [pass("P1", at: 50)], type: month, products: ["pass"],
            expected: "expired 150 P1"),
        Rule(
            testDescription: "not renewing, bought twice: the later counts, and they do not add up",
            recorded: [pass("P1", at: 10), pass("P2", at: 20)], type: month, products: ["pass"],
            expected: "expired 120 P2 P1"),
        Rule(
            testDescription: "not renewing, several products",
            recorded: [pass("P1", at: 60, "day"), pass("P2", at: 90)], type: month, products: ["pass", "day"],
            expected: "purchased 190 P2 P1"),
        Rule(
            testDescription: "not renewing, taken back", recorded: [pass("P1", at: 60).revoked(at: 70)], type: month,
            products: ["pass"], expected: "notPurchased"),
        Rule(
            testDescription: "not renewing, of no length", recorded: [pass("P1", at: 60)],
            type: .nonRenewing(validDuration: .seconds(-5)), products: ["pass"], expected: "expired 60 P1"),
        Rule(
            testDescription: "asked as the other type", recorded: [pass("P1", at: 60)], products: ["pass"],
            expected: "notPurchased"),
    ]

    /// What is owned by a ledger in which this is recorded.
    static func owned(
        _ recorded: [StoreTransaction], _ infos: [StoreRenewalInfo] = [], at seconds: Int64
    ) -> StoreEntitlements {
        var ledger = LedgerState()
        for transaction in recorded { _ = ledger.take(transaction) }
        var batch = PreparedBatch(capacity: 1)
        ledger.prepare(renewals: infos.map { .info($0) }, now: at(0), into: &batch)
        return StoreEntitlements(
            EntitlementSnapshot(state: ledger.entitlements, trustedDate: at(0)), deviceTime: at(seconds))
    }

    private static func text(_ result: VerifySubscriptionResult) -> String {
        func text(_ name: String, _ end: Date, _ items: [StoreTransaction]) -> String {
            let seconds = (Timestamp(end).milliseconds - at(0).milliseconds) / 1_000
            return (["\(name) \(seconds)"] + items.map(\.id)).joined(separator: " ")
        }
        return switch result {
        case .purchased(let end, let items): text("purchased", end, items)
        case .inGracePeriod(let end, let items): text("inGracePeriod", end, items)
        case .expired(let end, let items): text("expired", end, items)
        case .notPurchased: "notPurchased"
        }
    }

    @Test("verifySubscriptions: each rule, asked for now and for a date", arguments: rules)
    func subscriptions(rule: Rule) {
        let now = Self.owned(rule.recorded, rule.infos, at: rule.moment)
        let result = now.verifySubscriptions(ofType: rule.type, productIds: rule.products)
        #expect(Self.text(result) == rule.expected)
        #expect(result.isValid == (rule.expected.hasPrefix("purchased") || rule.expected.hasPrefix("inGrace")))
        let then = Self.owned(rule.recorded, rule.infos, at: 100_000)
        let dated = then.verifySubscriptions(
            ofType: rule.type, productIds: rule.products, validUntil: at(rule.moment).date)
        #expect(Self.text(dated) == rule.expected, "the date that is given counts")
        if rule.products.count == 1, let product = rule.products.first {
            #expect(now.verifySubscription(ofType: rule.type, productId: product) == result)
        }
    }

    @Test("verifyPurchase: bought and not taken back, whatever it is; consumables are counted elsewhere")
    func purchases() {
        let lamps = [
            StoreTransaction.sample("L1", "lamp", .nonConsumable, at: 1),
            StoreTransaction.sample("L2", "lamp", .nonConsumable, at: 2),
        ]
        let gone = StoreTransaction.sample("G1", "gone", .nonConsumable).revoked(at: 3)
        let now = Self.owned(
            lamps + [gone, .sample("C1"), Self.period("T1", from: 0, to: 100), Self.pass("P1", at: 5)], at: 200)
        #expect(now.verifyPurchase(productId: "lamp") == .purchased(item: lamps[1]))
        for id in ["gone", "coins", "unheard of"] { #expect(now.verifyPurchase(productId: id) == .notPurchased) }
        for id in ["gold", "pass"] { #expect(now.verifyPurchase(productId: id) != .notPurchased, "\(id), though over") }
        #expect(now.distinctPurchaseIds() == ["gold"])
        #expect(
            now.distinctPurchaseIds(ofType: .nonRenewing(validDuration: .seconds(1))) == ["lamp", "gone", "pass"])
    }
}
