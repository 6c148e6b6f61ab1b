import Foundation
import Purser
import PurserSimulator
import PurserTesting
import StoreKit
import StoreKitAdapters

/// A customer who buys through StoreKit 1's queue, over some launches of an app.
struct QueueWorld: Sendable {
    let context: SimulationContext
    let appStore: EmbeddedAppStore
    let fake: FakePaymentQueue
    let phone: Handset
    let crashes: Bool
    let launches: Int
    /// Whether something is taken back.
    ///
    /// Not where a finish does not take: the queue would tell again what was bought, and nothing in StoreKit 1 says that it
    /// was taken back.
    let refunds: Bool

    init(_ context: SimulationContext, defects: [StoreDefect]) {
        var generator = context.generator(for: "queue world")
        self.context = context
        crashes = generator.happens(0.4)
        launches = 1 + generator.index(below: 4)
        refunds = !defects.contains(.finishNotTaken)
        appStore = EmbeddedAppStore(
            catalog: SimulatorCatalog(products: StoreKit2UnderTest.products), clock: context.clock,
            faults: FaultPlan(
                seed: context.seed,
                defects: Dictionary(uniqueKeysWithValues: defects.map { ($0, generator.pick([0.2, 0.6])) })),
            options: .storeKit1)
        fake = FakePaymentQueue(
            appStore, clock: context.clock, finishLag: generator.pick([.zero, .milliseconds(300), .seconds(40)]))
        phone = Handset(context, StoreKit1Backend(productTypes: StoreKit1UnderTest.types), "phone")
    }

    /// Lives, lets everything settle, and compares the books.
    ///
    /// - Returns: what is wrong.
    func run() async throws -> [String] {
        try await fake.start()
        try await FakeQueue.$behaviour.withValue(fake) {
            for launch in 0..<launches {
                let store = try await phone.open()
                await live(store, context.generator(for: "launch \(launch)"))
                await phone.end(store, dies: crashes)
                // What the customer still decides is decided while nobody listens.
                try? await appStore.approveAll()
            }
            await appStore.setFaults(.none)
            let store = try await phone.open()
            try await store.waitUntilReady()
            try await settle(store)
            try await phone.compare(store, with: appStore, mayRepeat: crashes, seesSubscriptions: false)
            for violation in await appStore.violations { phone.book.violated(violation) }
            await store.close()
        }
        await fake.stop()
        return phone.violations
    }

    private func live(_ store: PurchaseStore, _ source: SeededGenerator) async {
        var generator = source
        for _ in 0..<(2 + generator.index(below: 8)) {
            await act(store, &generator)
            let pause = generator.pick([Duration.zero, .milliseconds(400), .seconds(90), .seconds(86_400 * 9)])
            try? await context.sleep(for: pause + generator.duration(upTo: 1_000))
        }
    }

    private func act(_ store: PurchaseStore, _ generator: inout SeededGenerator) async {
        let product = generator.pick(["coins", "coins", "gems", "lamp", "gold", "bronze"])
        switch generator.index(below: 16) {
        case 0..<5: await buy(product, store)
        case 5:
            await appStore.nextPurchase(.asksToBuy)
            await buy(product, store)
        case 6: try? await appStore.approveAll()
        case 7:
            await appStore.nextPurchase(generator.pick([.userCancels, .fails(.paymentNotAllowed)]))
            await buy(product, store)
        case 8: _ = try? await store.restorePurchases()
        case 9: try? await store.redeliver()
        case 10: _ = try? await appStore.buyElsewhere("coins")
        case 11: await refund()
        case 12: try? await appStore.setAutoRenew(generator.happens(0.5), for: product)
        case 13: try? await appStore.forceRenewal(of: product)
        case 14: try? await context.sleep(for: .seconds(86_400 * 35))
        default:
            // Two at once, of which one may be given up.
            async let first: Void = buy("coins", store)
            async let second: Void = buy(product, store)
            _ = await (first, second)
        }
    }

    /// Takes back what the app has, once: of the copies of what is owned nothing is taken back, and what is taken back before
    /// the queue has told it is told as bought all the same.
    private func refund() async {
        let lamps = await appStore.transactions.filter { $0.productID == "lamp" }
        guard refunds, lamps.count == 1, lamps[0].revocationTime == nil, phone.book.hasGranted(lamps[0].id) else {
            return
        }
        phone.book.note("refunds \(lamps[0].id)")
        try? await appStore.refund(lamps[0].id)
    }

    private func buy(_ product: String, _ store: PurchaseStore) async {
        phone.book.note("\(context.clock.now()) buys \(product)")
        guard case .purchased(let purchase)? = try? await store.purchase(product, deadline: .seconds(600)) else {
            return
        }
        if purchase.transaction.productID != product {
            phone.book.violated("\(product) was answered with \(purchase.transaction.productID)")
        }
    }

    private func settle(_ store: PurchaseStore) async throws {
        for _ in 0..<12 {
            try await context.sleep(for: .seconds(600))
            if await appStore.unfinishedCount == 0, await store.unfinished().isEmpty { return }
        }
        let left = await appStore.unfinishedTransactions + store.unfinished().map(\.transaction)
        phone.book.violated("unfinished stay \(left), in the queue \(fake.transactions.map(\.description))")
    }
}
