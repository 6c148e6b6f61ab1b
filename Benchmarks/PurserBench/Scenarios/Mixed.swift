import Purser
import PurserSimulator

extension Scenario {
    static let mixed = Scenario(
        name: "mixed", summary: "everything at once on the embedded App Store, with faults, for --seconds (5)",
        options: [.callers, .subscribers, .ledger, .faultRate, .seconds]
    ) { bench in
        bench.progress.show("mixed load")
        return [try await MixedLoad(bench: bench).row()]
    }
}

/// Purchases, restores, refunds, look-ups and refreshes at once, with a fast and a slow subscriber and retries.
struct MixedLoad: Sendable {
    var bench: Bench
    /// Does something wrong, on purpose: the harness has to notice.
    var meddle: @Sendable (EmbeddedAppStore) async throws -> Void = { _ in }

    func row() async throws -> Row {
        let appStore = EmbeddedAppStore(
            catalog: SimulatorCatalog(products: [LoadBackend.product(Shop.product)]), faults: faults)
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.retries = .untiring
        let ledger = bench.options.ledger ?? .memory
        let folder = ledger == .memory ? nil : try ScratchFolder()
        configuration.storage = CountingStorage(ledger.storage(in: folder))
        let grants = Lock<[String: Int]>([:])
        configuration.grant = { update in grants.withLock { $0[update.transaction.id, default: 0] += 1 } }
        let store = try await PurchaseStore.open(configuration)
        let slow = try store.updates(after: 0)
        let fast = try (0..<(bench.options.subscribers ?? 1)).map { _ in try store.updates(after: 0) }
        let readers =
            fast.map { updates in Task { await Subscription.reading(updates) } }
            + [Task { await Subscription.reading(slow, pause: .microseconds(100)) }]
        try await store.waitUntilReady()
        try await meddle(appStore)
        let bought = Lock(0)
        let span = try await measured { try await load(store, appStore, bought) }
        try await check(store, appStore, readers, grants)
        let purchases = bought.withLock { $0 }
        return Row(
            "mixed", "\(ledger.name), fault rate \(Text.number(rate))", "callers", callers,
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
                    // At least one: on a busy machine the time may be over before it.
                    repeat {
                        guard let purchase = try await store.purchase(Shop.product).purchase else { continue }
                        let count = bought.withLock { count in
                            count += 1
                            return count
                        }
                        if caller == 0, count.isMultiple(of: 10) { try await appStore.refund(purchase.transaction.id) }
                    } while !isOver()
                }
            }
            let others: [@Sendable () async throws -> Void] = [
                { _ = try await store.restorePurchases() },
                { _ = try await store.products(for: [Shop.product, "unknown"]) },
                { _ = store.entitlements.purchasedQuantity(of: Shop.product) },
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
        _ store: PurchaseStore, _ appStore: EmbeddedAppStore, _ readers: [Task<Subscription, Never>],
        _ grants: Lock<[String: Int]>
    ) async throws {
        let deadline = Stopwatch.now() + 30_000_000_000
        while true {
            let left = (await appStore.unfinishedCount) + (await store.unfinished().count)
            if left == 0 { break }
            guard Stopwatch.now() < deadline else { throw WrongRun("\(left) transactions were left unfinished") }
            try await Task.sleep(for: .milliseconds(5))
        }
        let charges = await appStore.chargeCount
        let granted = grants.withLock { $0 }
        guard granted.count == charges, granted.values.allSatisfy({ $0 == 1 }) else {
            throw WrongRun("\(charges) charges, but \(granted.values.reduce(0, +)) grants of \(granted.count)")
        }
        let remaining = charges - (await appStore.refunds.count)
        let balance = store.entitlements.purchasedQuantity(of: Shop.product)
        guard await store.deadLetters().isEmpty else {
            throw WrongRun("there is a dead letter or a failed update")
        }
        guard balance == remaining else {
            throw WrongRun("\(balance) in the balance, \(remaining) paid and not refunded")
        }
        try await store.close()
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
