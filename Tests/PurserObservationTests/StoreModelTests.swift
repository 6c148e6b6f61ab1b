import Foundation
import Observation
import Purser
import PurserObservation
import PurserSimulator
import Testing

/// Runs a model beside a test.
@MainActor private func running(
    _ model: StoreModel, _ body: @escaping @MainActor () async throws -> Void
) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await model.run() }
        try await body()
        group.cancelAll()
    }
}

@MainActor @Suite("What an app's views show of a store", .timeLimit(.minutes(30)))
struct StoreModelTests {
    private let appStore = Shop.appStore()

    private func model(_ ids: [String] = Shop.ids) -> StoreModel {
        StoreModel(productIDs: ids) { [appStore] in try await Shop.open(appStore) }
    }

    @Test("It opens the store, and shows names, prices, offers, and what is owned after a purchase")
    func shows() async throws {
        let model = model()
        #expect(model.phase == .notOpen && model["lamp"].displayName == "lamp" && model["lamp"].displayPrice == nil)
        try await running(model) {
            await until { model.products.allSatisfy { $0.product != nil } }
            #expect(model.products.map(\.id) == Shop.ids && model.phase == .open)
            #expect(model["lamp"].displayName == "Lamp" && model["lamp"].displayPrice == "$3.00")
            #expect(model["club"].offers.count == 1 && model["club"].isEligibleForIntroductoryOffer)
            for id in Shop.ids { #expect(await model.purchase(id)?.purchase != nil) }
            await until { model["lamp"].state == .owned && model["club"].state == .owned }
            await until { model["lamp"].isOwned && model["club"].isSubscribed && model["seeds"].purchasedQuantity == 1 }
            #expect(!model["seeds"].isOwned && !model["club"].isEligibleForIntroductoryOffer)
            #expect(model.entitlements.contains("lamp") && model.failure == nil)
        }
    }

    @Test("A button is busy from the tap to the answer, and a purchase that waits for a parent says so")
    func busy() async throws {
        let model = model()
        try await running(model) {
            await until { model["lamp"].product != nil }
            await appStore.holdAnswers()
            async let outcome = model.purchase("lamp")
            await until { model["lamp"].isPurchasing }
            #expect(!model["seeds"].isPurchasing)
            await appStore.releaseAnswers()
            #expect(await outcome?.purchase != nil)
            await until { !model["lamp"].isPurchasing && model["lamp"].isOwned }
            await appStore.nextPurchase(.asksToBuy)
            guard case .pending? = await model.purchase("seeds") else {
                Issue.record("It does not wait for a parent.")
                return
            }
            await until { model["seeds"].isPending && !model["seeds"].isPurchasing }
            try await appStore.approveAll()
            await until { !model["seeds"].isPending && model["seeds"].purchasedQuantity == 1 }
        }
    }

    @Test("Of two calls that overlap, the one that ends first does not end the other's sign of being busy")
    func overlapping() async throws {
        let model = model()
        try await running(model) {
            await until { model["lamp"].product != nil && !model.isLoading }
            await appStore.holdAnswers()
            async let first = model.restore()
            await until { model.isRestoring }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { _ = await model.restore() }
                group.cancelAll()
            }
            #expect(model.isRestoring)
            await appStore.releaseAnswers()
            #expect(await first != nil && !model.isRestoring)
        }
    }

    @Test("What fails is shown until it was seen; what the customer cancelled is not")
    func failures() async throws {
        let model = model()
        #expect(await model.purchase("lamp") == nil && model.failure?.code == .storeClosed)
        model.failure = nil
        try await running(model) {
            await until { model.phase == .open }
            await appStore.nextPurchase(.fails(.paymentInvalid))
            #expect(await model.purchase("lamp") == nil && model.failure?.code == .paymentInvalid)
            model.failure = nil
            await appStore.nextPurchase(.userCancels)
            guard case .cancelled? = await model.purchase("lamp") else {
                Issue.record("It was not cancelled.")
                return
            }
            #expect(model.failure == nil)
            await until { !model["lamp"].isPurchasing }
            await appStore.enterCode("unknown", for: "club")
            await model.redeemCode()
            #expect(model.failure?.code == .invalidOfferIdentifier && model.isShowingFailure)
            model.isShowingFailure = false
            #expect(model.failure == nil)
        }
    }

    @Test("A view of one product is not drawn anew when another one changes")
    func apart() async throws {
        let model = model()
        try await running(model) {
            await until { model.products.allSatisfy { $0.product != nil && $0.state == .valid } }
            let changes = Lock(0)
            let lamp = model["lamp"]
            withObservationTracking {
                _ = (lamp.product, lamp.state, lamp.isOwned, lamp.isPurchasing, lamp.content, lamp.subscription)
            } onChange: {
                changes.withLock { $0 += 1 }
            }
            await model.purchase("seeds")
            await until { model["seeds"].purchasedQuantity == 1 && model["seeds"].state == .valid }
            #expect(changes.withLock { $0 } == 0)
            await model.purchase("lamp")
            await until { lamp.isOwned }
            #expect(changes.withLock { $0 } == 1)
        }
    }

    @Test("Two windows that run one model share its store; when one closes, the other goes on")
    func windows() async throws {
        let openings = Lock(0)
        let model = StoreModel(productIDs: ["lamp"]) { [appStore] in
            openings.withLock { $0 += 1 }
            return try await Shop.open(appStore)
        }
        try await running(model) {
            try await running(model) { await until { model["lamp"].product != nil } }
            try await appStore.buyElsewhere("lamp")
            await until { model["lamp"].isOwned }
        }
        // Nobody runs it: it follows again from where things are when somebody does.
        try await running(model) {
            let id = try #require(model["lamp"].entitlement?.transaction.id)
            try await appStore.refund(id)
            await until { !model["lamp"].isOwned }
        }
        #expect(openings.withLock { $0 } == 1)
    }

    @Test("A store that could not be opened says why, and is opened when the model runs again")
    func opensAgain() async throws {
        let tries = Lock(0)
        let model = StoreModel(productIDs: ["lamp"]) { [appStore] in
            let number = tries.withLock { tries in
                tries += 1
                return tries
            }
            guard number > 1 else { throw PurchaseFailure(.ledgerUnavailable, "The disk is full.") }
            return try await Shop.open(appStore)
        }
        await model.run()
        #expect(model.failure?.code == .ledgerUnavailable && model.phase == .notOpen && model.store == nil)
        try await running(model) { await until { model["lamp"].product != nil } }
    }

    @Test("It follows switches of users, other countries, and products that are added later")
    func changes() async throws {
        let store = try await Shop.open(appStore)
        let model = StoreModel(store, productIDs: ["lamp"])
        try await running(model) {
            await model.purchase("lamp")
            await until { model["lamp"].isOwned && model.account == .shared }
            model.add(["seeds", "lamp"])
            await until { model["seeds"].product != nil }
            #expect(model.products.map(\.id) == ["lamp", "seeds"])
            try await appStore.setStorefront(StoreStorefront(countryCode: "DEU"))
            await until { model["lamp"].state == .valid || model["lamp"].state == .owned }
            try await store.switchAccount(to: .user(UUID()))
            await until { model.account != .shared && model.account != .unnamed }
            try await store.close()
            await until { model.phase == .closed }
        }
    }

    @Test("Reloading fetches what is known too: the text of a price that has changed")
    func reloads() async throws {
        let lamp = StoreProduct(
            id: "lamp", type: .nonConsumable, displayName: "Lamp", price: 3, currencyCode: "EUR", displayPrice: "")
        let appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: [lamp]))
        let model = StoreModel(try await Shop.open(appStore), productIDs: ["lamp"])
        try await running(model) {
            await until { model["lamp"].displayPrice == "€3.00" }
            await appStore.updateSettings { $0.locale = "de_DE" }
            await model.reload()
            #expect(model["lamp"].displayPrice == "3,00\u{a0}€")
        }
        try await model.store?.close()
    }

    @Test("It ends when its store is closed")
    func ends() async throws {
        let store = try await Shop.open(appStore)
        let model = StoreModel(store, productIDs: Shop.ids)
        async let run: Void = model.run()
        await until { model["lamp"].product != nil }
        try await store.close()
        await run
        #expect(model.phase == .closed)
    }

    @Test("A restore is shown while it runs, and brings back what was bought before")
    func restores() async throws {
        try await appStore.buyElsewhere("lamp")
        let model = model()
        try await running(model) {
            await until { model.phase == .open }
            await model.restore()
            await until { model["lamp"].isOwned && !model.isRestoring }
        }
    }

    @Test("A preview shows what it was told, without any store")
    func previews() async throws {
        var preview = StorePreview(
            products: Shop.products,
            entitlements: StoreEntitlements(
                [
                    StoreTransaction(
                        StoreTransaction.Fields(
                            id: "1", productID: "lamp", productType: .nonConsumable,
                            purchaseDate: Date(timeIntervalSince1970: 0)))
                ], at: Date(timeIntervalSince1970: 1)))
        preview.states["seeds"] = .pending
        preview.failure = PurchaseFailure(.paymentNotAllowed, "Payments are switched off.")
        preview.purchase = { _ in .pending }
        let model = StoreModel(previewing: preview)
        await model.run()
        #expect(model["lamp"].isOwned && model["lamp"].state == .owned && model["seeds"].isPending)
        #expect(model["club"].state == .valid && model.failure?.code == .paymentNotAllowed)
        guard case .pending? = await model.purchase("club") else {
            Issue.record("The preview does not decide.")
            return
        }
        #expect(await model.restore() == nil && model.store == nil)
    }
}
