import Purser
import PurserSimulator

extension Scenario {
    static let mixed = Scenario(
        name: "mixed", summary: "everything at once on the embedded App Store, with faults, for --seconds (5)"
    ) { bench in
        bench.progress.show("mixed load")
        return [try await MixedLoad(bench: bench).row()]
    }
}

/// Purchases, restores, refunds, look-ups and refreshes at once, with a fast and a slow subscriber and retries.
private struct MixedLoad: Sendable {
    var bench: Bench

    func row() async throws -> Row {
        let appStore = EmbeddedAppStore(
            catalog: SimulatorCatalog(products: [LoadBackend.product(Shop.product)]), faults: faults)
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.retries = .untiring
        let storage = CountingStorage(MemoryLedgerStorage())
        configuration.storage = storage
        let store = try await PurchaseStore.open(configuration)
        let fast = try store.updates(after: 0)
        let slow = try store.updates(after: 0)
        let readers = [
            Task { await Subscription.reading(fast) },
            Task { await Subscription.reading(slow, pause: .microseconds(100)) },
        ]
        let bought = Lock(0)
        let span = try await measured { try await load(store, appStore, bought) }
        try await check(store, appStore, readers)
        let purchases = bought.withLock { $0 }
        return Row(
            "mixed", "fault rate \(Text.number(rate))", "callers", callers,
            [Figure(.rate, span.rate(of: purchases)), Figure(.cpu, span.cpuNanoseconds(per: purchases))])
    }

    private var callers: Int { bench.options.callers ?? 64 }
    private var rate: Double { bench.options.faultRate ?? 0.05 }

    private var faults: FaultPlan {
        let rate = FaultRate(rate)
        return FaultPlan(
            seed: 1, answersAfterCall: 0.5, duplicates: 0.05, splits: 0.1,
            failures: [.submit: rate, .restore: rate, .finish: rate, .products: rate, .refreshReceipt: rate])
    }

    private func load(_ store: PurchaseStore, _ appStore: EmbeddedAppStore, _ bought: Lock<Int>) async throws {
        let end = Stopwatch.now() + UInt64((bench.options.seconds ?? 5) * 1e9)
        let isOver: @Sendable () -> Bool = { Stopwatch.now() >= end }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for caller in 0..<callers {
                group.addTask {
                    while !isOver() {
                        guard let purchase = try await store.purchase(Shop.product).purchase else { continue }
                        let count = bought.withLock { count in
                            count += 1
                            return count
                        }
                        if caller == 0, count.isMultiple(of: 10) { try await appStore.refund(purchase.transaction.id) }
                    }
                }
            }
            let others: [@Sendable () async throws -> Void] = [
                { _ = try await store.restorePurchases() },
                { _ = try await store.products(for: [Shop.product, "unknown"]) },
                { _ = store.entitlements.balance(of: Shop.product) },
            ]
            for other in others {
                group.addTask {
                    while !isOver() {
                        try await other()
                        try await Task.sleep(for: .milliseconds(2))
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Every charge was granted once and every refund taken back once, and all was told to all.
    private func check(
        _ store: PurchaseStore, _ appStore: EmbeddedAppStore, _ readers: [Task<Subscription, Never>]
    ) async throws {
        let deadline = Stopwatch.now() + 30_000_000_000
        while await appStore.unfinishedCount > 0 {
            guard Stopwatch.now() < deadline else { throw WrongRun("transactions were left unfinished") }
            try await Task.sleep(for: .milliseconds(5))
        }
        let standing = await appStore.chargeCount - appStore.refunds.count
        let balance = store.entitlements.balance(of: Shop.product)
        await store.close()
        guard balance == standing else {
            throw WrongRun("\(balance) in the balance, \(standing) paid and not refunded")
        }
        let violations = await appStore.violations
        guard violations.isEmpty else { throw WrongRun("the store broke a rule: \(violations[0])") }
        for reader in readers {
            let seen = await reader.value
            guard seen.gap == nil, seen.count == Int(store.lastSequence) else {
                throw WrongRun("a subscriber saw \(seen.count) of \(store.lastSequence) updates")
            }
        }
    }
}

extension Subscription {
    /// A subscriber that rests after every hundredth update.
    static func reading(_ updates: StoreUpdates, pause: Duration) async -> Subscription {
        var seen = Subscription()
        for await update in updates {
            seen.count += 1
            if seen.gap == nil, update.sequence != UInt64(seen.count) { seen.gap = update.sequence }
            if seen.count.isMultiple(of: 100) { try? await Task.sleep(for: pause) }
        }
        return seen
    }
}
