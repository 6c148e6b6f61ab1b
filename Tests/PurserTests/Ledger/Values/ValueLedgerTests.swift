import Foundation
import Purser
import PurserSimulator
import PurserTesting
import Testing

@Suite("A ledger of named values", .timeLimit(.minutes(30)))
struct ValueLedgerTests {
    private static let options = FileLedgerStorage.Options(logSize: 200, fill: 0, generator: SeededGenerator(seed: 1))

    private static func storage(_ values: DyingValues) -> FileLedgerStorage {
        FileLedgerStorage(ValueLedgerFiles(values), options: options)
    }

    /// Works until the machine dies or 12 batches were written.
    private static func live(_ values: DyingValues) -> LedgerCrashTests.Model? {
        var workload = LedgerWorkload(seed: 11)
        let storage = storage(values)
        guard let records = try? storage.records() else { return nil }
        workload.adopt(records)
        var model = LedgerCrashTests.Model(digests: [workload.digest])
        do {
            for index in 1...12 {
                let (records, isUrgent) = workload.batch()
                model.digests.append(workload.digest)
                try storage.append(records, isUrgent: isUrgent)
                if isUrgent, !records.isEmpty { model.safe = index }
                if index.isMultiple(of: 3) { try storage.compact { _, _ in .max } }
            }
        } catch {
            #expect(values.isDead)
        }
        return model
    }

    @Test("L1: dying before or after any change of a value loses nothing that was safe")
    func everyChange() throws {
        let whole = DyingValues()
        _ = try #require(Self.live(whole))
        let folder = LedgerFolder(names: try whole.names())
        #expect(folder.snapshots.first.map { $0 > 1 } == true && folder.logs.first.map { $0 > 1 } == true)
        #expect(try whole.names().allSatisfy { !$0.hasSuffix(".new") })
        for change in 1...whole.changes {
            for isMade in [false, true] {
                let dying = DyingValues()
                dying.die(at: change, isMade: isMade)
                let model = Self.live(dying)
                let found = try Self.storage(dying.afterDeath()).digest()
                guard let model else { continue }
                #expect(model.digests[model.safe...].contains(found), "change \(change), made \(isMade)")
            }
        }
    }

    @Test("L2: a place that refuses a value fails the write, which leaves nothing behind, and the next one works")
    func refuses() throws {
        let values = DyingValues()
        let storage = Self.storage(values)
        try storage.load { _ in }
        try storage.append([LedgerSamples.update(1)], isUrgent: true)
        values.fail(true)
        let error = #expect(throws: PurchaseFailure.self) {
            try storage.append([LedgerSamples.update(2)], isUrgent: true)
        }
        #expect(error?.code == .ledgerUnavailable)
        #expect((error?.underlying as? StorageFailure)?.path.hasPrefix(values.id) == true)
        values.fail(false)
        try storage.append([LedgerSamples.update(2)], isUrgent: true)
        #expect(try storage.contents() == [LedgerSamples.update(1), LedgerSamples.update(2)])
        #expect(try Self.storage(values.afterDeath()).contents().count == 2)
    }

    @Test("L3: a place has one open ledger, and another writer's values are noticed before anything is written")
    func oneWriter() throws {
        let values = DyingValues()
        let first = Self.storage(values)
        try first.load { _ in }
        let error = #expect(throws: PurchaseFailure.self) { try Self.storage(values).load { _ in } }
        #expect(error?.code == .alreadyOpen)
        try first.append([LedgerSamples.update(1)], isUrgent: true)
        // Another process has no lock here.
        try values.set(Data("nonsense".utf8), named: LedgerFolder.log(1))
        #expect(throws: PurchaseFailure.self) { try first.append([LedgerSamples.update(2)], isUrgent: true) }
        first.close()
        #expect(throws: PurchaseFailure.self) { try Self.storage(values).load { _ in } }
    }

    @Test("A store on named values keeps purchases of each user apart, over launches, and grants each once")
    func store() async throws {
        let values = DyingValues()
        let appStore = EmbeddedAppStore(
            catalog: SimulatorCatalog(products: [.simulated("coins"), .simulated("lamp", .nonConsumable)]))
        let granted = Lock<[String]>([])
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.ledger = .values(values)
        configuration.grant = { update in granted.withLock { $0.append(update.transaction.id) } }
        let (ada, ben) = (UUID(), UUID())
        for launch in 0..<3 {
            configuration.account = .user(ada)
            let store = try await PurchaseStore.open(configuration)
            try await store.purchase("coins")
            if launch == 0 { try await store.purchase("lamp") }
            #expect(store.entitlements.contains("lamp"))
            #expect(store.entitlements.purchasedQuantity(of: "coins") == launch + 1)
            try await store.switchAccount(to: .user(ben))
            #expect(!store.entitlements.contains("lamp"))
            try await store.close()
        }
        #expect(granted.withLock { Set($0).count == $0.count && $0.count == 4 })
        #expect(try values.names().contains { $0.hasPrefix("log-") })
        #expect("\(configuration.ledger)" == "values in \(values.id)")
    }

    @Test("A place stays small however many purchases are recorded, and what it holds opens")
    func staysSmall() throws {
        let values = DyingValues()
        let options = FileLedgerStorage.Options(logSize: 16 << 10, fill: 0)
        let storage = FileLedgerStorage(ValueLedgerFiles(values), options: options)
        try storage.load { _ in }
        for number in 1...1_000 {
            try storage.append(LedgerSamples.purchase(number), isUrgent: true)
            if number.isMultiple(of: 50) { try storage.compact { _, _ in .max } }
        }
        let bytes = try values.names().reduce(0) { try $0 + (values.value(named: $1)?.count ?? 0) }
        #expect(bytes < 600_000)
        storage.close()
        let again = FileLedgerStorage(ValueLedgerFiles(values), options: options)
        #expect(try again.state().nextSequence == 1_001)
    }
}
