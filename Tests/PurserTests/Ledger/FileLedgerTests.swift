import Foundation
import Purser
import PurserSimulator
import Testing

@Suite("A ledger in a folder")
struct FileLedgerTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func storage(_ options: FileLedgerStorage.Options = .init()) -> FileLedgerStorage {
        FileLedgerStorage(PosixLedgerFiles(path: folder.path), options: options)
    }

    private func logPath(_ number: UInt64) -> String { "\(folder.path)/\(LedgerFolder.log(number))" }

    @Test("L1: what was appended is there after each opening, in order")
    func roundTrip() throws {
        var expected: [LedgerRecord] = []
        for launch in 0..<4 {
            let storage = storage(.init(logSize: 4_096))
            #expect(try storage.contents() == expected)
            for number in 1...10 {
                let records = LedgerSamples.purchase(launch * 10 + number)
                try storage.append(Array(records[..<2]), isUrgent: true)
                try storage.append(Array(records[2...]), isUrgent: false)
                expected += records
            }
            #expect(try storage.contents() == expected)
            if launch.isMultiple(of: 2) { storage.close() }
        }
        #expect(FileManager.default.fileExists(atPath: logPath(3)))
    }

    @Test("L3: the second opener of a folder gets a clear error, until the first has closed")
    func oneWriter() throws {
        let first = storage()
        try first.load { _ in }
        let error = #expect(throws: PurchaseFailure.self) { try storage().load { _ in } }
        #expect(error?.code == .alreadyOpen)
        #expect(
            error?.message
                == "Another store of this process has the ledger in \(folder.path) open, and a ledger has one writer. Use "
                + "that store, or wait until its close() has returned. For two stores at the same time, give each a "
                + "folder of its own.")
        // The second try gives nothing of the first one's lock back.
        #expect(throws: PurchaseFailure.self) { try storage().load { _ in } }
        first.close()
        let next = storage()
        try next.load { _ in }
        next.close()
    }

    @Test("L3: where another process has the ledger, the error says so")
    func otherProcess() throws {
        let first = storage()
        try first.load { _ in }
        first.close()
        // As another process has it: the lock is not one of this library.
        let lock = try FileHandle(forUpdating: folder.url.appendingPathComponent("ledger.lock"))
        #expect(flock(lock.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
        let error = #expect(throws: PurchaseFailure.self) { try storage().load { _ in } }
        #expect(error?.code == .alreadyOpen && error?.message.hasPrefix("Another process has the ledger in") == true)
        try lock.close()
        let next = storage()
        try next.load { _ in }
        next.close()
    }

    @Test("L1: a torn tail is cut off, and what was torn never comes back")
    func tornTail() throws {
        do {
            let storage = storage()
            try storage.load { _ in }
            try storage.append([LedgerSamples.update(1)], isUrgent: true)
        }
        let whole = try Data(contentsOf: URL(fileURLWithPath: logPath(1)))
        let end = (whole.lastIndex { $0 != 0 } ?? 0) + 1
        for cut in [128, 129, 144, end - 1] {
            var torn = whole[..<cut]
            torn += [UInt8](repeating: 0xA5, count: 5_000)
            try torn.write(to: URL(fileURLWithPath: logPath(1)))
            let storage = storage()
            #expect(try storage.contents().isEmpty)
            try storage.append([LedgerSamples.update(1)], isUrgent: true)
            #expect(try storage.contents().count == 1)
        }
    }

    @Test("L1: damage before something that was safe is reported with file and offset")
    func damage() throws {
        let storage = storage()
        try storage.load { _ in }
        for number in 1...20 { try storage.append([LedgerSamples.update(number)], isUrgent: true) }
        storage.close()
        var data = try Data(contentsOf: URL(fileURLWithPath: logPath(1)))
        data[160] ^= 4
        try data.write(to: URL(fileURLWithPath: logPath(1)))
        let error = #expect(throws: PurchaseFailure.self) { try self.storage().load { _ in } }
        #expect(error?.code == .ledgerUnavailable)
        let damage = try #require(error?.underlying as? LedgerDamage)
        #expect(damage.path == logPath(1))
        #expect(damage.offset == 128)
    }

    @Test("A missing log, a newer version, a file in place of the folder")
    func strangeFolders() throws {
        let storage = storage(.init(logSize: 512))
        try storage.load { _ in }
        for number in 1...20 { try storage.append([LedgerSamples.update(number)], isUrgent: true) }
        storage.close()
        try FileManager.default.removeItem(atPath: logPath(2))
        let missing = #expect(throws: PurchaseFailure.self) { try self.storage().load { _ in } }
        #expect((missing?.underlying as? LedgerDamage)?.path == logPath(2))

        var data = try Data(contentsOf: URL(fileURLWithPath: logPath(1)))
        data[8] = UInt8(SegmentHeader.version + 1)
        try data.write(to: URL(fileURLWithPath: logPath(1)))
        let newer = #expect(throws: PurchaseFailure.self) { try self.storage().load { _ in } }
        #expect((newer?.underlying as? LedgerDamage)?.isNewerVersion == true)

        let file = FileLedgerStorage(PosixLedgerFiles(path: logPath(1)))
        let noFolder = #expect(throws: PurchaseFailure.self) { try file.load { _ in } }
        #expect((noFolder?.underlying as? StorageFailure)?.path == logPath(1))
    }

    @Test("M3, O4: a store opened again on the same folder goes on where it was")
    func storeReopens() async throws {
        let seeds = StoreProduct.simulated("seeds")
        let appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: [seeds]))
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.ledger = .folder(folder.url.appendingPathComponent("new/ledger"))
        for launch in 1...3 {
            let store = try await PurchaseStore.open(configuration)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<20 { group.addTask { _ = try await store.purchase("seeds") } }
                try await group.waitForAll()
            }
            #expect(store.lastSequence == UInt64(20 * launch))
            #expect(store.entitlements.purchasedQuantity(of: "seeds") == 20 * launch)
            let other = EmbeddedAppStore(catalog: SimulatorCatalog(products: [seeds]))
            var second = PurchaseStore.Configuration(backend: other)
            second.ledger = configuration.ledger
            let error = await #expect(throws: PurchaseFailure.self) { try await PurchaseStore.open(second) }
            #expect(error?.code == .alreadyOpen)
            try await store.close()
        }
        #expect(await appStore.chargeCount == 60)
    }
}
