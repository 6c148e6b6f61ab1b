import Foundation
import Purser
import PurserSimulator
import PurserTesting
import Testing

/// What goes wrong in libraries that do this job: one test for each defect that could have come back here.
///
/// Those of look-ups, receipts and retries are tested where these live; those of receipt validation with the module; a crash before
/// the finish in `CrashScheduleTests`, refunds in `RevokeTests`, slow readers in `UpdateGapTests`, deferred and failed payments,
/// the end of a restore and forged copies in `RoutingTests`, verifiers that fail in `VerdictTests`.
@Suite("Known defects of the field")
struct KnownDefectTests {
    private static let products: [StoreProduct] = [
        .simulated("coins"), .simulated("lamp", .nonConsumable), .simulated("tools", .nonConsumable),
    ]

    private typealias Configure = @Sendable (inout PurchaseStore.Configuration) -> Void
    private typealias Faults = @Sendable (UInt64) -> FaultPlan

    /// Runs a body with an App Store and a store on it, under a seed.
    private func run(
        seeds: ClosedRange<UInt64> = 1...20, echoes: Bool = true, insideCalls: Bool = true,
        faults: @escaping Faults = { _ in .none },
        configure: @escaping Configure = { _ in },
        _ body: @escaping @Sendable (EmbeddedAppStore, PurchaseStore, SimulationContext) async throws -> Void
    ) throws {
        for seed in seeds {
            try Simulation.run(seed: seed) { context in
                let appStore = EmbeddedAppStore(
                    catalog: SimulatorCatalog(products: Self.products), faults: faults(seed),
                    options: EmbeddedAppStoreOptions(
                        answersNamePayments: echoes, concurrentPayments: echoes ? 1_024 : 1,
                        answersInsideCalls: insideCalls))
                var configuration = PurchaseStore.Configuration(backend: appStore)
                configure(&configuration)
                let store = try await PurchaseStore.open(configuration)
                try await store.waitUntilReady()
                try await body(appStore, store, context)
                try await store.close()
                try #require(await appStore.violations.isEmpty)
            }
        }
    }

    @Test("O3: transactions keep the store's order, however many come at once")
    func orderOfArrival() throws {
        try run { appStore, store, _ in
            for _ in 0..<30 { try await appStore.buyElsewhere("coins") }
            let expected = await appStore.transactions.map(\.id)
            var reported: [String] = []
            for await update in try store.updates(after: 0) {
                reported.append(update.transaction.id)
                if reported.count == expected.count { break }
            }
            try #require(reported == expected)
        }
    }

    @Test("M1: an answer that comes inside the call that hands the payment over is not lost", arguments: [true, false])
    func answerInsideCall(echoes: Bool) throws {
        try run(echoes: echoes, insideCalls: true) { _, store, _ in
            for _ in 0..<3 { try #require(try await store.purchase("coins", deadline: .seconds(60)).purchase != nil) }
        }
    }

    @Test("M4: two purchases of one product keep quantity, account, context and finishing", arguments: [true, false])
    func twoOfOneProduct(echoes: Bool) throws {
        try run(echoes: echoes, insideCalls: false) { appStore, store, _ in
            let accounts = [UUID(), UUID()]
            let bought = try await withThrowingTaskGroup(of: (Int, StorePurchase?).self) { group in
                for number in 0..<2 {
                    group.addTask {
                        let outcome = try await store.purchase(
                            "coins", quantity: number + 1, appAccountToken: accounts[number],
                            context: ["n": "\(number)"], finishing: number == 0 ? .manual : .atomic)
                        return (number, outcome.purchase)
                    }
                }
                return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            for number in 0..<2 {
                let purchase = try #require(bought[number])
                try #require(purchase.transaction.purchasedQuantity == number + 1)
                try #require(purchase.transaction.appAccountToken == accounts[number])
                try #require(purchase.context == ["n": "\(number)"] && purchase.needsFinish == (number == 0))
            }
            try #require(await appStore.chargeCount == 2)
        }
    }

    @Test("R1: a purchase before the backend listens fails for the reason that keeps it from that, and costs nothing")
    func offlineAtLaunch() throws {
        for seed in 1...5 as ClosedRange<UInt64> {
            try Simulation.run(seed: seed) { context in
                let appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: Self.products))
                await appStore.setOnline(false)
                let store = try await appStore.openStore()
                let code = await failureCode { try await store.purchase("coins") }
                try #require(code == .networkError)
                await appStore.setOnline(true)
                try await store.waitUntilReady()
                try #require(try await store.purchase("coins").purchase != nil)
                try #require(await appStore.chargeCount == 1)
                try await store.close()
            }
        }
    }

    @Test("M2: an unfinished transaction of an earlier run does not answer a new payment", arguments: [true, false])
    func leftover(echoes: Bool) throws {
        for seed in 1...20 as ClosedRange<UInt64> {
            try Simulation.run(seed: seed) { context in
                let appStore = EmbeddedAppStore(
                    catalog: SimulatorCatalog(products: Self.products),
                    options: EmbeddedAppStoreOptions(
                        answersNamePayments: echoes, concurrentPayments: 1, answersInsideCalls: false))
                let first = try await PurchaseStore.open(backend: appStore)
                let left = try await first.purchase("coins", finishing: .manual).purchase
                try await first.close()
                try await context.sleep(for: .seconds(5))
                let second = try await PurchaseStore.open(backend: appStore)
                let new = try await second.purchase("coins", context: ["which": "new"]).purchase
                try #require(new?.transaction.id != left?.transaction.id && new?.context == ["which": "new"])
                try #require(await appStore.chargeCount == 2)
                try await second.close()
            }
        }
    }

    @Test("C1: a second restore, and a restore begun in the answer of the first, are answered")
    func secondRestore() throws {
        try run(insideCalls: false) { _, store, _ in
            try await store.purchase("lamp")
            async let first = store.restorePurchases()
            async let second = store.restorePurchases()
            try #require(try await first.restored.count == 1)
            try #require(try await second.restored.count == 1)
            try #require(try await store.restorePurchases().restored.count == 1)
        }
    }

    @Test("C1: a restore that everybody left does not tell the next caller that the store is closed")
    func abandonedRestore() throws {
        let slow: Faults = {
            FaultPlan(seed: $0, answerDelay: FaultDelay(1, .milliseconds(5) ... .milliseconds(40)))
        }
        try run(seeds: 1...100, faults: slow) { _, store, context in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { _ = try? await store.restorePurchases(deadline: .milliseconds(10)) }
                group.addTask {
                    try await context.sleep(for: .milliseconds(10))
                    _ = try await store.restorePurchases()
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("F6: a server that says no keeps the purchase unfinished, and listed")
    func grantRefused() throws {
        struct Refused: RetryClassifying { var retryClass: RetryClass { .permanent } }
        let configure: Configure = {
            $0.grant = { _ in throw Refused() }
        }
        try run(configure: configure) { appStore, store, context in
            let code: PurchaseFailure.Code?
            do {
                try await store.purchase("coins")
                code = nil
            } catch { code = (error as? PurchaseFailure)?.code }
            try #require(code == .deliveryFailed)
            try await context.sleep(for: .seconds(3_600))
            try #require(await appStore.unfinishedCount == 1)
            try #require(await store.deadLetters().count == 1)
        }
    }

    @Test("The updates go on after a revoked and after an unverified transaction")
    func badTransactions() throws {
        try run { appStore, store, context in
            let first = try await store.purchase("coins").purchase
            try await appStore.refund(first?.transaction.id ?? "")
            await appStore.updateSettings { $0.failures.verification = "bad" }
            try await appStore.buyElsewhere("lamp")
            await appStore.updateSettings { $0.failures.verification = nil }
            try await appStore.buyElsewhere("tools")
            try await context.sleep(for: .seconds(1))
            try #require(store.entitlements.activeProductIDs == ["tools"] && store.lastSequence == 3)
        }
    }

    @Test("E1: entitlements are read while nothing can be verified or posted")
    func readingNeverWaits() throws {
        try run { appStore, store, _ in
            try await store.purchase("lamp")
            await appStore.setOnline(false)
            try #require(store.entitlements.contains("lamp"))
        }
    }

    @Test("M3: the context of an Ask-to-Buy purchase is there when it is approved", arguments: [true, false])
    func approvedContext(echoes: Bool) throws {
        try run(echoes: echoes) { appStore, store, context in
            await appStore.nextPurchase(.asksToBuy)
            var iterator = store.updates.makeAsyncIterator()
            try await store.purchase("coins", context: ["from": "shop"])
            try await context.sleep(for: .seconds(86_399))
            try await appStore.approveAll()
            try #require(await iterator.next()?.context == ["from": "shop"])
        }
    }

    @Test("The failure of an earlier payment, told again, does not end a new one for the product")
    func failureToldAgain() throws {
        let rejecting: Faults = { _ in FaultPlan(failures: [.finish: FaultRate(1)], failuresInARow: .max) }
        try run(echoes: false, faults: rejecting) { appStore, store, context in
            await appStore.nextPurchase(.fails(.paymentInvalid))
            await #expect(throws: PurchaseFailure.self) { try await store.purchase("coins") }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { for _ in 0..<5 { try await store.redeliver() } }
                group.addTask {
                    for _ in 0..<5 { try #require(try await store.purchase("coins").purchase != nil) }
                }
                try await group.waitForAll()
            }
        }
    }
}
