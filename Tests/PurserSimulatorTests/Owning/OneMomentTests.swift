import Foundation
import Purser
import PurserTesting
import Testing

@testable import PurserSimulator

@Suite("E2, E5: what happens in one millisecond", .timeLimit(.minutes(30)))
struct OneMomentTests {
    private static let catalog = SimulatorCatalog(products: [
        .simulated("m1", .autoRenewable, price: 10, level: 2), .simulated("m2", .autoRenewable, price: 12, level: 2),
        .simulated("year", .autoRenewable, price: 100, level: 2, period: SubscriptionPeriod(1, .year)),
        .simulated("top", .autoRenewable, price: 20, level: 1), .simulated("low", .autoRenewable, price: 3, level: 3),
        .simulated(
            "team", .autoRenewable, price: 30, level: 1,
            seatPriceTiers: [.init(minimumSeats: 1, price: 30, displayPrice: "30")]),
    ])

    /// An App Store on a clock that nobody moves by itself, and what the customer does there.
    struct Shop {
        let clock = VirtualClock()
        let appStore: EmbeddedAppStore
        let store: PurchaseStore

        init() async throws {
            appStore = EmbeddedAppStore(catalog: OneMomentTests.catalog, clock: clock)
            store = try await appStore.openStore()
        }

        func buys(_ product: String, seats: Int? = nil) async throws -> String {
            let bought = try await store.purchase(product, options: seats.map { [.seats($0)] } ?? [])
            return try #require(bought.purchase).transaction.id
        }

        func day() { clock.advance(by: .seconds(86_400)) }
    }

    struct Life: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let body: @Sendable (Shop) async throws -> Void

        init(_ name: String, _ body: @escaping @Sendable (Shop) async throws -> Void) {
            (testDescription, self.body) = (name, body)
        }
    }

    /// Each a few steps in one millisecond; some are looked at a day later, too.
    private static let lives = [
        Life("downgrade, renewed early") { shop in
            _ = try await (shop.buys("top"), shop.buys("year"))
            try await shop.appStore.forceRenewal(of: "group")
        },
        Life("crossgraded, the old one refunded a day later") { shop in
            let old = try await shop.buys("m1")
            _ = try await shop.buys("m2")
            shop.day()
            try await shop.appStore.refund(old)
        },
        Life("refunded, another bought, the refund undone a day later") { shop in
            let old = try await shop.buys("m1")
            try await shop.appStore.refund(old)
            _ = try await shop.buys("m2")
            shop.day()
            try await shop.appStore.reinstate(old)
        },
        Life("seats renewed early") { shop in
            _ = try await shop.buys("team", seats: 6)
            try await shop.appStore.forceRenewal(of: "group")
        },
        Life("fewer seats renewed early") { shop in
            _ = try await shop.buys("team", seats: 6)
            try await shop.appStore.setRenewalSeats(2, for: "group")
            try await shop.appStore.forceRenewal(of: "group")
        },
        Life("seats added, and the first ones refunded") { shop in
            let first = try await shop.buys("team", seats: 2)
            _ = try await shop.buys("team", seats: 5)
            try await shop.appStore.refund(first)
        },
        Life("renewed early, then another bought") { shop in
            _ = try await shop.buys("m1")
            try await shop.appStore.forceRenewal(of: "group")
            _ = try await shop.buys("m2")
        },
        Life("renewed early three times") { shop in
            _ = try await shop.buys("m1")
            for _ in 0..<3 { try await shop.appStore.forceRenewal(of: "group") }
        },
        Life("crossgraded, ended, bought again, upgraded") { shop in
            _ = try await (shop.buys("m1"), shop.buys("m2"))
            try await shop.appStore.expire("group")
            _ = try await (shop.buys("m1"), shop.buys("top"))
        },
        Life("upgraded, then the new one refunded") { shop in
            _ = try await shop.buys("low")
            try await shop.appStore.refund(try await shop.buys("top"))
        },
        Life("crossgraded, the old one described anew a day later") { shop in
            let old = try await shop.buys("m1")
            _ = try await shop.buys("m2")
            shop.day()
            try await shop.appStore.setAppAccountToken(UUID(), of: old)
        },
    ]

    @Test(
        "E5, T1: two transactions of one millisecond are judged alike by the App Store and by entitlements, with their seats",
        arguments: lives)
    func agree(_ life: Life) async throws {
        let shop = try await Shop()
        try await life.body(shop)
        for _ in 0..<3 {
            let sold = try #require(await shop.appStore.subscription("group"))
            try await untilTrue { Self.words(shop.store) == Self.words(sold) }
            #expect(shop.store.entitlements.activeProductIDs == (sold.isEntitled ? [sold.productID] : []))
            shop.day()
        }
        let dates = await shop.appStore.transactions.map(\.purchaseDate)
        #expect(Set(dates).count == dates.count, "no two of a line have the same date")
        try await shop.store.close()
    }

    private static func words(_ store: PurchaseStore) -> String {
        let known = store.entitlements.subscriptions[groupID: "group"]
        return known.map { "\($0.transaction.id) \($0.productID) \($0.state) \($0.seats ?? 0)" } ?? "none"
    }

    private static func words(_ sold: SimulatedSubscription) -> String {
        "\(sold.transaction.id) \(sold.productID) \(sold.state) \(sold.seats ?? 0)"
    }
}

/// Waits for the store to have taken something in.
func untilTrue(_ condition: () -> Bool) async throws {
    while !condition() {
        try Task.checkCancellation()
        await Task.yield()
    }
}
