import Purser
import PurserSimulator
import PurserTesting

/// Many subscriptions that end at one moment, while somebody follows what is owned and somebody buys.
enum ManyEnds {
    /// Nanoseconds: the median purchase before and meanwhile, the slowest meanwhile, and until all ends were told.
    struct Times {
        var before: Double
        var during: Double
        var slowest: Double
        var reported: Double
    }

    static func measure(_ count: Int) async throws -> Times {
        let clock = VirtualClock()
        let appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: [.simulated("coins")]), clock: clock)
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.clock = clock
        configuration.entitlementPolicy = .none
        let store = try await PurchaseStore.open(configuration)
        try await store.waitUntilReady()
        appStore.inbox.put((0..<count).map { event($0, from: clock.timestamp()) })
        while store.lastSequence < UInt64(count) { await Task.yield() }
        let ended = Lock<UInt64?>(nil)
        let reading = Task {
            for await owned in store.entitlementUpdates where owned.activeSubscriptions.isEmpty {
                ended.withLock { $0 = $0 ?? Stopwatch.now() }
            }
        }
        var before: [Double] = []
        for _ in 0..<20 { before.append(try await purchase(store)) }
        while clock.sleepers == 0 { await Task.yield() }
        // Calls of the backend that are just returning would have taken a month.
        try await Task.sleep(for: .milliseconds(100))
        let start = Stopwatch.now()
        clock.advance(by: .seconds(31 * 86_400))
        var during: [Double] = []
        repeat { during.append(try await purchase(store)) } while ended.withLock({ $0 }) == nil
        let reported = Double((ended.withLock { $0 } ?? start) - start)
        try await store.close()
        await reading.value
        return Times(
            before: Figure(.time, before).median, during: Figure(.time, during).median, slowest: during.max() ?? 0,
            reported: reported)
    }

    private static func purchase(_ store: PurchaseStore) async throws -> Double {
        let start = Stopwatch.now()
        try await store.purchase("coins")
        return Double(Stopwatch.now() - start)
    }

    private static func event(_ number: Int, from start: Timestamp) -> BackendEvent {
        var fields = StoreTransaction.Fields(
            id: "T\(number)", productID: "plan\(number)", productType: .autoRenewable, purchaseTime: start)
        fields.signedTime = start
        fields.expirationTime = start.advanced(by: .seconds(30 * 86_400))
        return .transaction(BackendTransaction(StoreTransaction(fields), origin: .elsewhere, needsFinish: false))
    }
}
