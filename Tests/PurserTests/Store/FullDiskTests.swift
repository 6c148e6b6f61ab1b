import Foundation
import Purser
import PurserSimulator
import Testing

/// The same on a disk in memory, under many schedules and on every machine: `CrashScheduleTests`.
@Suite("A real disk that cannot be written", .timeLimit(.minutes(30)))
struct FullDiskTests {
    private let appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: [.simulated("coins")]))
    private let granted = Lock<[String: Int]>([:])

    private func open(_ path: String) async throws -> PurchaseStore {
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.retries.ledger = RetryPolicy(
            initialDelay: .milliseconds(5), maximumDelay: .milliseconds(20), maximumAttempts: nil, maximumElapsed: nil)
        configuration.storage = FileLedgerStorage(
            PosixLedgerFiles(path: path), options: .init(logSize: 2_000, fill: 0),
            worker: BlockingWorker(label: "full disk"))
        configuration.grant = { [granted] update in
            granted.withLock { $0[update.transaction.id, default: 0] += 1 }
        }
        return try await PurchaseStore.open(configuration)
    }

    /// Buys until the ledger has used up what it had; those that failed.
    private func buyInVain(from store: PurchaseStore) async -> [PurchaseFailure] {
        var failures: [PurchaseFailure] = []
        for _ in 0..<10 { failures += await store.buySideBySide(5) }
        #expect(!failures.isEmpty)
        #expect(failures.allSatisfy { $0.code == .ledgerUnavailable }, "\(failures)")
        return failures
    }

    /// Nothing is lost: what is charged is granted once, counted and finished.
    ///
    /// - Parameter mayRepeat: what was granted, and not on record when the program ended.
    private func expectAllWell(_ store: PurchaseStore, mayRepeat: [PurchaseFailure] = []) async throws {
        try await eventually { await appStore.unfinishedCount == 0 }
        let charged = Set(await appStore.charges.map(\.transactionID))
        let grants = granted.withLock { $0 }
        #expect(Set(grants.keys) == charged)
        #expect(grants.values.allSatisfy { $0 <= 2 })
        #expect(Set(grants.filter { $0.value > 1 }.keys).isSubset(of: mayRepeat.compactMap(\.transactionID)))
        #expect(store.entitlements.purchasedQuantity(of: "coins") == charged.count)
        #expect(store.lastSequence == UInt64(charged.count))
    }

    @Test(
        "L2: a file system that is full refuses with a typed error, and with room again nothing is lost",
        .enabled(if: SmallDisk.canMount, "no tmpfs can be mounted here: that needs Linux and root"),
        arguments: [false, true])
    func full(relaunches: Bool) async throws {
        let disk = try SmallDisk(kilobytes: 64)
        defer { withExtendedLifetime(disk) {} }
        var store = try await open("\(disk.path)/ledger")
        #expect(await store.buySideBySide(5).isEmpty)
        disk.fill()
        let failures = await buyInVain(from: store)
        if relaunches { try await store.close() }
        try disk.empty()
        if relaunches { store = try await open("\(disk.path)/ledger") }
        #expect(await store.buySideBySide(5).isEmpty)
        try await expectAllWell(store, mayRepeat: relaunches ? failures : [])
        try await store.close()
    }

    @Test(
        "L2: a file system that turns read-only while purchases run refuses likewise",
        .enabled(if: SmallDisk.canMount, "nothing can be mounted here: that needs Linux and root"))
    func readOnlyMount() async throws {
        let disk = try SmallDisk(kilobytes: 256)
        defer { withExtendedLifetime(disk) {} }
        // What is open stays writable: it is the next log that cannot be made.
        try await checkReadOnly("\(disk.path)/ledger", set: disk.makeReadOnly, unset: disk.makeWritable)
    }

    @Test(
        "L2: so does a folder in which nothing may be made any more",
        .enabled(if: geteuid() != 0, "root may write anywhere; it mounts a file system read-only instead"))
    func readOnlyFolder() async throws {
        let folder = try TemporaryFolder()
        try await checkReadOnly(
            folder.path, set: { chmod(folder.path, 0o500) }, unset: { chmod(folder.path, 0o700) })
    }

    private func checkReadOnly<Ignored>(
        _ path: String, set: () throws -> Ignored, unset: () throws -> Ignored
    ) async throws {
        let store = try await open(path)
        #expect(await store.buySideBySide(5).isEmpty)
        _ = try set()
        _ = await buyInVain(from: store)
        _ = try unset()
        #expect(await store.buySideBySide(5).isEmpty)
        try await expectAllWell(store)
        try await store.close()
    }
}

extension PurchaseStore {
    /// Buys coins so many times at once; those that failed.
    func buySideBySide(_ count: Int) async -> [PurchaseFailure] {
        await withTaskGroup(of: PurchaseFailure?.self) { group in
            for _ in 0..<count {
                group.addTask {
                    do throws(PurchaseFailure) {
                        _ = try await self.purchase("coins")
                        return nil
                    } catch { return error }
                }
            }
            return await group.reduce(into: []) { if let failure = $1 { $0.append(failure) } }
        }
    }
}
