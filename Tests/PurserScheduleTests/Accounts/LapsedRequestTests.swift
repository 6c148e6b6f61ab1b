import Foundation
import Purser
import PurserSimulator
import PurserTesting
import Testing

@Suite("Requests for approval that nobody has answered")
struct LapsedRequestTests {
    /// How many seeds a user is shown who buys some while another user has waited for an approval for so long, and somebody buys
    /// some elsewhere without a name.
    private static func seeds(after days: Int64) throws -> Int {
        try Simulation.run(seed: 1) { context in
            let (ada, bob) = (StoreAccount.user(UUID()), StoreAccount.user(UUID()))
            let appStore = EmbeddedAppStore(
                catalog: SimulatorCatalog(products: [.simulated("seeds"), .simulated("tools", .nonConsumable)]),
                options: EmbeddedAppStoreOptions(answersNamePayments: false))
            var configuration = PurchaseStore.Configuration(backend: appStore)
            (configuration.clock, configuration.account) = (context.clock, ada)
            let store = try await PurchaseStore.open(configuration)
            try await store.waitUntilReady()
            await appStore.nextPurchase(.asksToBuy)
            try await store.purchase("seeds")
            try await store.switchAccount(to: bob)
            try await context.sleep(for: .seconds(days * 86_400))
            // What the store signs tells the time.
            try await store.purchase("tools")
            try await store.switchAccount(to: ada)
            try await store.switchAccount(to: bob)
            try await store.waitUntilReady()
            try await appStore.buyElsewhere("seeds")
            try await store.purchase("seeds")
            let count = store.entitlements.purchasedQuantity(of: "seeds")
            try await store.close()
            return count
        }
    }

    /// What the product of a payment that nobody has answered shows so long after it, in the next session of its user, and after a
    /// relaunch; with another user's session in between, or without.
    private static func states(after days: Int64, awayMeanwhile: Bool) throws -> [ProductState?] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "purser-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        return try Simulation.run(seed: 1) { context in
            let (ada, bob) = (StoreAccount.user(UUID()), StoreAccount.user(UUID()))
            let appStore = EmbeddedAppStore(
                catalog: SimulatorCatalog(products: [
                    .simulated("seeds"), .simulated("tools", .nonConsumable), .simulated("lamp", .nonConsumable),
                ]))
            // Nobody reports an end: as on Apple's platforms.
            await appStore.updateSettings { $0.askToBuyLifetime = nil }
            var configuration = PurchaseStore.Configuration(backend: appStore)
            (configuration.clock, configuration.account) = (context.clock, ada)
            configuration.ledger = .folder(folder)
            let first = try await PurchaseStore.open(configuration)
            await appStore.nextPurchase(.asksToBuy)
            try await first.purchase("seeds")
            let pending = first.state(of: "seeds")
            if awayMeanwhile { try await first.switchAccount(to: bob) }
            try await context.sleep(for: .seconds(days * 86_400))
            try await first.purchase("tools")
            if awayMeanwhile {
                // Another user's session ends it; what the store signs for its own user tells the time.
                try await first.switchAccount(to: ada)
                try await first.switchAccount(to: bob)
                try await first.switchAccount(to: ada)
                try await first.purchase("lamp")
            }
            try await first.close()
            let second = try await PurchaseStore.open(configuration)
            try await second.waitUntilReady()
            let later = second.state(of: "seeds")
            try await second.close()
            return [pending, later]
        }
    }

    @Test("M3: a product whose request lapsed is not pending any more", arguments: [false, true])
    func state(awayMeanwhile: Bool) throws {
        #expect(try Self.states(after: 6, awayMeanwhile: awayMeanwhile) == [.pending, .pending])
        let later = try Self.states(after: 8, awayMeanwhile: awayMeanwhile)
        #expect(later == [.pending, .registered])
    }

    /// A store that asks for approvals nobody answers, as on Apple's platforms, and its App Store.
    private static func open(
        _ context: SimulationContext, _ storage: CrashingFiles = CrashingFiles(),
        on appStore: EmbeddedAppStore? = nil
    ) async throws -> (store: PurchaseStore, appStore: EmbeddedAppStore) {
        let appStore =
            appStore
            ?? EmbeddedAppStore(
                catalog: SimulatorCatalog(products: [.simulated("seeds"), .simulated("lamp", .nonConsumable)]))
        await appStore.updateSettings { $0.askToBuyLifetime = nil }
        var configuration = PurchaseStore.Configuration(backend: appStore)
        (configuration.clock, configuration.storage) = (context.clock, FileLedgerStorage(storage))
        let store = try await PurchaseStore.open(configuration)
        try await store.waitUntilReady()
        return (store, appStore)
    }

    @Test("M3, T1: seven days after the request, at that moment, a product is not pending any more, watched or not")
    func atItsTime() throws {
        let (seen, ends) = try Simulation.run(seed: 1) { context in
            let (store, appStore) = try await Self.open(context)
            await appStore.nextPurchase(.asksToBuy)
            let begin = context.clock.now()
            try await store.purchase("seeds")
            return try await withThrowingTaskGroup(of: [Duration].self) { group in
                group.addTask {
                    await store.states(of: "seeds").reduce(into: []) {
                        if $1 != .pending { $0.append(context.clock.now() - begin) }
                    }
                }
                var seen: [ProductState] = []
                for pause in [7 * 86_400 - 60, 120] {
                    try await context.sleep(for: .seconds(pause))
                    seen.append(store.state(of: "seeds"))
                }
                try await store.close()
                return (seen, try await group.next() ?? [])
            }
        }
        #expect(seen == [.pending, .registered])
        #expect(ends.count == 1 && ends.allSatisfy { $0 >= .seconds(7 * 86_400) && $0 < .seconds(7 * 86_400 + 60) })
    }

    @Test("M3: what is bought meanwhile is owned, or for sale again, watched or not, and after a relaunch")
    func boughtMeanwhile() throws {
        for product in ["seeds", "lamp"] {
            for isWatched in [false, true] {
                let states = try Simulation.run(seed: 1) { context in
                    let files = CrashingFiles()
                    let (store, appStore) = try await Self.open(context, files)
                    _ = try await store.products(for: [product])
                    var watching = store.states(of: product).makeAsyncIterator()
                    if isWatched { _ = await watching.next() }
                    await appStore.nextPurchase(.asksToBuy)
                    try await store.purchase(product)
                    var states = [store.state(of: product)]
                    try await store.purchase(product)
                    try await context.sleep(for: .seconds(60))
                    states.append(store.state(of: product))
                    while isWatched, await watching.next() != states.last {}
                    try await store.close()
                    let (next, _) = try await Self.open(context, files, on: appStore)
                    _ = try await next.products(for: [product])
                    states.append(next.state(of: product))
                    try await next.close()
                    return states
                }
                let end = product == "lamp" ? ProductState.owned : .valid
                #expect(states == [.pending, end, end], "\(product), \(isWatched)")
            }
        }
    }

    @Test("M3: what is approved keeps its context though the app is opened later, if nothing was signed meanwhile")
    func contextOfLateLaunch() throws {
        for isApprovedInTime in [true, false] {
            let context = try Simulation.run(seed: 1) { context -> [String: String] in
                let files = CrashingFiles()
                let (store, appStore) = try await Self.open(context, files)
                await appStore.nextPurchase(.asksToBuy)
                try await store.purchase("seeds", context: ["for": "ada"])
                try await store.close()
                if isApprovedInTime { try await appStore.approveAll() }
                try await context.sleep(for: .seconds(9 * 86_400))
                let (next, _) = try await Self.open(context, files, on: appStore)
                if !isApprovedInTime { try await appStore.approveAll() }
                var contexts = [String: String]()
                for try await update in next.updates.prefix(1) { contexts = update.context }
                try await next.close()
                return contexts
            }
            #expect(context == ["for": "ada"], "\(isApprovedInTime)")
        }
    }

    @Test("U3, M3: what names nobody is an absent user's who waits for an approval, for seven days and no longer")
    func lapsed() throws {
        #expect(try Self.seeds(after: 6) == 1)
        #expect(try Self.seeds(after: 8) == 2)
    }
}
