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
        for call in 0..<calls {
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
        let calls: @Sendable () -> Int
        let configuration: @Sendable () -> PurchaseStore.Configuration
        let appStore = EmbeddedAppStore(
            catalog: SimulatorCatalog(products: [.simulated("coins"), .simulated("lamp", .nonConsumable)]))
        let granted = Lock<[String]>([])
        /// What a named consumer has processed, by user and number.
        let followed = Lock<[[String]]>([])
        private let keepsRecords: Bool

        init(_ place: Place, failing: Range<Int>, _ context: SimulationContext) {
            (self.context, attempts, keepsRecords) = (context, failing.count + 1, place != .memory)
            let (keychain, files) = (Keychain(failing: failing), CrashingFiles())
            calls = { keychain.calls }
            let options = FileLedgerStorage.Options(logSize: 1_500, fill: 64)
            let values: any LedgerValueStorage =
                place == .keychain ? KeychainLedgerStorage(keychain, service: keychain.id) : keychain
            // A folder's requests fail when those of a keychain would.
            let ledgerFiles: any LedgerFiles =
                place == .folder ? files.busy { _ = try keychain.accounts() } : ValueLedgerFiles(values)
            configuration = { [appStore, granted] in
                var configuration = PurchaseStore.Configuration(backend: appStore)
                configuration.account = .user(ada)
                configuration.grant = { update in granted.withLock { $0.append(update.transaction.id) } }
                configuration.consumers = ["app": .opening]
                configuration.storage =
                    place == .memory
                    ? MemoryLedgerStorage()
                    : FileLedgerStorage(ledgerFiles, options: options, worker: BlockingWorker(label: "ledger"))
                return configuration
            }
        }

        /// Calls again as an app does; each attempt has to use up a failing call.
        func again<Value>(_ call: () async throws -> Value) async throws -> Value {
            for _ in 1..<attempts {
                do { return try await call() } catch let failure as PurchaseFailure {
                    guard failure.code == .ledgerUnavailable else { throw failure }
                }
            }
            return try await call()
        }

        /// - Returns: how many calls the storage got.
        func live() async throws -> Int {
            let store = try await again { try await PurchaseStore.open(configuration()) }
            let following = context.start { [followed] in
                try await store.follow("app") { update in
                    followed.withLock { $0.append(["\(update.account)", "\(update.sequence)"]) }
                }
            }
            for _ in 0..<3 { try await again { try await store.purchase("coins") } }
            let lamp = try #require(try await again { try await store.purchase("lamp", finishing: .manual) }.purchase)
            try await again { try await store.finish(lamp.transaction.id) }
            try await again { try await store.switchAccount(to: .user(ben)) }
            try await again { try await store.purchase("coins") }
            try await again { try await store.switchAccount(to: .user(ada)) }
            for _ in 0..<2 { try await again { try await store.purchase("coins") } }
            try await context.sleep(for: .seconds(1_200))
            try await check(store)
            try await again { try await store.switchAccount(to: .user(ben)) }
            try await again { try await store.switchAccount(to: .user(ada)) }
            let used = calls()
            try await check(store)
            await store.close()
            try? await following.value
            guard keepsRecords else { return 0 }
            let next = try await PurchaseStore.open(configuration())
            try await check(next)
            await next.close()
            return used
        }

        /// Checks that everything that was charged is recorded and was granted, and that nothing is left to do.
        func check(_ store: PurchaseStore) async throws {
            let coins = store.entitlements.purchasedQuantity(of: "coins")
            try #require(store.entitlements.contains("lamp") && coins >= 5)
            try #require(await appStore.chargeCount == coins + 2, "\(coins)")
            try #require(await appStore.unfinishedCount == 0)
            try #require(Set(granted.withLock { $0 }).count == coins + 1)
            try #require(await store.unfinished().isEmpty)
            let read = followed.withLock { Set($0.filter { $0[0] == "\(store.account)" }).count }
            try #require(read == Int(store.lastSequence))
        }
    }
}
