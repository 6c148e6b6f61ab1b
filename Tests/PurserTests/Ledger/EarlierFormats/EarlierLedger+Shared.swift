import Foundation
import Purser

extension EarlierLedger {
    /// Format version 1.
    static let shared = EarlierLedger(
        folder: "", version: 1, logs: [settled, underWay, [everyField, restored], later], snapshot: 2, oldestLog: 2,
        isClosed: true)

    /// Consumables with which nothing is left to be done: all but the last two of them are archived.
    private static let settled: [LedgerRecord] =
        [
            .intent(asked),
            update(1, of: .sample("c1", at: 1) { $0.purchasedQuantity = 2 }, .payment, for: asked, duties: owesGrant),
            .step("c1", .granted), .step("c1", .finished),
        ] + finished(2, "c2") { ($0.purchasedQuantity, $0.signedTime) = (3, nil) } + finished(3, "c3")
        + finished(4, "c3", .revoked) { ($0.revocationTime, $0.revocationReason) = (at(4), .developerIssue) }
        + finished(5, "c4") { ($0.ownershipType, $0.expirationTime) = (.familyShared, at(900)) }
        + finished(6, "c5", .upgraded) { ($0.productID, $0.isUpgraded) = ("gems", true) }
        + finished(7, "c6") + finished(8, "c7")
        + [.consumer("analytics", 3), .consumer("gone", 2)]

    private static let owesGrant: TransactionLife.Steps = [.needsFinish, .owesGrant]

    /// A payment that says all that one can say.
    private static let asked = intent(
        1, quantity: 2, account: LedgerSamples.user, context: ["screen": "shop", "": "💰"],
        options: [
            .promotionalOffer("summer", signature: signature), .introductoryOfferEligibility(compactJWS: "d.e.f"),
            .billingPlanType(.monthly), .simulatesAskToBuyInSandbox(true), .custom(key: "text", value: "💰"),
            .custom(key: "number", value: -0.5), .custom(key: "truth", value: true),
            .custom(key: "data", value: Data([0, 255])),
        ])

    private static let signature = StoreOffer.Signature(
        keyID: "KEY", nonce: LedgerSamples.user, timestamp: Date(timeIntervalSince1970: 0.012),
        signature: Data([0, 255, 7]))

    /// Transactions and payments in each state that one can be left in.
    private static let underWay: [LedgerRecord] =
        [
            update(9, of: .sample("n1", "lamp", .nonConsumable, at: 9), duties: owesGrant.union(.owesContent)),
            .step("n1", .contentInstalled), .step("n1", .granted), .step("n1", .finished),
            update(10, of: .sample("s1", "news", .autoRenewable, at: 10) { $0.expirationTime = at(500) }),
            .step("s1", .finished),
            update(11, .renewed, of: renewal), update(12, of: .sample("d1", "lens", .nonConsumable), duties: owesGrant),
            .step("d1", .setAside(reason: "no room")), update(13, of: .sample("d2"), duties: owesGrant),
            .step("d2", .setAside(reason: "no net")), .step("d2", .released),
            .intent(manual), update(14, of: .sample("m1", "gems", at: 14), .payment, for: manual),
            .step("m1", .finishRequested),
        ] + (20...25).map { .intent(intent($0, context: ["number": "\($0)"])) } + [
            ended(21, .pending), ended(22, .cancelled), ended(23, .failed), ended(24, .interrupted),
            ended(25, .answered), .consumer("gone", nil), .consumer("sync", 12), .consumer("analytics", 8),
        ]

    private static let manual = intent(
        2, "gems", options: [.promotionalOffer("summer", compactJWS: "a.b.c")], finishing: .manual)

    static func ended(_ number: UInt64, _ how: IntentEnding) -> LedgerRecord {
        .intentEnded(PaymentToken(launch: launch, number: number), how)
    }

    private static let renewal = StoreTransaction.sample("s2", "news", .autoRenewable, at: 11) {
        ($0.originalID, $0.originalPurchaseTime, $0.expirationTime) = ("s1", at(10), at(1_000))
        ($0.reason, $0.subscriptionGroupID) = (.renewal, "21")
    }

    /// A transaction with all the fields that there were.
    private static let everyField = update(
        15, .init(rawValue: "strange"),
        of: .sample("f1", "news", .init(rawValue: "Curious"), at: 15) {
            ($0.originalID, $0.originalPurchaseTime) = ("f0", Timestamp(milliseconds: -5))
            ($0.purchasedQuantity, $0.expirationTime) = (-2, Timestamp(milliseconds: .max))
            ($0.revocationTime, $0.revocationReason) = (Timestamp(milliseconds: .min), .init(rawValue: -3))
            ($0.isUpgraded, $0.ownershipType) = (true, .init(rawValue: "BORROWED"))
            ($0.subscriptionGroupID, $0.appAccountToken) = ("group ✓", LedgerSamples.user)
            $0.offer = .init(type: .winBack, id: "back", paymentMode: .init(rawValue: "barter"))
            ($0.reason, $0.price) = (.renewal, Decimal(string: "-1234567890.000000123"))
            ($0.currencyCode, $0.storefrontCountryCode) = ("XTS", "USA")
            ($0.environment, $0.webOrderLineItemID) = (.init(rawValue: "Moon"), "")
            $0.jwsRepresentation = "head.payload.signature"
        })

    private static let restored = update(
        16, .restored, of: .sample("n2", "lens", .nonConsumable, at: 16) { $0.environment = .sandbox }, .restore,
        duties: [])

    /// What came after the snapshot, and after the log that follows it.
    private static let later: [LedgerRecord] =
        finished(17, "c8") + [
            update(18, .changed, of: renewal.prolonged, duties: []), update(19, of: .sample("d3"), duties: owesGrant),
            .step("d3", .setAside(reason: "later")), .intent(intent(30, "gems")), .intent(intent(31, "gems")),
            ended(31, .cancelled), .consumer("sync", 13),
        ]
}

extension StoreTransaction {
    fileprivate var prolonged: StoreTransaction {
        var fields = fields
        (fields.expirationTime, fields.signedTime) = (at(2_000), at(18))
        return StoreTransaction(fields)
    }
}
