import Foundation
import Purser
import PurserPersistence
import PurserSimulator
import PurserTesting
import Testing

@Suite("L2: a storage of which calls fail", .timeLimit(.minutes(30)))
struct FailingPlaceTests {
    enum Place: CaseIterable, Sendable { case memory, folder, values, keychain }

    private static let (ada, ben) = (UUID(), UUID())

    @Test(
        "L2: whichever call of a storage fails, the store continues without a relaunch, and misses nothing",
        arguments: Place.allCases, [1, 4])
    func everyCall(place: Place, inARow: Int) throws {
        let calls = try Simulation.run(seed: 1) { try await Life(place, failing: 0..<0, $0).live() }
        #expect(calls > 100 || place == .memory)
        for call in stride(from: 0, to: calls, by: inARow) {
            do {
                _ = try Simulation.run(seed: 1) { context in
                    try await Life(place, failing: call + 1..<call + 1 + inARow, context).live()
                }
            } catch {
                Issue.record("call \(call + 1) of \(calls): \(error)")
            }
        }
    }

    /// A store that is used while calls of its storage fail, and after a relaunch.
    private struct Life: Sendable {
        let context: SimulationContext
        let attempts: Int
        let keychain: Keychain
        let ledger: any LedgerFiles
        let storage: @Sendable () -> any LedgerStorage
        let appStore = EmbeddedAppStore(
            catalog: SimulatorCatalog(products: [.simulated("coins"), .simulated("lamp", .nonConsumable)]))
        /// The transactions that were granted or finished by the app.
        let delivered = Lock<Set<String>>([])
        /// The updates that a named consumer has processed.
        let followed = Lock<Set<String>>([])
        private let keepsRecords: Bool

        init(_ place: Place, failing: Range<Int>, _ context: SimulationContext) {
            (self.context, attempts, keepsRecords) = (context, failing.count + 1, place != .memory)
            let (keychain, files) = (Keychain(failing: failing), CrashingFiles())
            let values: any LedgerValueStorage =
                place == .keychain ? KeychainLedgerStorage(keychain, service: keychain.id) : keychain
            // A folder's requests fail when those of a keychain would.
            let ledger: any LedgerFiles =
                place == .folder ? files.busy { _ = try keychain.accounts() } : ValueLedgerFiles(values)
            (self.keychain, self.ledger) = (keychain, ledger)
            storage = {
                guard place != .memory else { return MemoryLedgerStorage() }
                return FileLedgerStorage(
                    ledger, options: .init(logSize: 1_500, fill: 64), worker: BlockingWorker(label: "ledger"))
            }
        }

        func open() async throws -> PurchaseStore {
            var configuration = PurchaseStore.Configuration(backend: appStore)
            configuration.account = .user(ada)
            configuration.consumers = ["app": .opening]
            configuration.storage = storage()
            configuration.grant = { update in delivered.withLock { _ = $0.insert(update.transaction.id) } }
            configuration.manualPurchases = { try? await finish($0) }
            return try await PurchaseStore.open(configuration)
        }

        func finish(_ purchase: StorePurchase?) async throws {
            guard let purchase else { return }
            delivered.withLock { _ = $0.insert(purchase.transaction.id) }
            try await again { try await purchase.finish() }
        }

        /// Calls again as an app does; each attempt has to use up a failing call.
        @discardableResult func again<Value>(_ call: () async throws -> Value) async throws -> Value {
            for _ in 1..<attempts {
                do { return try await call() } catch let failure as PurchaseFailure {
                    guard failure.code == .ledgerUnavailable else { throw failure }
                }
            }
            return try await call()
        }

        /// - Returns: how many calls the storage got.
        func live() async throws -> Int {
            let store = try await again { try await open() }
            let following = context.start { [followed] in
                try await store.follow("app") { update in
                    followed.withLock { _ = $0.insert("\(update.account) \(update.sequence)") }
                }
            }
            for _ in 0..<3 { try await again { try await store.purchase("coins") } }
            try await finish(try await again { try await store.purchase("lamp", finishing: .manual) }.purchase)
            try await again { try await store.switchAccount(to: .user(ben)) }
            try await again { try await store.purchase("coins") }
            try await again { try await store.switchAccount(to: .user(ada)) }
            for _ in 0..<2 { try await again { try await store.purchase("coins") } }
            // What was left of each user's purchases is delivered in that user's session.
            for user in [ben, ada] {
                try await context.sleep(for: .seconds(1_200))
                try await again { try await store.switchAccount(to: .user(user)) }
            }
            let used = keychain.calls
            try await check(store)
            try await store.close()
            try? await following.value
            keychain.setLocked(false)
            guard keepsRecords else { return 0 }
            try #require(try !LedgerFolder(names: ledger.list()).snapshots.isEmpty)
            let next = try await open()
            try await check(next)
            try await next.close()
            return used
        }

        /// Checks that everything that was charged is recorded and delivered, and that nothing is left to do.
        func check(_ store: PurchaseStore) async throws {
            try await context.sleep(for: .seconds(1_200))
            try #require(store.entitlements.contains("lamp"))
            try #require(store.entitlements.purchasedQuantity(of: "coins") >= 5)
            try #require(await appStore.chargeCount == delivered.withLock { $0.count })
            try #require(await appStore.unfinishedCount == 0)
            try #require(await store.unfinished().isEmpty)
            let read = followed.withLock { $0.count { $0.hasPrefix("\(store.account) ") } }
            try #require(read == Int(store.lastSequence))
        }
    }
}
