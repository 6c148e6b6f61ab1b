import Purser
import PurserTesting
import Testing

@testable import PurserSimulator

#if canImport(FoundationInternationalization)
    import FoundationEssentials
    import FoundationInternationalization
#else
    import Foundation
#endif

@Suite("Customers pay the displayed price", .timeLimit(.minutes(30)))
struct PayablePriceTests {
    /// The countries whose currencies are all of the App Store's.
    private static let countries = {
        var seen: Set<String> = []
        return StoreStorefront.countries.filter {
            seen.insert(StoreStorefront.appStore(in: $0)?.currencyCode ?? "").inserted
        }
    }()

    private func amount(_ text: String) -> Decimal { Decimal(string: text) ?? 0 }

    /// The digits of a currency, as Foundation writes it.
    private func digits(_ currency: String) -> Int {
        let text = amount("1.23456").formatted(.currency(code: currency).locale(Locale(identifier: "en_US")))
        return text.split(separator: ".").dropFirst().first?.count ?? 0
    }

    @Test("The digits of each of the App Store's currencies are those that Foundation writes")
    func currencies() {
        #expect(Self.countries.count == 43)
        let others = ["KWD", "BHD", "TND", "ISK", "UGX", "XAF", "XTS"]
        for currency in Self.countries.compactMap({ StoreStorefront.appStore(in: $0)?.currencyCode }) + others {
            #expect(PayableAmounts(currency: currency).digits == digits(currency), "\(currency)")
        }
    }

    @Test(
        "An amount is rounded to the nearest one that can be paid, or down",
        arguments: [
            ("4.80", "JPY", "5", "4"), ("4.5", "JPY", "5", "4"), ("0.49", "KRW", "0", "0"), ("12", "JPY", "12", "12"),
            ("4.999", "USD", "5", "4.99"), ("4.985", "USD", "4.99", "4.98"), ("0.001", "EUR", "0", "0"),
            ("4.99", "USD", "4.99", "4.99"), ("1.2345", "KWD", "1.235", "1.234"), ("-4.5", "JPY", "-5", "-4"),
            ("1000000000000.994", "USD", "1000000000000.99", "1000000000000.99"),
        ])
    func rounding(text: String, currency: String, nearest: String, down: String) {
        let payable = PayableAmounts(currency: currency)
        #expect(payable.nearest(amount(text)) == amount(nearest))
        #expect(payable.roundedDown(amount(text)) == amount(down))
    }

    @Test("A .storekit file with a price that its storefront's currency cannot show is diagnosed, by product")
    func diagnostics() throws {
        let file = try configuration(
            """
            {"products":[{"productID":"coins","type":"Consumable","displayPrice":"4.80"},
            {"productID":"lamp","type":"NonConsumable","displayPrice":"480"}],
            "subscriptionGroups":[{"id":"G","name":"G","subscriptions":[{"productID":"s","type":"RecurringSubscription",
            "displayPrice":"500","recurringSubscriptionPeriod":"P1Y","introductoryOffer":{"paymentMode":"payUpFront",
            "displayPrice":"99.5","subscriptionPeriod":"P1M","internalID":"1"},
            "billingPlans":[{"billingPlanType":"MONTHLY","displayPrice":"50.5","commitmentDisplayPrice":"606"}],
            "seatPriceTiers":[{"minimumSeats":1,"displayPrice":"400.1"}]}]}],
            "settings":{"_storefront":"JPN"}}
            """)
        let entry = "warning $.subscriptionGroups[0].subscriptions[0]"
        #expect(
            file.faults == [
                "warning $.products[0].displayPrice", entry, "\(entry).billingPlans", "\(entry).seatPriceTiers",
            ])
        #expect(
            file.diagnostics.first?.message
                == "the price of \"coins\" is 4.8, which cannot be paid in JPY; 5 is used; write a whole number")
        #expect(file.diagnostics.allSatisfy { $0.message.contains("\"coins\"") || $0.message.contains("\"s\"") })
        let dollars = try configuration(
            #"{"products":[{"productID":"a","type":"Consumable","displayPrice":"4.999"}]}"#)
        #expect(
            dollars.diagnostics.map(\.message).first?.hasSuffix("5 is used; write at most 2 digits after the dot")
                == true)
    }

    @Test("A product of a .storekit file, or made in code, costs what its text shows, in yen as in dollars")
    func shownAndCharged() async throws {
        let file = try configuration(
            #"{"products":[{"productID":"a","type":"Consumable","displayPrice":"4.80"}],"settings":{"_storefront":"JPN"}}"#
        )
        for catalog in [
            SimulatorCatalog(configuration: file),
            SimulatorCatalog(products: [.simulated("a", price: amount("4.5"), currencyCode: "JPY")]),
        ] {
            let store = EmbeddedAppStore(catalog: catalog, clock: VirtualClock())
            try await store.activate()
            let product = try #require(try await store.products(for: ["a"]).products.first)
            #expect(product.displayPrice == "¥5" && product.price == 5)
            try await store.submit([payment(1, "a"), payment(2, "a", quantity: 3)])
            #expect(await store.charges.map(\.amount) == [5, 15])
            // The exact price applies again where it can be paid.
            let exact = await store.kept.state.catalog.exactPrice(of: "a")
            try await store.setStorefront(StoreStorefront(countryCode: "USA", currencyCode: "USD"))
            #expect(try await store.products(for: ["a"]).products.map(\.price) == [exact])
        }
    }
}
