import Purser
import PurserSimulator

/// The demo: an App Store, an open store, and acts with purchases, in a fixed order.
///
/// Every act ends when all its effects are recorded and finished, so that two runs print the same.
final class Demo {
    let output: Output
    let appStore: EmbeddedAppStore
    let store: PurchaseStore
    let server = DemoServer()
    let clock = DemoClock()
    let network = ManualConnectivity()
    let products: [StoreProduct]
    /// The products, without the file's failures.
    let catalog: SimulatorCatalog
    var plan: DemoPlan
    var tally = DemoTally()
    private var updates: StoreUpdates.AsyncIterator

    /// The pause before a payment is retried: long enough that only the network's return can end it in time.
    private static let paymentPause = Duration.seconds(5)

    /// Runs all acts; returns whether all counts were right.
    static func run(_ file: StoreFile, _ output: Output) async throws -> Bool {
        let demo = try await Demo(file, output)
        return try await closing(demo.store.close) { try await demo.play(file) }
    }

    private init(_ file: StoreFile, _ output: Output) async throws {
        self.output = output
        var catalog = file.catalog
        // The demo sets its own failures.
        catalog.settings.failures = SimulatorFailures()
        catalog.settings.asksToBuy = false
        catalog.settings.interruptsPurchases = false
        catalog.settings.timeRate = .realTime
        self.catalog = catalog
        products = catalog.products
        plan = DemoPlan(products)
        appStore = EmbeddedAppStore(catalog: catalog, clock: clock)
        store = try await Self.open(appStore, server, clock, network, launch: 1)
        updates = store.updates.makeAsyncIterator()
    }

    /// Opens a store with deterministic settings.
    static func open(
        _ appStore: EmbeddedAppStore, _ server: DemoServer, _ clock: DemoClock, _ network: ManualConnectivity,
        launch: UInt64
    ) async throws -> PurchaseStore {
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.grant = { try server.grant($0) }
        configuration.revoke = { server.revoke($0) }
        configuration.clock = clock
        configuration.connectivity = network
        configuration.generator = SplitMix64(seed: launch)
        // However busy the machine is, it says the same each time.
        configuration.retries.payment = RetryPolicy(
            initialDelay: paymentPause, jitter: .none, maximumElapsed: nil)
        configuration.retries.grant = RetryPolicy(
            initialDelay: .milliseconds(5), maximumDelay: .milliseconds(20), jitter: .none, maximumElapsed: nil)
        return try await PurchaseStore.open(configuration)
    }

    private func play(_ file: StoreFile) async throws -> Bool {
        try await store.waitUntilReady()
        output.line("Selling from \(Line.single(file.name)).")
        try await showProducts()
        try await buyAtOnce()
        try await buyWithApproval()
        try await buyOffline()
        try await buyWhileServerFails()
        try await buyByHand()
        try await refund()
        let restored = try await restore()
        let lived = try await liveThroughSubscription()
        return await summarize([restored] + [lived].compactMap { $0 })
    }

    // MARK: What the acts need

    func heading(_ text: String) {
        output.line()
        output.line(output.style.heading(text))
    }

    func say(_ text: String) { output.line("  " + text) }

    func skip(_ why: String = "no product is left that can be bought") {
        say(output.style.faint("skipped: \(why)"))
    }

    func buy(_ productID: String, finishing: Finishing = .atomic) async throws -> PurchaseOutcome {
        let outcome = try await store.purchase(productID, context: tally.began(productID), finishing: finishing)
        tally.ended(outcome)
        return outcome
    }

    func wait(for what: String, _ condition: () async -> Bool) async throws {
        guard await settled(condition) else { throw ToolError("\(what) did not arrive in time") }
    }

    /// Waits until all automatic finishes are done, then prints the updates since the last call.
    func showUpdates() async throws {
        try await wait(for: "the finishing") {
            let unfinished = await store.unfinished()
            guard unfinished.allSatisfy(\.needsFinish) else { return false }
            return await appStore.unfinishedCount == unfinished.count
        }
        var rows: [Row] = []
        while tally.lastSequence < store.lastSequence, let update = await updates.next() {
            tally.updates.append(update)
            rows.append(UpdateRow.row(update, product(update.productID)))
        }
        output.write(rows)
    }

    func product(_ id: String) -> StoreProduct? { products.first { $0.id == id } }
}
