import Foundation

@testable import Purser

/// Records of every kind, with fields of every kind, made from a number.
enum LedgerSamples {
    static let user = UUID(uuid: (17, 34, 51, 68, 85, 102, 119, 136, 153, 170, 187, 204, 221, 238, 255, 0))
    static let userID = UserID(user)

    static func transaction(_ number: Int, kind: StoreProduct.ProductType = .consumable) -> StoreTransaction.Fields {
        StoreTransaction.Fields(
            id: "2000000\(number)", productID: "com.example.product\(number % 7)", productType: kind,
            purchasedQuantity: 1 + number % 3, purchaseTime: Timestamp(milliseconds: 1_700_000_000_000 + Int64(number)))
    }

    static func fullTransaction(_ number: Int) -> StoreTransaction.Fields {
        var fields = transaction(number, kind: .autoRenewable)
        fields.originalID = "1999"
        fields.originalPurchaseTime = Timestamp(milliseconds: -5)
        fields.expirationTime = Timestamp(milliseconds: .max)
        fields.revocationTime = Timestamp(milliseconds: .min)
        fields.revocationReason = .init(rawValue: -3)
        fields.isUpgraded = true
        fields.ownershipType = .init(rawValue: "BORROWED")
        fields.subscriptionGroupID = "group ✓"
        fields.appAccountToken = UUID(uuidString: "11223344-5566-7788-99AA-BBCCDDEEFF00")
        fields.offer = .init(type: .winBack, id: "back", paymentMode: .init(rawValue: "barter"))
        fields.reason = .renewal
        fields.price = Decimal(string: "-1234567890.000000123")
        fields.currencyCode = "XTS"
        fields.storefrontCountryCode = "USA"
        fields.environment = .init(rawValue: "Moon")
        fields.webOrderLineItemID = ""
        fields.signedTime = Timestamp(milliseconds: 1_700_000_000_001)
        fields.jwsRepresentation = String(repeating: "payload.", count: number % 400)
        return fields
    }

    static func intent(_ number: Int) -> PaymentIntent {
        var request = PaymentRequest(productID: "com.example.product\(number % 7)", finishing: .atomic)
        if number.isMultiple(of: 2) {
            request.quantity = 3
            request.appAccountToken = UUID(uuidString: "11223344-5566-7788-99AA-BBCCDDEEFF00")
            request.context = ["screen": "shop", "": "💰"]
            request.finishing = .manual
            request.options = options(number)
        }
        return PaymentIntent(
            token: PaymentToken(launch: .max - UInt64(number), number: UInt64(number)), request: request,
            requestTime: Timestamp(milliseconds: 1_699_999_999_999))
    }

    /// Every kind of option, and each offer in turn.
    private static func options(_ number: Int) -> Set<PurchaseOption> {
        let signature = StoreOffer.Signature(
            keyID: "KEY", nonce: UUID(uuidString: "00000000-0000-0000-0000-0000000000FF") ?? UUID(),
            timestamp: Date(timeIntervalSince1970: 0.012), signature: Data([0, 255, 7]))
        // As the first version could say it, and has written it down.
        guard number != 2 else { return [.promotionalOffer("summer", signature: signature)] }
        let offers: [PurchaseOption] = [
            .promotionalOffer("summer", signature: signature), .promotionalOffer("summer", compactJWS: "a.b.c"),
            .promotionalOffer("summer"), .winBackOffer("back"), PurchaseOption(.offer(id: "", type: .introductory)),
        ]
        return [
            offers[number / 2 % offers.count], .introductoryOfferEligibility(compactJWS: "d.e.f"),
            .billingPlanType(.monthly), .simulatesAskToBuyInSandbox(true), .custom(key: "text", value: "💰"),
            .custom(key: "number", value: -0.5), .custom(key: "truth", value: true),
            .custom(key: "data", value: Data([0, 255])),
        ]
    }

    static func update(_ sequence: Int, intent: PaymentIntent? = nil) -> LedgerRecord {
        let fields = sequence.isMultiple(of: 5) ? fullTransaction(sequence) : transaction(sequence)
        let update = StoreUpdate(
            sequence: UInt64(sequence), phase: StoreUpdate.Phase.allCases[sequence % 3],
            kind: sequence.isMultiple(of: 11) ? .init(rawValue: "strange") : .purchased,
            transaction: StoreTransaction(fields), intent: intent, recordTime: Timestamp(milliseconds: 99),
            unpaidFinishing: sequence.isMultiple(of: 7) ? .manual : .atomic)
        return .update(update, stepsDue: sequence.isMultiple(of: 3) ? [] : [.needsFinish, .owesGrant])
    }

    /// The records of the purchase with a number, from 1.
    static func purchase(_ number: Int) -> [LedgerRecord] {
        let intent = intent(number)
        return [
            .intent(intent), update(number, intent: intent), .step("2000000\(number)", .granted),
            .step("2000000\(number)", .deadLetter(reason: "no room")), .step("2000000\(number)", .released),
            .step("2000000\(number)", .finished), .intentEnded(intent.token, .failed),
            .step("2000000\(number)", .revoked),
            Units(low: number, high: 3 * number).map { .units("2000000\(number)", $0) }
                ?? .step("2000000\(number)", .revoked),
            .finishing(productID: "com.example.product\(number % 7)", number.isMultiple(of: 2) ? .manual : .atomic),
        ]
    }
}

/// A folder for one test; it goes when the value does.
final class TemporaryFolder {
    let path: String
    var url: URL { URL(fileURLWithPath: path) }

    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("purser-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

extension LedgerStorage {
    /// All records.
    func contents() throws -> [LedgerRecord] {
        var contents: [LedgerRecord] = []
        try load { contents.append($0) }
        return contents
    }
}

extension LedgerSamples {
    /// One record of each kind that is about users, but for the ledger's owner.
    static let aboutUsers: [LedgerRecord] = [
        .payer(launch: .max, userID),
        .missed(from: 7), .missed(from: nil),
        .forgotten(UserID(UUID(uuid: (9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9)))),
    ]

    /// Records of promoted purchases.
    static let promoted: [LedgerRecord] = {
        let offered = PromotedPurchase(
            id: "coins 1", productID: "coins", options: [.winBackOffer("back"), .custom(key: "a", value: true)])
        return [
            .promoted(RecordedPromotion(purchase: offered)),
            .promoted(RecordedPromotion(purchase: PromotedPurchase(id: "lamp", productID: "lamp"))),
            .promotedEnded(offered),
        ]
    }()
}
