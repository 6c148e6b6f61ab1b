import Foundation
import Observation
import Purser
import PurserSimulator
import Testing

@testable import PurserObservation

/// Counts how often a view that reads some properties would be drawn anew.
@MainActor private final class RedrawCounter {
    private(set) var count = 0
    private let body: @MainActor () -> Void
    private let changed = Lock(false)

    init(_ body: @escaping @MainActor () -> Void) {
        self.body = body
        draw()
    }

    /// How many changes were made since the last call; several between two calls are one redraw.
    func redraw() -> Int {
        guard changed.withLock({ $0 }) else { return 0 }
        changed.withLock { $0 = false }
        draw()
        return 1
    }

    private func draw() {
        withObservationTracking(body) { [changed] in changed.withLock { $0 = true } }
    }
}

@MainActor @Suite("What redraws a view", .timeLimit(.minutes(30)))
struct RedrawTests {
    private let appStore = Shop.appStore()

    /// A model that runs and has loaded everything.
    private func loaded(_ body: @escaping @MainActor (StoreModel) async throws -> Void) async throws {
        let model = StoreModel(try await Shop.open(appStore), productIDs: Shop.ids)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await model.run() }
            await until { model.products.allSatisfy { $0.product != nil && $0.state == .valid } && !model.isLoading }
            await model.restore()
            try await body(model)
            group.cancelAll()
        }
        try await model.store?.close()
    }

    @Test(
        "A cancelled or failed purchase and an empty restore redraw no view that reads what is owned; a purchase does")
    func nothingChanged() async throws {
        try await loaded { model in
            let counter = RedrawCounter { _ = (model.entitlements, model.account, model.products) }
            for _ in 0..<5 {
                await appStore.nextPurchase(.userCancels)
                await model.purchase("lamp")
                await appStore.nextPurchase(.fails(.paymentInvalid))
                await model.purchase("lamp")
                await model.restore()
                #expect(counter.redraw() == 0)
            }
            await model.purchase("lamp")
            await until { model["lamp"].isOwned }
            #expect(counter.redraw() == 1)
        }
    }

    @Test("Nothing is set that has not changed, whatever a view reads: by empty restores, reloads and known products")
    func eachPart() async throws {
        try await loaded { model in
            await model.purchase("club")
            await until { model["club"].isOwned && model["club"].subscription != nil }
            await model.restore()
            await model.reload()
            let club = model["club"]
            let parts: [(String, RedrawCounter)] = [
                ("products", RedrawCounter { _ = model.products }),
                ("entitlements", RedrawCounter { _ = model.entitlements }),
                ("account", RedrawCounter { _ = model.account }), ("phase", RedrawCounter { _ = model.phase }),
                ("failure", RedrawCounter { _ = model.isShowingFailure }), ("store", RedrawCounter { _ = model.store }),
                ("product", RedrawCounter { _ = club.product }), ("state", RedrawCounter { _ = club.state }),
                ("entitlement", RedrawCounter { _ = club.entitlement }),
                ("subscription", RedrawCounter { _ = club.subscription }),
                ("quantity", RedrawCounter { _ = club.purchasedQuantity }),
                ("trial", RedrawCounter { _ = club.isEligibleForIntroductoryOffer }),
                ("content", RedrawCounter { _ = club.content }), ("calls", RedrawCounter { _ = club.isPurchasing }),
            ]
            for _ in 0..<3 {
                await model.restore()
                await model.reload()
                model.add(Shop.ids)
                model.isShowingFailure = false
                for (name, counter) in parts { #expect(counter.redraw() == 0, "\(name)") }
            }
            // A second call at the same time says nothing new of what is under way.
            (model.loads, model.restores) = (1, 1)
            let busy = [RedrawCounter { _ = model.isLoading }, RedrawCounter { _ = model.isRestoring }]
            (model.loads, model.restores) = (2, 2)
            (model.loads, model.restores) = (1, 1)
            #expect(busy.map { $0.redraw() } == [0, 0])
            (model.loads, model.restores) = (0, 0)
            #expect(busy.map { $0.redraw() } == [1, 1] && !model.isLoading && !model.isRestoring)
        }
    }

    @Test(
        "A product that was not named may be read while a view draws: it changes nothing that is shown, and is fetched")
    func unknown() async throws {
        try await loaded { model in
            let before = model.products.map(\.id)
            let listed = RedrawCounter { _ = (model.products, model.entitlements, model.isShowingFailure) }
            let unknown = RedrawCounter { _ = model["unknown"].displayName }
            #expect(listed.redraw() == 0 && unknown.redraw() == 0)
            #expect(model.products.map(\.id) == before && model["unknown"] === model["unknown"])
            // It depends on that product, and not on what else the model shows.
            await model.purchase("lamp")
            await until { model["lamp"].isOwned }
            #expect(unknown.redraw() == 0)
            await until { model["unknown"].state == .invalid }
            model.add(["unknown"])
            #expect(model.products.map(\.id) == before + ["unknown"] && listed.redraw() == 1)
        }
    }

    @Test("A product that a view reads before the store is open redraws the view only when it changes itself")
    func beforeOpening() async {
        let appStore = appStore
        let model = StoreModel { try await Shop.open(appStore) }
        let unknown = RedrawCounter { _ = model["unknown"].displayName }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await model.run() }
            await until { model.phase == .open && model["unknown"].state == .invalid }
            #expect(unknown.redraw() == 0)
            group.cancelAll()
        }
        try? await model.store?.close()
    }

    @Test("Closing an alert that shows nothing redraws nothing")
    func alert() async throws {
        let model = StoreModel(previewing: StorePreview(products: Shop.products))
        let counter = RedrawCounter { _ = model.failure }
        model.isShowingFailure = false
        #expect(counter.redraw() == 0)
    }

    @Test("Entitlements are equal when they give the same answers, whenever they were read")
    func equality() async throws {
        let store = try await Shop.open(appStore)
        let empty = store.entitlements
        try await store.purchase("lamp")
        let owned = store.entitlements
        #expect(owned == store.entitlements && owned != empty)
        try await store.restorePurchases()
        #expect(owned == store.entitlements)
        try await appStore.refund(try #require(owned["lamp"]?.transaction.id))
        for await entitlements in store.entitlementUpdates where !entitlements.contains("lamp") { break }
        #expect(owned != store.entitlements)
        try await store.close()
    }
}
