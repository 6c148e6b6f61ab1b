import PurserSimulator
import PurserTesting
import Testing

@testable import Purser

@Suite("A typed catalog", .timeLimit(.minutes(30)))
struct TypedCatalogTests {
    private enum Feature: Hashable, Sendable {
        case lamp, club, mystery
        case coins(Int)
    }

    private static func catalog(_ policy: UnknownProductPolicy<Feature> = .leaveUnfinished, knowsLamp: Bool = true)
        -> TypedCatalog<Feature>
    {
        TypedCatalog(unknownProducts: policy) {
            if knowsLamp { Selling("lamp", as: .lamp) }
            Selling("club", as: .club)
            for number in [10, 50] { Selling("coins.\(number)", as: .coins(number)) }
            Selling("club", as: .lamp)
        }
    }

    private static let appCatalog = SimulatorCatalog(products: [
        .simulated("lamp", .nonConsumable), .simulated("club", .autoRenewable), .simulated("coins.10"),
    ])

    @Test("The builder keeps the order, the first of two alike counts, and items are found by product and back")
    func building() {
        let catalog = Self.catalog()
        #expect(catalog.ids == ["lamp", "club", "coins.10", "coins.50"])
        #expect(catalog["club"] == .club && catalog["coins.50"] == .coins(50) && catalog["new"] == nil)
        #expect(catalog.ids(of: .coins(10)) == ["coins.10"])
        #expect(Self.catalog(.treat(as: .mystery))["new"] == .mystery && Self.catalog(.finish)["new"] == nil)
        #expect(Self.catalog(knowsLamp: false).ids == ["club", "coins.10", "coins.50"])
    }

    @Test("What is owned is told in the app's words; overrides add and take for previews")
    func owned() {
        let lamp = StoreTransaction.sample("T1", "lamp", .nonConsumable)
        let entitlements = StoreEntitlements([lamp, .sample("T2", "new", .nonConsumable)], at: at(0).date)
        #expect(entitlements.items(of: Self.catalog()) == [.lamp])
        #expect(entitlements.items(of: Self.catalog(.treat(as: .mystery))) == [.lamp, .mystery])
        let preview = Self.catalog().overriding(["lamp": false, "club": true])
        #expect(entitlements.items(of: preview) == [.club])
        #expect(entitlements.items(of: preview.overriding(["lamp": true])) == [.club, .lamp])
    }

    /// Buys the lamp with an app that does not know it, and says what was handed over.
    private func delivered(
        _ policy: UnknownProductPolicy<Feature>, _ appStore: EmbeddedAppStore, _ storage: KeptStorage,
        knowsLamp: Bool = false, buys: Bool = true
    ) async throws -> [Feature] {
        let given = Lock<[Feature]>([])
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.storage = storage
        configuration.deliver(Self.catalog(policy, knowsLamp: knowsLamp)) { item, _ in
            given.withLock { $0.append(item) }
        }
        #expect(configuration.productIDs.contains("club"))
        let store = try await PurchaseStore.open(configuration)
        try await store.waitUntilReady()
        if buys {
            try await appStore.buyElsewhere("lamp")
            try await store.purchase("coins.10")
            try await eventually { store.entitlements.contains("lamp") }
        } else {
            try await eventually { given.withLock { $0.contains(.lamp) } }
        }
        let isLeft = policy == .leaveUnfinished && !knowsLamp
        try await eventually { await appStore.unfinishedCount == (isLeft ? 1 : 0) }
        try await store.close()
        return given.withLock { $0 }
    }

    @Test("What this version does not know stays unfinished, and the version that knows it hands it over once")
    func leftUnfinished() async throws {
        let (appStore, storage) = (EmbeddedAppStore(catalog: Self.appCatalog), KeptStorage())
        #expect(try await delivered(.leaveUnfinished, appStore, storage) == [.coins(10)])
        #expect(
            try await delivered(.leaveUnfinished, appStore, storage, knowsLamp: true, buys: false) == [.lamp])
        #expect(await appStore.unfinishedCount == 0)
    }

    @Test("Or it is finished without being handed over, or handed over as something")
    func finished() async throws {
        let first = try await delivered(.finish, EmbeddedAppStore(catalog: Self.appCatalog), KeptStorage())
        #expect(first == [.coins(10)])
        let other = try await delivered(
            .treat(as: .mystery), EmbeddedAppStore(catalog: Self.appCatalog), KeptStorage())
        #expect(Set(other) == [.coins(10), .mystery])
    }
}
