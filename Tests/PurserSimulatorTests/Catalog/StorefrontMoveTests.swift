import Foundation
import Purser
import Testing

@testable import PurserSimulator

@Suite("What a price is in another country, and in which words")
struct StorefrontMoveTests {
    @Test("After a move a transaction carries what is displayed, and the way back changes nothing")
    func moves() async throws {
        let price = try #require(Decimal(string: "9.99"))
        let store = EmbeddedAppStore(catalog: SimulatorCatalog(products: [.simulated("coins", price: price)]))
        try await store.activate()
        try await store.setStorefront(StoreStorefront(countryCode: "JPN", currencyCode: "JPY"))
        try await store.submit([payment(1, "coins", quantity: 2)])
        #expect(await store.transactions.map(\.price) == [20])
        #expect(try await store.products(for: ["coins"]).products.map(\.price) == [10])
        try await store.setStorefront(StoreStorefront(countryCode: "USA", currencyCode: "USD"))
        #expect(try await store.products(for: ["coins"]).products.map(\.price) == [price])
    }

    @Test("A storefront needs only its country: the App Store knows the currency, in settings as after a move")
    func byCountry() async throws {
        let settings = SimulatorSettings(storefront: StoreStorefront(countryCode: "DEU"))
        #expect(settings.storefront.currencyCode == "EUR")
        let store = EmbeddedAppStore(catalog: .sample(settings))
        try await store.activate()
        for (country, currency) in [("JPN", "JPY"), ("BRA", "BRL")] {
            try await store.setStorefront(StoreStorefront(countryCode: country))
            #expect(await store.storefront()?.currencyCode == currency)
            #expect(try await store.products(for: ["lamp"]).products.first?.currencyCode == currency)
        }
        await store.nextPurchase(.changesStorefront(StoreStorefront(countryCode: "JPN")))
        try await store.submit([payment(1, "lamp")])
        #expect(await store.charges.map(\.currencyCode) == ["JPY"])
        #expect(StoreStorefront(countryCode: "XXX").withCurrency.currencyCode == nil)
        // A currency that the test sets is kept.
        #expect(StoreStorefront(countryCode: "USA", currencyCode: "EUR").withCurrency.currencyCode == "EUR")
    }

    @Test(
        "When the storefront changes during a purchase the app decides: it goes on at the new price, or nothing is charged"
    )
    func decisions() async throws {
        let price = try #require(Decimal(string: "9.99"))
        let store = EmbeddedAppStore(catalog: SimulatorCatalog(products: [.simulated("coins", price: price)]))
        let mailbox = try await store.listening()
        let japan = StoreStorefront(countryCode: "JPN", currencyCode: "JPY")
        let america = StoreStorefront(countryCode: "USA", currencyCode: "USD")
        let asked = Lock<[String]>([])
        func decides(_ continues: Bool) -> Set<PurchaseOption> {
            [
                .onStorefrontChange { storefront in
                    asked.withLock { $0.append(storefront.countryCode) }
                    return continues
                }
            ]
        }
        await store.nextPurchase(.changesStorefront(japan))
        try await store.submit([payment(1, "coins", decides(true))])
        await store.nextPurchase(.changesStorefront(america))
        try await store.submit([payment(2, "coins", decides(false))])
        await store.nextPurchase(.changesStorefront(japan))
        try await store.submit([payment(3, "coins")])
        try await store.submit([payment(4, "coins", decides(false))])
        #expect(asked.withLock { $0 } == ["JPN", "USA"])
        #expect(await store.transactions.map(\.price) == [10, 10, 10])
        let events = await mailbox.next()?.flatMap(\.self) ?? []
        #expect(words(events).contains("coins 2 storeProductNotAvailable"), "\(words(events))")
        #expect(
            words(events).filter { $0.hasPrefix("storefront") } == [
                "storefront JPN", "storefront USA", "storefront JPN",
            ])
    }

    @Test("A decision about the storefront is never recorded: what is read again goes on")
    func lasting() throws {
        let option = PurchaseOption.onStorefrontChange { _ in false }
        let request = PaymentRequest(productID: "coins", options: [option, .custom(key: "a", value: true)])
        let read = try JSONDecoder().decode(PaymentRequest.self, from: JSONEncoder().encode(request))
        #expect(read.options.count == 2 && read.options != request.options)
        #expect(read.options.storefrontDecision?.continues(in: StoreStorefront(countryCode: "JPN")) == true)
        #expect(request.options.lasting == [.custom(key: "a", value: true)])
        #expect(option == option && option != .onStorefrontChange { _ in false })
        #expect("\(option)" == "decides about a change of the storefront")
    }

    private func product(_ locales: String...) -> StoreKitConfiguration.Product {
        StoreKitConfiguration.Product(
            id: "p", type: .consumable, price: 1, isFamilyShareable: false, internalID: nil, referenceName: nil,
            localizations: locales.map { .init(locale: $0, displayName: $0, description: "") }, subscription: nil)
    }

    @Test("Chinese in its other script is taken only where there is none in the right one")
    func scripts() {
        #expect(product("zh_Hant", "zh_Hans").localization(for: "zh_CN")?.locale == "zh_Hans")
        #expect(product("zh_Hans", "zh_Hant").localization(for: "zh_TW")?.locale == "zh_Hant")
        #expect(product("zh_Hans", "zh-Hant-HK").localization(for: "zh_HK")?.locale == "zh-Hant-HK")
        #expect(product("en", "zh_Hant").localization(for: "zh_CN")?.locale == "zh_Hant")
        #expect(product("de", "en_GB").localization(for: "en_US")?.locale == "en_GB")
    }

    @Test("The empty price that Xcode writes into an offer is zero, without a word")
    func emptyPrice() throws {
        let text = """
            {"version": {"major": 4, "minor": 0}, "subscriptionGroups": [{"id": "G", "name": "G", "subscriptions": [{
            "productID": "s", "type": "RecurringSubscription", "displayPrice": "4.99", "groupNumber": 1,
            "recurringSubscriptionPeriod": "P1M", "referenceName": "s", "subscriptionGroupID": "G", "localizations": [],
            "introductoryOffer": {"displayPrice": "", "internalID": "7", "numberOfPeriods": 1,
            "paymentMode": "payUpFront", "subscriptionPeriod": "P1M"}}]}]}
            """
        let configuration = try StoreKitConfiguration(data: Data(text.utf8), file: "a.storekit")
        #expect(configuration.diagnostics.map(\.message).filter { $0.contains("price") } == [])
        let product = try #require(SimulatorCatalog(configuration: configuration)["s"])
        #expect(product.subscription?.offers.map(\.price) == [0])
    }
}
