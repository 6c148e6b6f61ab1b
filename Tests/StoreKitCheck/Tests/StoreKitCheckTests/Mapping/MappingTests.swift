import Foundation
import Purser
import StoreKit
import Testing

@testable import StoreKitAdapters

@Suite("StoreKit's values become Purser's without a loss")
struct MappingTests {
    private var everything: StoreTransaction.Fields {
        let start = Date(timeIntervalSince1970: 1_700_000_000)
        var fields = StoreTransaction.Fields(
            id: "2000000012345", productID: "gold", productType: .autoRenewable, purchasedQuantity: 3,
            purchaseDate: start)
        fields.originalID = "2000000000001"
        fields.originalPurchaseDate = start - 86_400
        fields.expirationDate = start + 86_400
        fields.revocationDate = start + 100
        fields.revocationReason = .developerIssue
        fields.isUpgraded = true
        fields.ownershipType = .familyShared
        fields.subscriptionGroupID = "group"
        fields.appAccountToken = UUID(uuid: (7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        fields.offer = .init(type: .winBack, id: "come.back", paymentMode: .payUpFront, period: .init(3, .month))
        fields.reason = .renewal
        fields.price = Decimal(string: "17.88")
        fields.currencyCode = "SEK"
        fields.storefrontCountryCode = "SWE"
        fields.storefrontID = "143456"
        fields.environment = .sandbox
        fields.webOrderLineItemID = "77"
        fields.signedDate = start + 200
        fields.appTransactionID = "app"
        fields.appBundleID = "com.example.app"
        return fields
    }

    private func mapped(_ fields: StoreTransaction.Fields) -> StoreTransaction.Fields {
        let reported = Transaction(StoreTransaction(fields))
        let result = BackendTransaction(VerificationResult.verified(reported), needsFinish: true)
        var mapped = result.transaction.fields
        #expect(mapped.jwsRepresentation != nil)
        #expect(mapped.deviceVerification != nil)
        // The stub's own.
        mapped.jwsRepresentation = nil
        mapped.deviceVerification = nil
        return mapped
    }

    @Test("A transaction")
    func transaction() async throws {
        try await StoreKit2UnderTest(.none).during {
            let fields = everything
            #expect(mapped(fields) == fields)
            let plain = StoreTransaction.Fields(
                id: "1", productID: "coins", productType: .consumable, purchaseDate: Date(timeIntervalSince1970: 5))
            let bare = mapped(plain)
            #expect(bare.offer == nil && bare.expirationDate == nil && bare.appTransactionID == nil)
        }
    }

    @Test("Each way in which an applied offer is paid, also where the SDK has no property for it")
    func offerModes() async throws {
        try await StoreKit2UnderTest(.none).during {
            for mode in [StoreOffer.PaymentMode.freeTrial, .payAsYouGo, .payUpFront, .oneTime, .init(rawValue: "new")] {
                var fields = everything
                fields.offer = .init(type: .code, id: "code", paymentMode: mode)
                #expect(mapped(fields).offer?.paymentMode == mode)
            }
        }
    }

    @Test("A refund in part, also where the SDK has no property for it")
    func refund() async throws {
        try await StoreKit2UnderTest(.none).during {
            var fields = everything
            fields.revocationType = .proratedRefund
            fields.revocationPercentage = 37.5
            #expect(mapped(fields) == fields)
        }
    }

    private let tiers: [StoreTransaction.MultiSeatInfo.PriceTier] = [
        .init(price: Decimal(string: "9.99") ?? 0, quantity: 5), .init(price: 7, quantity: 3),
    ]

    @Test("M: the seats of a transaction and of a renewal, also where the SDK has no property for them")
    func seats() async throws {
        try await StoreKit2UnderTest(.none).during {
            var fields = everything
            fields.ownershipType = .assigned
            fields.multiSeatInfo = .init(
                invitationManagement: .apple, priceTiers: tiers.reversed(), revokedSeatQuantity: 2)
            fields.additionalTransactionReason = .seatAddition
            #expect(mapped(fields) == fields)
            var info = StoreRenewalInfo(originalTransactionID: "17", currentProductID: "gold", willAutoRenew: true)
            (info.renewalQuantity, info.multiSeatInfo) = (8, .init(renewalPriceTiers: tiers))
            let reported = StoreRenewalInfo(Product.SubscriptionInfo.RenewalInfo(info), jws: "a.b.c")
            #expect(reported.renewalQuantity == 8 && reported.multiSeatInfo == info.multiSeatInfo)
        }
    }

    @Test("What the app decides when the storefront changes is asked with StoreKit's storefront")
    func storefrontDecision() throws {
        let reported = Product(StoreProduct(id: "coins", type: .consumable, price: 1))
        let payment = BackendPayment(
            token: PaymentToken(launch: 1, number: 1), productID: "coins",
            options: [.onStorefrontChange { $0 == StoreStorefront(countryCode: "JPN", id: "143462") }])
        let options = try reported.options(of: payment)
        let answers = options.compactMap { option -> [Bool]? in
            guard case .onStorefrontChange(let question) = option.value else { return nil }
            return [("143462", "JPN"), ("143441", "USA")].map {
                question.shouldContinue(Storefront(id: $0, countryCode: $1))
            }
        }
        #expect(answers == [[true, false]])
    }

    @Test("Seats are bought with an SDK that knows them, and rejected with a reason before the customer pays for one")
    func seatOption() throws {
        var subscription = StoreProduct.SubscriptionInfo(
            subscriptionGroupID: "group", subscriptionPeriod: .init(1, .month))
        subscription.seatPriceTiers = [
            .init(minimumSeats: 1, maximumSeats: 5, price: 10, displayPrice: "$10"),
            .init(minimumSeats: 6, price: try #require(Decimal(string: "4.99")), displayPrice: "$4.99"),
        ]
        var product = StoreProduct(id: "team", type: .autoRenewable, price: 10, subscription: subscription)
        let reported = Product(product)
        let payment = BackendPayment(
            token: PaymentToken(launch: 1, number: 1), productID: "team", quantity: 1, options: [.seats(8)])
        #if STOREKIT_27_3
            #expect(try reported.options(of: payment) == [.quantity(1), .seats(8)])
        #else
            let error = #expect(throws: BackendFailure.self) { try reported.options(of: payment) }
            #expect(error?.code == .unsupportedPlatform && error?.message.contains("8 seats") == true)
            product.subscription?.seatPriceTiers = []
        #endif
        #expect(StoreProduct(reported).subscription == product.subscription)
    }

    #if STOREKIT_26_5
        @Test("What SDK 26.5 adds: plans with a commitment")
        func newer() async throws {
            try await StoreKit2UnderTest(.none).during {
                var fields = everything
                fields.billingPlanType = .monthly
                fields.commitmentInfo = .init(
                    billingPeriodNumber: 2, totalBillingPeriods: 12, expirationDate: fields.purchaseDate + 9_000,
                    price: try #require(Decimal(string: "17.88")))
                #expect(mapped(fields) == fields)
            }
        }
    #endif

    #if STOREKIT_27
        @Test("What SDK 27 adds: bundles, and the line's former original identifier")
        func newest() async throws {
            try await StoreKit2UnderTest(.none).during {
                var fields = everything
                fields.bundle = .init(
                    productID: "bundle", subscriptionGroupID: "bundles", transactionID: "8", originalTransactionID: "7")
                fields.previousOriginalTransactionID = "1999"
                #expect(mapped(fields) == fields)
            }
        }
    #endif

    @Test(
        "A product, with its subscription and offers; each price is exact, also from StoreKit 1",
        arguments: [("EUR", "17.88"), ("JPY", "1788"), ("KWD", "17.885")])
    func product(_ currency: String, _ amount: String) throws {
        let price = try #require(Decimal(string: amount))
        let offers = [
            StoreOffer(type: .introductory, paymentMode: .freeTrial, price: 0, period: .init(1, .week)),
            StoreOffer(
                type: .promotional, id: "loyal", paymentMode: .payAsYouGo, price: price, period: .init(1, .month),
                periodCount: 3),
            StoreOffer(type: .winBack, id: "back", paymentMode: .payUpFront, price: price, period: .init(1, .year)),
        ]
        let product = StoreProduct(
            id: "gold", type: .autoRenewable, displayName: "Gold", description: "All of it", price: price,
            currencyCode: currency, displayPrice: amount, isFamilyShareable: true,
            subscription: .init(
                subscriptionGroupID: "group", groupLevel: 2, subscriptionPeriod: .init(1, .month), offers: offers),
            priceLocale: Locale(identifier: "de_DE"))
        let reported = Product(product)
        #expect(StoreProduct(reported) == product && (currency == "JPY" || reported.price != price))
        let older = StoreProduct(SKProduct(reported), type: nil)
        #expect(older.price == price && older.subscription?.promotionalOffers.map(\.price) == [price])
    }

    @Test("A renewal info")
    func renewalInfo() async throws {
        try await StoreKit2UnderTest(.none).during {
            var info = StoreRenewalInfo(originalTransactionID: "17", currentProductID: "gold", willAutoRenew: true)
            let start = Date(timeIntervalSince1970: 1_700_000_000)
            info.autoRenewPreference = "silver"
            info.expirationReason = .billingError
            info.priceIncreaseStatus = .agreed
            info.isInBillingRetry = true
            info.gracePeriodExpirationDate = start + 10
            info.offer = .init(type: .promotional, id: "loyal", paymentMode: .freeTrial)
            info.environment = .sandbox
            info.recentSubscriptionStartDate = start - 10
            info.renewalDate = start + 20
            info.renewalPrice = Decimal(string: "17.88")
            info.currencyCode = "EUR"
            info.eligibleWinBackOfferIDs = ["back"]
            info.appAccountToken = UUID(uuid: (7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
            info.appTransactionID = "app"
            info.signedDate = start
            var mapped = StoreRenewalInfo(Product.SubscriptionInfo.RenewalInfo(info), jws: "a.b.c")
            #expect(mapped.jwsRepresentation == "a.b.c")
            mapped.jwsRepresentation = nil
            mapped.deviceVerification = nil
            #expect(mapped == info)
        }
    }

    @Test("An offer that this system cannot apply fails before the customer is asked to pay the full price")
    func offers() throws {
        let product = Product(StoreProduct(id: "gold", type: .autoRenewable, price: 4))
        func options(_ option: Purser.PurchaseOption) throws -> Set<Product.PurchaseOption> {
            try product.options(
                of: BackendPayment(
                    token: PaymentToken(launch: 1, number: 1), productID: "gold", quantity: 2, options: [option]))
        }
        for option in [Purser.PurchaseOption.promotionalOffer("loyal"), .winBackOffer("gone")] {
            #expect(throws: BackendFailure.self) { try options(option) }
        }
        #if STOREKIT_18_4
            let error = #expect(throws: BackendFailure.self) {
                try options(.promotionalOffer("loyal", compactJWS: "a.b.c"))
            }
            #expect(error?.code == .unsupportedPlatform)
        #else
            #expect(
                try options(.promotionalOffer("loyal", compactJWS: "a.b.c"))
                    == Product.PurchaseOption.promotionalOffer("loyal", compactJWS: "a.b.c")
                    .reduce(into: [.quantity(2)]) { $0.insert($1) })
        #endif
    }

    @Test("C5: errors after which a charge has been seen to arrive leave the outcome unknown; refusals do not")
    func errors() {
        for error in [
            StoreKitError.unknown, .networkError(URLError(.timedOut)), .notEntitled, .systemError(URLError(.unknown)),
        ] {
            #expect(BackendFailure(storeKit: error, doing: "buying").isOutcomeUnknown, "\(error)")
        }
        for error in [Product.PurchaseError.purchaseNotAllowed, .ineligibleForOffer, .missingOfferParameters] {
            #expect(!BackendFailure(storeKit: error, doing: "buying").isOutcomeUnknown, "\(error)")
        }
        #expect(BackendFailure(storeKit: StoreKitError.userCancelled, doing: "buying").code == .paymentCancelled)
    }
}
