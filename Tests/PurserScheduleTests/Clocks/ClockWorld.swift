import Purser
import PurserSimulator
import PurserTesting

/// A device whose clock is set again and again, beside an App Store whose time is right.
struct ClockWorld: Sendable {
    private static let (hour, day) = (Duration.seconds(3_600), Duration.seconds(86_400))
    private static let products = ["gold", "silver"]

    let context: SimulationContext
    private let right: SteadyClock
    private let appStore: EmbeddedAppStore
    private let storage = KeptStorage()
    private let isSandbox: Bool
    /// Whether the clock is also set behind the right time.
    private let isSetBack: Bool
    private let findings = Lock<[String]>([])
    /// The longest time from the signature of what was bought to the answer.
    private let longest = Lock(Duration.zero)
    /// When the date was set for the last time.
    private let lastSet = Lock(Duration.zero)

    init(_ context: SimulationContext) async {
        var generator = context.generator(for: "clock world")
        self.context = context
        right = SteadyClock(context.clock)
        (isSandbox, isSetBack) = (generator.happens(0.5), generator.happens(0.3))
        let delay = generator.pick([
            .none, FaultDelay(0.5, .milliseconds(1) ... .seconds(60)), FaultDelay(0.5, .seconds(1) ... .seconds(900)),
        ])
        appStore = EmbeddedAppStore(
            catalog: SimulatorCatalog(
                products: Self.products.map { .simulated($0, .autoRenewable, group: $0) } + [.simulated("coins")]),
            clock: right, faults: FaultPlan(seed: context.seed, answerDelay: delay, duplicates: 0.2))
        if isSandbox { await appStore.updateSettings { $0.timeRate = .oneRenewalEveryFiveMinutes } }
    }

    /// Lives through some launches.
    ///
    /// - Returns: what is wrong.
    func live() async throws -> [String] {
        var generator = context.generator(for: "life")
        for _ in 0..<1 + generator.index(below: 3) {
            setClock(&generator)
            let store = try await open()
            let reported = Lock<StoreEntitlements?>(nil)
            let reading = context.start {
                for await entitlements in store.entitlementUpdates { reported.withLock { $0 = entitlements } }
            }
            for _ in 0..<3 + generator.index(below: 12) {
                try await act(store, &generator)
                // The loop is a moment behind.
                try await context.sleep(for: .milliseconds(1))
                await check(store, reported.withLock { $0 })
            }
            try await store.close()
            try await reading.value
        }
        for violation in await appStore.violations { found(violation) }
        return findings.withLock { $0 }
    }

    private func open() async throws -> PurchaseStore {
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.generator = context.generator(for: "store at \(context.clock.now())")
        configuration.storage = storage
        configuration.entitlementPolicy = .none
        return try await PurchaseStore.open(configuration)
    }

    private func act(_ store: PurchaseStore, _ generator: inout SeededGenerator) async throws {
        switch generator.index(below: 10) {
        case 0...2: try await buy(generator.pick(Self.products), from: store)
        case 3: try await buy("coins", from: store)
        case 4: setClock(&generator)
        case 5: try? await appStore.setAutoRenew(generator.happens(0.3), for: generator.pick(Self.products))
        case 6:
            let transactions = await appStore.transactions
            if !transactions.isEmpty { try? await appStore.refund(generator.pick(transactions).id) }
        default:
            let pauses: [Duration] =
                isSandbox
                ? [.seconds(20), .seconds(299), .seconds(301), Self.hour, Self.hour * 2]
                : [.seconds(20), Self.hour * 2, Self.day, Self.day * 9, Self.day * 31]
            try await context.sleep(for: generator.pick(pauses) + generator.duration(upTo: 1_000))
        }
    }

    private func setClock(_ generator: inout SeededGenerator) {
        let ahead: [Duration] = [.zero, .seconds(1), Self.hour, Self.day * 36, .seconds(3_326_400), Self.day * 1_096]
        let behind = [Self.hour * -1, Self.day * -40]
        right.setDevice(ahead: generator.pick(isSetBack ? ahead + behind : ahead))
        lastSet.withLock { $0 = context.clock.now() }
    }

    // MARK: What has to hold

    /// E5: what a purchase returns is owned.
    private func buy(_ product: String, from store: PurchaseStore) async throws {
        guard case .purchased(let purchase)? = try? await store.purchase(product) else { return }
        let transaction = purchase.transaction
        guard let end = transaction.expirationTime, let signed = transaction.signedTime, right.timestamp() < end else {
            return
        }
        longest.withLock { $0 = max($0, right.timestamp().time(after: signed) ?? .zero) }
        if !store.entitlements.contains(product) {
            found("E5: \(product) until \(end), bought at \(right.timestamp()), is not owned")
        }
    }

    private func check(_ store: PurchaseStore, _ reported: StoreEntitlements?) async {
        let (owned, device, real) = (store.entitlements, context.clock.timestamp(), right.timestamp())
        let transactions = await appStore.transactions
        for product in Self.products where owned.contains(product) {
            // A device whose clock is behind may show more, down to the latest signed date (E3).
            guard device >= real,
                let end = transactions.filter({ $0.productID == product }).compactMap(\.expirationTime).max()
            else { continue }
            let slack = longest.withLock { $0 }
            if end.advanced(by: slack) <= real { found("E4: \(product) until \(end) is still owned at \(real)") }
        }
        // A date that was set back is noticed within the hour.
        guard let reported, context.clock.now() - lastSet.withLock({ $0 }) > Self.hour else { return }
        for product in Self.products where owned.contains(product) != reported.contains(product) {
            found("T1: \(product) was reported otherwise than it is at \(owned.time)")
        }
    }

    private func found(_ words: String) { findings.withLock { $0.append("\(context.clock.now()) \(words)") } }
}
