import Purser
import PurserSimulator
import PurserTesting
import Testing

@Suite("Two devices of one customer at once", .timeLimit(.minutes(30)))
struct DeviceScheduleTests {
    @Test(
        "Every charge is granted once on each, every renewal told once on each, in order, whoever bought and whoever died"
    )
    func lives() async throws {
        try await expectNothing(count: plain(12, long: 40)) { seed in
            try Simulation.run(seed: seed) { try await TwoHandsets($0).live() }
        }
    }

    @Test("The same at an App Store as StoreKit 1 sees it, whose answers name no payment")
    func storeKit1() async throws {
        try await expectNothing(count: plain(12, long: 40)) { seed in
            try Simulation.run(seed: seed) { try await TwoHandsets($0, isStoreKit1: true).live() }
        }
    }
}

/// A customer who uses two devices at the same time.
private struct TwoHandsets: Sendable {
    let context: SimulationContext
    let appStore: EmbeddedAppStore
    let crashes: Bool

    init(_ context: SimulationContext, isStoreKit1: Bool = false) {
        var generator = context.generator(for: "two handsets")
        self.context = context
        crashes = generator.happens(0.5)
        var options = isStoreKit1 ? .storeKit1 : EmbeddedAppStoreOptions()
        options.answersInsideCalls = generator.happens(0.5)
        appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: LivingWorld.products), options: options)
    }

    func live() async throws -> [String] {
        let handsets = [
            Handset(context, appStore, "phone"), Handset(context, await appStore.addDevice(), "tablet"),
        ]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, handset) in handsets.enumerated() {
                group.addTask { try await use(handset, context.generator(for: "user \(number)")) }
            }
            try await group.waitForAll()
        }
        for payment in await appStore.pendingPayments { try await appStore.approve(payment) }
        var stores: [PurchaseStore] = []
        for handset in handsets { stores.append(try await handset.open()) }
        try await context.sleep(for: .seconds(3_600))
        for (handset, store) in zip(handsets, stores) {
            try await handset.compare(store, with: appStore, mayRepeat: crashes)
            let left = await store.unfinished().count
            if left > 0 { handset.book.violated("\(left) purchases stay unfinished") }
        }
        if await appStore.unfinishedCount > 0 { handsets[0].book.violated("the App Store waits to hear of finishes") }
        for violation in await appStore.violations { handsets[0].book.violated(violation) }
        for store in stores { await store.close() }
        return handsets.flatMap(\.violations)
    }

    private func use(_ handset: Handset, _ source: SeededGenerator) async throws {
        var generator = source
        for _ in 0..<1 + generator.index(below: 3) {
            let store = try await handset.open()
            for _ in 0..<1 + generator.index(below: 6) {
                await act(store, handset.book, &generator)
                let pause = generator.pick([Duration.zero, .milliseconds(400), .seconds(90), .seconds(86_400 * 9)])
                try await context.sleep(for: pause + generator.duration(upTo: 1_000))
            }
            await handset.end(store, dies: crashes)
            try await context.sleep(for: generator.pick([.zero, .seconds(86_400 * 40)]))
        }
    }

    private func act(_ store: PurchaseStore, _ book: LivingBook, _ generator: inout SeededGenerator) async {
        let product = generator.pick(["coins", "coins", "lamp", "gold", "silver", "bronze"])
        switch generator.index(below: 12) {
        case 0..<6: await buy(product, store, book)
        case 6:
            await appStore.nextPurchase(.asksToBuy)
            await buy(product, store, book)
        case 7: for payment in await appStore.pendingPayments { try? await appStore.approve(payment) }
        case 8: _ = try? await store.restorePurchases()
        case 9: try? await appStore.setAutoRenew(generator.happens(0.5), for: product)
        case 10:
            guard let charge = await appStore.charges.last else { return }
            // Nothing reports to StoreKit 1 that its copies of a purchase were refunded.
            guard appStore.capabilities.answersNamePayments == true || charge.productID == "coins" else { return }
            book.note("refunds \(charge.transactionID)")
            try? await appStore.refund(charge.transactionID)
        default: try? await context.sleep(for: .seconds(86_400 * 35))
        }
    }

    /// Buys, and sees that the answer is the account's and of this payment.
    private func buy(_ product: String, _ store: PurchaseStore, _ book: LivingBook) async {
        book.note("\(context.clock.now()) buys \(product)")
        guard case .purchased(let purchase)? = try? await store.purchase(product, deadline: .seconds(600)) else {
            return
        }
        let id = purchase.transaction.id
        if await !appStore.transactions.contains(where: { $0.id == id }) {
            book.violated("\(product) was answered with \(id), which nobody has sold")
        }
        if purchase.transaction.productType == .consumable, purchase.wasRecordedBefore {
            book.violated("\(product) was answered with \(id), which was bought before")
        }
    }
}
