import Foundation
import PurserSimulator
import PurserTesting
import Testing

@testable import Purser

/// One ledger that meets accounts of several environments, each of which gives out the same identifiers and is reset now and
/// then, and a book of what its app was called for.
private final class ResetWorld: Sendable {
    private struct Book: Sendable {
        /// By environment, the identifiers that are on record.
        var recorded: [String: Set<String>] = [:]
        var granted: [String: Int] = [:]
        var expected: [String: Int] = [:]
        var rejected = 0
        var keys: Set<StoreUpdate.Key> = []
    }

    private let context: SimulationContext
    private let storage: DurableStorage
    private let accounts: [(environment: StoreEnvironment, appStore: EmbeddedAppStore)]
    private let book = Lock(Book())
    private let echoesTokens: Bool

    init(_ context: SimulationContext, echoesTokens: Bool) async {
        self.context = context
        self.echoesTokens = echoesTokens
        storage = DurableStorage(generator: context.generator(for: "storage"), failureChance: 0)
        var accounts: [(environment: StoreEnvironment, appStore: EmbeddedAppStore)] = []
        for environment in [StoreEnvironment.production, .sandbox, .xcode] {
            let appStore = EmbeddedAppStore(
                catalog: SimulatorCatalog(products: [.simulated("coins"), .simulated("gems")]),
                options: EmbeddedAppStoreOptions(
                    answersNamePayments: echoesTokens, concurrentPayments: 1, firstTransactionID: 1))
            await appStore.updateSettings { $0.environment = environment }
            accounts.append((environment, appStore))
        }
        self.accounts = accounts
    }

    func live(_ generator: inout SeededGenerator, launch: Int) async throws {
        let (environment, appStore) = accounts[Int(generator.next() % UInt64(accounts.count))]
        if generator.happens(0.4) { try await appStore.clearTransactions() }
        try await context.sleep(for: .seconds(2))
        let store = try await open(appStore, launch)
        for _ in 0..<(1 + generator.next() % 3) {
            let product = generator.happens(0.5) ? "coins" : "gems"
            try await buy(product, store, appStore, environment)
            if generator.happens(0.7) { try await context.sleep(for: .seconds(3)) }
        }
        for product in ["coins", "gems"] {
            let expected = book.withLock { $0.expected[product, default: 0] }
            #expect(store.entitlements.purchasedQuantity(of: product) == expected)
            #expect(book.withLock { $0.granted[product, default: 0] } == expected)
        }
        let dies = generator.happens(0.5)
        await store.close()
        if dies { storage.crash() }
    }

    private func open(_ appStore: EmbeddedAppStore, _ launch: Int) async throws -> PurchaseStore {
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.generator = context.generator(for: "store \(launch)")
        configuration.storage = storage
        configuration.grant = { [book] update in
            book.withLock { book in
                book.granted[update.productID, default: 0] += 1
                #expect(book.keys.insert(update.key).inserted, "\(update) is granted twice")
            }
        }
        return try await PurchaseStore.open(configuration)
    }

    /// Buys, and compares what comes with what the identifier stood for before.
    private func buy(
        _ product: String, _ store: PurchaseStore, _ appStore: EmbeddedAppStore, _ environment: StoreEnvironment
    ) async throws {
        let unfinished = await appStore.unfinishedCount
        do {
            let purchase = try #require(try await store.purchase(product).purchase)
            #expect(purchase.transaction.productID == product && purchase.transaction.environment == environment)
            book.withLock { book in
                #expect(book.recorded[environment.rawValue, default: []].insert(purchase.transaction.id).inserted)
                book.expected[product, default: 0] += 1
            }
        } catch let failure as PurchaseFailure where failure.code == .conflictingTransaction {
            let id = try #require(failure.transactionID)
            #expect(book.withLock { $0.recorded[environment.rawValue]?.contains(id) } == true, "\(failure)")
            #expect(store.rejectedReports.contains { $0.id == id && $0.reason == .otherPurchase })
            try await context.sleep(for: .seconds(1))
            let left = await appStore.unfinishedCount
            #expect(left > 0 && left >= unfinished)
            book.withLock { $0.rejected += 1 }
        }
    }

    var rejectedCount: Int { book.withLock(\.rejected) }
}

@Suite("Accounts that give out one another's identifiers, under many schedules", .timeLimit(.minutes(30)))
struct ResetScheduleTests {
    @Test(
        "D3, U6: two environments and accounts that are reset: each charge is granted once or rejected, never both or neither"
    )
    func resets() async throws {
        let rejected = Lock(0)
        try await Seeds.forEach(count: plain(15, long: 60)) { seed in
            let count = try Simulation.run(seed: seed) { context in
                var generator = context.generator(for: "lives")
                let world = await ResetWorld(context, echoesTokens: generator.happens(0.7))
                for launch in 1...6 { try await world.live(&generator, launch: launch) }
                return world.rejectedCount
            }
            rejected.withLock { $0 += count }
        }
        #expect(rejected.withLock { $0 } > 0)
    }
}
