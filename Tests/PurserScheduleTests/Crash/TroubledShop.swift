import Purser
import PurserSimulator
import PurserTesting

/// A store on a disk that stops taking anything in the middle of its customers' purchases, and what they got.
final class TroubledShop: Sendable {
    /// What is wrong with the disk.
    enum Trouble: CaseIterable, Sendable {
        case full
        case readOnly
        case failsToSync
    }

    let files = CrashingFiles()
    private let context: SimulationContext
    private let appStore: EmbeddedAppStore
    private let granted = Lock<[String: Int]>([:])

    init(_ context: SimulationContext) {
        self.context = context
        appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: Scenario.products))
    }

    func open() async throws -> PurchaseStore {
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.generator = context.generator(for: "store")
        configuration.storage = FileLedgerStorage(
            files, options: .init(logSize: 1_500, fill: 200, generator: context.generator(for: "ledger")),
            worker: BlockingWorker(label: "ledger"))
        configuration.grant = { update in
            try await self.context.sleep(for: .milliseconds(50))
            self.granted.withLock { $0[update.transaction.id, default: 0] += 1 }
        }
        return try await PurchaseStore.open(configuration)
    }

    /// Sells in good times and bad ones.
    ///
    /// - Parameter relaunches: whether the program ends before there is room again.
    /// - Returns: what was violated.
    func endure(_ trouble: Trouble, _ relaunches: Bool) async throws -> [String] {
        var store = try await open()
        let failures = await sell(from: store, until: trouble)
        var found = await checkOutage(failures)
        let charged = Set(await appStore.charges.map(\.transactionID))
        if relaunches { await store.close() }
        files.change { $0 = CrashingFiles.Plan() }
        if relaunches { store = try await open() }
        try await context.sleep(for: .seconds(3_600))
        // A grant whose record was lost with the program is asked for again, which is why handlers are idempotent.
        let mayRepeat = relaunches ? failures.compactMap(\.transactionID) : []
        found += await checkAfterwards(store, charged, mayRepeat: mayRepeat)
        await store.close()
        return found
    }

    /// Many customers, one after the other begins; how those ended who failed.
    private func sell(from store: PurchaseStore, until trouble: Trouble) async -> [PurchaseFailure] {
        await withTaskGroup(of: PurchaseFailure?.self) { [context] group in
            for number in 0..<30 {
                group.addTask {
                    try? await context.sleep(for: .milliseconds(number * 20))
                    do throws(PurchaseFailure) {
                        _ = try await store.purchase("coins")
                        return nil
                    } catch { return error }
                }
            }
            try? await context.sleep(for: .milliseconds(300))
            set(trouble)
            return await group.reduce(into: []) { if let failure = $1 { $0.append(failure) } }
        }
    }

    private func set(_ trouble: Trouble) {
        files.change { [size = files.size] plan in
            switch trouble {
            case .full: plan.capacity = size + 300
            case .readOnly: plan.isReadOnly = true
            case .failsToSync: plan.failsToSync = true
            }
        }
    }

    /// While nothing can be written, and everybody has been told.
    private func checkOutage(_ failures: [PurchaseFailure]) async -> [String] {
        var found: [String] = []
        // Some who have paid, and some whom the store has not even heard of.
        if Set(failures.map { $0.transactionID == nil }).count < 2 { found.append("L2: nobody was told: \(failures)") }
        let others = failures.filter { $0.code != .ledgerUnavailable }
        if !others.isEmpty { found.append("L2: some were told \(others)") }
        let paid = Set(failures.compactMap(\.transactionID))
        let kept = Set(await appStore.unfinishedTransactions.map(\.id))
        if !paid.isSubset(of: kept) { found.append("L2: finished were \(paid.subtracting(kept))") }
        return found
    }

    /// Once there is room: everything is recorded, granted once, finished and counted.
    private func checkAfterwards(
        _ store: PurchaseStore, _ charged: Set<String>, mayRepeat: [String]
    ) async -> [String] {
        var found: [String] = []
        let grants = granted.withLock { $0 }
        if Set(grants.keys) != charged { found.append("F2: granted are \(grants.count) of \(charged.count)") }
        let repeated = grants.filter { $0.value > 1 }
        if !Set(repeated.keys).isSubset(of: mayRepeat) || repeated.values.contains(where: { $0 > 2 }) {
            found.append("D1: granted more than once: \(repeated)")
        }
        let balance = store.entitlements.purchasedQuantity(of: "coins")
        if balance != charged.count { found.append("D2: the balance is \(balance) of \(charged.count)") }
        if store.lastSequence != UInt64(charged.count) { found.append("O4: \(store.lastSequence) updates") }
        let left = await appStore.unfinishedCount
        if left > 0 { found.append("F5: \(left) are not finished") }
        return found
    }
}
