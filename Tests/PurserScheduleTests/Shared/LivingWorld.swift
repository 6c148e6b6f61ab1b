import Foundation
import Purser
import PurserSimulator
import PurserTesting

/// A customer whose subscriptions live for a year or so at an App Store with defects, and an app that is launched now and then.
struct LivingWorld: Sendable {
    let context: SimulationContext
    let appStore: EmbeddedAppStore
    let phone: Handset
    let plan: FaultPlan
    /// Whether the program dies at the end of a launch.
    let crashes: Bool
    let launches: Int
    /// How much happens in a launch.
    let deeds: ClosedRange<Int>
    /// How many devices the customer uses at the same time.
    let devices: Int
    let isStoreKit1: Bool

    /// A world of a seed.
    ///
    /// - Parameters:
    ///   - defects: which defects show; `nil` draws some of them.
    ///   - diesAlways: whether the program dies, and is launched again, after each thing that happens.
    ///   - isStoreKit1: whether the App Store is as StoreKit 1 sees it.
    ///   - backend: what the app talks to in place of the App Store itself, such as an adapter for Apple's.
    init(
        _ context: SimulationContext, defects: [StoreDefect]?, diesAlways: Bool = false, devices: Int = 1,
        isStoreKit1: Bool = false,
        through backend: (@Sendable (EmbeddedAppStore) -> any StoreBackend)? = nil
    ) {
        var generator = context.generator(for: "living world")
        self.context = context
        (self.devices, self.isStoreKit1) = (devices, isStoreKit1)
        crashes = generator.happens(0.4) || diesAlways
        launches = diesAlways ? 16 : 1 + generator.index(below: 4)
        deeds = diesAlways ? 1...1 : 2...9
        let shown = defects ?? StoreDefect.all.filter { _ in generator.happens(0.5) }
        plan = FaultPlan(
            seed: context.seed,
            defects: Dictionary(uniqueKeysWithValues: shown.map { ($0, generator.pick([0.2, 0.6, 1])) })
        )
        var options = EmbeddedAppStoreOptions(
            answersNamePayments: generator.happens(0.6) || backend != nil, concurrentPayments: 8)
        if isStoreKit1 { options = .storeKit1 }
        options.answersInsideCalls = generator.happens(0.5)
        appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: Self.products), options: options)
        phone = Handset(context, backend?(appStore) ?? appStore, "phone")
    }

    static let products: [StoreProduct] = [
        product("coins", .consumable), product("lamp", .nonConsumable),
        product("gold", .autoRenewable, level: 1), product("silver", .autoRenewable, level: 2),
        product("bronze", .autoRenewable, level: 3, period: SubscriptionPeriod(1, .week)),
    ]

    private static func product(
        _ id: String, _ type: StoreProduct.ProductType, level: Int = 1,
        period: SubscriptionPeriod = SubscriptionPeriod(1, .month)
    ) -> StoreProduct { .simulated(id, type, price: 1, level: level, period: period, isFamilyShareable: true) }

    /// Lives, lets everything settle, and compares the books.
    ///
    /// - Returns: what is wrong, and how many renewals there were.
    func run() async throws -> (violations: [String], renewals: Int) {
        var handsets = [phone]
        for number in 1..<devices { handsets.append(Handset(context, await appStore.addDevice(), "device \(number)")) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, handset) in handsets.enumerated() { group.addTask { try await use(handset, number) } }
            try await group.waitForAll()
        }
        await appStore.setFaults(.none)
        await appStore.updateSettings { $0.failsRenewals = false }
        for payment in await appStore.pendingPayments { try await appStore.approve(payment) }
        var stores: [PurchaseStore] = []
        for handset in handsets { stores.append(try await handset.open()) }
        for store in stores { try await store.waitUntilReady() }
        try await settle(stores)
        for violation in await appStore.violations { phone.book.violated(violation) }
        let transactions = await appStore.transactions
        for (handset, store) in zip(handsets, stores) {
            try await handset.compare(store, with: appStore, mayRepeat: crashes)
            try await store.close()
            if !handset.book.violations.isEmpty { await tellStory(store, handset.book, transactions) }
        }
        return (handsets.flatMap(\.book.violations), transactions.count { $0.reason == .renewal })
    }

    private func use(_ handset: Handset, _ number: Int) async throws {
        for launch in 0..<launches {
            await appStore.setFaults(plan)
            let store = try await handset.open()
            await live(store, handset.book, context.generator(for: "launch \(launch) of \(number)"))
            await handset.end(store, dies: crashes)
            var generator = context.generator(for: "pause \(launch) of \(number)")
            try await context.sleep(for: generator.pick([.zero, .milliseconds(300), .seconds(86_400 * 40)]))
        }
    }

    /// Adds to what is wrong how it came about.
    private func tellStory(_ store: PurchaseStore, _ book: LivingBook, _ transactions: [StoreTransaction]) async {
        for transaction in transactions { book.note("sold \(transaction)") }
        for update in (try? await phone.allUpdates(store)) ?? [] { book.note("told \(update)") }
        for subscription in store.entitlements.subscriptions { book.note("the app has \(subscription)") }
        for subscription in await appStore.subscriptions { book.note("the store has \(subscription)") }
        book.violated(book.story.joined(separator: "\n"))
    }

    private func live(_ store: PurchaseStore, _ book: LivingBook, _ source: SeededGenerator) async {
        var generator = source
        for _ in 0..<(deeds.lowerBound + generator.index(below: deeds.count)) {
            await act(store, book, &generator)
            // Mostly days and weeks, sometimes less than the second in which a store forgets what was bought.
            let pause = generator.pick([Duration.zero, .milliseconds(400), .seconds(90), .seconds(86_400 * 9)])
            try? await context.sleep(for: pause + generator.duration(upTo: 1_000))
        }
    }

    private func act(_ store: PurchaseStore, _ book: LivingBook, _ generator: inout SeededGenerator) async {
        let product = generator.pick(["coins", "coins", "lamp", "gold", "silver", "bronze"])
        switch generator.index(below: devices > 1 ? 22 : 20) {
        case 0..<7: await buy(product, store, book)
        case 7: _ = try? await store.restorePurchases()
        case 8: try? await store.redeliver()
        case 9: try? await appStore.setAutoRenew(generator.happens(0.5), for: product)
        case 10:
            let isBroken = generator.happens(0.5)
            await appStore.updateSettings { ($0.failsRenewals, $0.hasBillingGracePeriod) = (isBroken, true) }
        case 11: try? await appStore.resolveIssue(with: product)
        case 12: _ = try? await appStore.buyElsewhere(product)
        case 13:
            guard let charge = await appStore.charges.last else { return }
            // Copies, by which StoreKit 1 answers who buys what is owned, are not taken back with it.
            guard appStore.capabilities.answersNamePayments || charge.productID == "coins" else { return }
            book.note("refunds \(charge.transactionID)")
            try? await appStore.refund(charge.transactionID, percentage: generator.pick([100, 40]))
        case 14: try? await appStore.shareWithFamily("gold")
        case 15: try? await appStore.forceRenewal(of: product)
        case 16: try? await appStore.expire(product)
        case 17: try? await appStore.extend(product, by: .seconds(86_400 * 5))
        case 18:
            try? await appStore.requestPriceIncreaseConsent(for: product, to: 2)
            if generator.happens(0.5) { try? await appStore.consentToPriceIncrease(of: product) }
        case 20:
            await appStore.nextPurchase(.asksToBuy)
            await buy(product, store, book)
        case 21: for payment in await appStore.pendingPayments { try? await appStore.approve(payment) }
        default: try? await context.sleep(for: .seconds(86_400 * 35))
        }
    }

    private func buy(_ product: String, _ store: PurchaseStore, _ book: LivingBook) async {
        book.note("\(context.clock.now()) buys \(product)")
        guard case .purchased(let purchase)? = try? await store.purchase(product, deadline: .seconds(600)) else {
            return
        }
        let id = purchase.transaction.id
        guard await appStore.transactions.contains(where: { $0.id == id }) else {
            return book.violated("\(product) was answered with \(id), which nobody has sold")
        }
        if devices > 1, purchase.transaction.productType == .consumable, purchase.wasRecordedBefore {
            book.violated("\(product) was answered with \(id), which was bought before")
        }
        // A downgrade waits for the renewal: it is answered with the present period.
        let isOther = purchase.transaction.productID != product
        if isOther, purchase.transaction.productType != .autoRenewable {
            book.violated("\(product) was answered with \(purchase.transaction.productID)")
        }
    }

    private func settle(_ stores: [PurchaseStore]) async throws {
        for _ in 0..<12 {
            try await context.sleep(for: .seconds(600))
            var count = await appStore.unfinishedCount
            for store in stores { count += await store.unfinished().count }
            if count == 0 { return }
        }
        let unfinished = await appStore.unfinishedTransactions.map { "\($0)" }
        phone.book.violated("\(await appStore.unfinishedCount) transactions stay unfinished: \(unfinished)")
    }
}

extension StoreTransaction {
    /// Whether all of it was given back; of a consumable that was paid back in part the customer keeps what they have.
    var isWhollyTakenBack: Bool { revocationTime != nil && revocationType != .proratedRefund }
}
