import Foundation
import PurserSimulator
import PurserTesting
import Testing

@testable import Purser

@Suite("E5: a store on a device whose clock is far ahead", .timeLimit(.minutes(30)))
struct ClockAheadTests {
    private static let day = Duration.seconds(86_400)
    private static let leads: [Duration] = [.seconds(3_326_400), day * 1_096]

    /// An App Store with the right time, and a device whose clock is ahead of it.
    private struct Shop {
        let context: SimulationContext
        let appStore: EmbeddedAppStore
        let right: SteadyClock
        var configuration: PurchaseStore.Configuration

        init(_ context: SimulationContext, ahead: Duration, rate: SubscriptionTimeRate = .realTime) async {
            self.context = context
            right = SteadyClock(context.clock)
            let products: [StoreProduct] = [
                .simulated("gold", .autoRenewable), .simulated("silver", .autoRenewable, group: "other"),
                .simulated("lamp", .nonConsumable),
            ]
            appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: products), clock: right)
            await appStore.updateSettings { $0.timeRate = rate }
            configuration = PurchaseStore.Configuration(backend: appStore)
            configuration.storage = KeptStorage()
            right.setDevice(ahead: ahead)
        }

        /// Buys, and returns the end of the period.
        func buy(_ product: String = "gold", from store: PurchaseStore) async throws -> Timestamp {
            let purchase = try #require(try await store.purchase(product).purchase)
            try #require(store.entitlements.contains(product), "E5: \(product)")
            return try #require(purchase.transaction.expirationTime)
        }

        /// Waits until the App Store's time is so much after a moment.
        func wait(_ rest: Duration = .zero, after moment: Timestamp) async throws {
            try await context.sleep(for: (moment.time(after: right.timestamp()) ?? .zero) + rest)
        }
    }

    @Test(
        "T1, E4: what was just bought is owned until its period ends in the App Store, which is reported then",
        arguments: leads, 1...5 as ClosedRange<UInt64>)
    func owned(ahead: Duration, seed: UInt64) throws {
        try Simulation.run(seed: seed) { context in
            let shop = await Shop(context, ahead: ahead)
            let store = try await PurchaseStore.open(shop.configuration)
            var diagnostics = store.diagnostics.makeAsyncIterator()
            let reported = Lock<[(isOwned: Bool, time: Timestamp)]>([])
            let reading = context.start {
                for await entitlements in store.entitlementUpdates {
                    let isOwned = entitlements.contains("gold")
                    reported.withLock {
                        if $0.last?.isOwned != isOwned { $0.append((isOwned, shop.right.timestamp())) }
                    }
                }
            }
            let end = try await shop.buy(from: store)
            try #require(store.entitlements.subscriptions.first?.state == .subscribed)
            try #require(store.state(of: "gold") == .owned)
            try await shop.appStore.setAutoRenew(false, for: "gold")
            try await shop.wait(.seconds(60), after: end)
            try #require(!store.entitlements.contains("gold"))
            let ends = reported.withLock { $0 }
            try #require(ends.map(\.isOwned).suffix(2) == [true, false] && ends.last?.time == end)
            try await store.close()
            try await reading.value
            var kinds: [StoreDiagnostic.Kind] = []
            while let diagnostic = await diagnostics.next() { kinds.append(diagnostic.kind) }
            try #require(kinds.filter { $0 == .clockAhead }.count == 1)
        }
    }

    @Test("E4: after a launch the device's clock counts again, and once it is right the rest of the period is owned")
    func relaunch() throws {
        try Simulation.run(seed: 1) { context in
            let shop = await Shop(context, ahead: .seconds(3_326_400))
            var store = try await PurchaseStore.open(shop.configuration)
            let end = try await shop.buy(from: store)
            try await shop.appStore.setAutoRenew(false, for: "gold")
            try await store.close()
            await shop.appStore.setOnline(false)
            store = try await PurchaseStore.open(shop.configuration)
            try #require(!store.entitlements.contains("gold") && store.entitlements.asOf == context.clock.currentDate())
            shop.right.setDevice(ahead: .zero)
            try #require(store.entitlements.contains("gold"))
            await shop.appStore.setOnline(true)
            try await shop.wait(after: end)
            try #require(!store.entitlements.contains("gold"))
            try await store.close()
        }
    }

    @Test("A clock that is set again neither ends it nor prolongs it")
    func setAgain() throws {
        try Simulation.run(seed: 1) { context in
            let shop = await Shop(context, ahead: .seconds(3_326_400))
            let store = try await PurchaseStore.open(shop.configuration)
            let end = try await shop.buy(from: store)
            try await shop.appStore.setAutoRenew(false, for: "gold")
            for ahead in [Duration.seconds(-60), Self.day * 400] {
                shop.right.setDevice(ahead: ahead)
                try #require(store.entitlements.contains("gold"))
            }
            try await shop.wait(.milliseconds(-1), after: end)
            try #require(store.entitlements.contains("gold"))
            try await shop.wait(after: end)
            try #require(!store.entitlements.contains("gold"))
            try await store.close()
        }
    }

    @Test("U2: after a switch of users and back it is still owned")
    func users() throws {
        try Simulation.run(seed: 1) { context in
            let shop = await Shop(context, ahead: .seconds(3_326_400))
            var configuration = shop.configuration
            let (ada, bob) = (StoreAccount.user(UUID()), StoreAccount.user(UUID()))
            configuration.account = ada
            let store = try await PurchaseStore.open(configuration)
            _ = try await shop.buy(from: store)
            try await store.switchAccount(to: bob)
            try #require(!store.entitlements.contains("gold"))
            try await store.switchAccount(to: ada)
            try #require(store.entitlements.contains("gold"))
            try await store.close()
        }
    }

    @Test("Nothing else has another time: what the wrong clock ended stays over")
    func otherSubscriptions() throws {
        try Simulation.run(seed: 1) { context in
            let shop = await Shop(context, ahead: .zero)
            let store = try await PurchaseStore.open(shop.configuration)
            _ = try await shop.buy("silver", from: store)
            try await shop.appStore.setAutoRenew(false, for: "silver")
            shop.right.setDevice(ahead: Self.day * 60)
            _ = try await shop.buy(from: store)
            try #require(!store.entitlements.contains("silver") && store.entitlements.contains("gold"))
            let gold = try #require(await shop.appStore.transactions.first { $0.productID == "gold" })
            try await shop.appStore.refund(gold.id)
            try await context.sleep(for: .seconds(1))
            try #require(!store.entitlements.contains("gold"))
            try await store.close()
        }
    }
}
