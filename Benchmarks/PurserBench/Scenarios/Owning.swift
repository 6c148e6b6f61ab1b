import Purser
import PurserSimulator
import PurserTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Scenario {
    static let owning = Scenario(
        name: "owning", summary: "working out where subscriptions stand, one more renewal, and many that end at once",
        options: [.purchases, .repeats]
    ) { bench in
        var rows: [Row] = []
        for length in [10, 1_000, 100_000] {
            bench.progress.show("owning: a line of \(length)")
            let line = OwnedLine(length: length)
            let evaluated = try (1...bench.repeats).map { _ in try line.evaluation() }
            rows.append(
                Row("owning", "a line from its transactions", "transactions", length, [Figure(.cpu, evaluated)]))
            let asked = try (1...bench.repeats).map { _ in try line.asking() }
            rows.append(Row("owning", "asking a line", "transactions", length, [Figure(.cpu, asked)]))
            let renewed = try (1...bench.repeats).map { _ in try line.renewal() }
            rows.append(Row("owning", "one more renewal", "transactions", length, [Figure(.cpu, renewed)]))
        }
        for count in bench.values(bench.options.purchases, else: [1_000, 100_000]) {
            bench.progress.show("owning: \(count) ends")
            var (before, during, told): ([Double], [Double], [Double]) = ([], [], [])
            for _ in 1...bench.repeats {
                let ends = try await ManyEnds.measure(count)
                before.append(ends.before)
                during.append(ends.during)
                told.append(ends.told)
            }
            let figures = [
                Figure(.latency("purchase before"), before), Figure(.latency("purchase meanwhile"), during),
                Figure(.latency("ends told after"), told),
            ]
            rows.append(Row("owning", "lines that end at one moment", "lines", count, figures))
        }
        return rows
    }
}

/// One subscription with a history.
private struct OwnedLine {
    private let periods: [StoreTransaction]
    private let end: Timestamp
    private static let month: Int64 = 30 * 86_400_000

    init(length: Int) {
        periods = (0..<length).map { Self.period($0) }
        end = Timestamp(milliseconds: Int64(length) * Self.month)
    }

    private static func period(_ number: Int) -> StoreTransaction {
        let start = Timestamp(milliseconds: Int64(number) * month)
        var fields = StoreTransaction.Fields(
            id: "\(number)", productID: "gold", productType: .autoRenewable, purchaseTime: start)
        fields.originalID = "0"
        fields.subscriptionGroupID = "club"
        fields.expirationTime = Timestamp(milliseconds: Int64(number + 1) * month)
        fields.signedTime = start
        return StoreTransaction(fields)
    }

    /// Nanoseconds for working out where it stands, from all of its transactions.
    func evaluation() throws -> Double {
        try perRun(times: max(1, 20_000 / periods.count)) {
            StoreSubscription(SubscriptionPeriods(periods: periods), at: end)?.state == .expired
        }
    }

    /// Nanoseconds for asking a line that is at hand.
    func asking() throws -> Double {
        let line = SubscriptionPeriods(periods: periods)
        return try perRun(times: 20_000) { StoreSubscription(line, at: end)?.state == .expired }
    }

    private func perRun(times: Int, _ body: () -> Bool) throws -> Double {
        let start = Stopwatch.threadTime()
        for _ in 0..<times where !body() { throw WrongRun("the line has not expired") }
        return Double(Stopwatch.threadTime() - start) / Double(times)
    }

    /// Nanoseconds for one renewal more, while nobody reads in between.
    func renewal() throws -> Double {
        let owned = CurrentEntitlements(periods, trustedDate: end, hash: KeyedHash(first: 1, second: 2))
        let further = (periods.count..<periods.count + 1_000).map { Self.period($0) }
        let start = Stopwatch.threadTime()
        for transaction in further {
            var changes = EntitlementChanges()
            changes.add(EntitlementChange(old: nil, new: transaction))
            owned.apply(changes, trustedDate: end)
        }
        let spent = Stopwatch.threadTime() - start
        guard StoreEntitlements(owned.snapshot, deviceTime: end).contains("gold") else {
            throw WrongRun("the renewals are not owned")
        }
        return Double(spent) / Double(further.count)
    }
}

/// Many subscriptions that end at one moment, while somebody follows what is owned and somebody buys.
private enum ManyEnds {
    static func measure(_ count: Int) async throws -> (before: Double, during: Double, told: Double) {
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
        let before = try await purchase(store)
        while clock.sleepers == 0 { await Task.yield() }
        let start = Stopwatch.now()
        clock.advance(by: .seconds(31 * 86_400))
        let during = try await purchase(store)
        while ended.withLock({ $0 }) == nil { await Task.yield() }
        let told = Double((ended.withLock { $0 } ?? start) - start)
        await store.close()
        await reading.value
        return (before, during, told)
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
