import Foundation
import Purser
import PurserInspection
import PurserPersistence
import PurserSimulator
import Testing

@Suite("A ledger in user defaults")
struct DefaultsTests {
    @Test("A store's purchases are there at the next launch, and other keys are left alone")
    func store() async throws {
        let suite = "purser-tests-\(UUID().uuidString)"
        let other = try #require(UserDefaults(suiteName: suite))
        defer { other.removePersistentDomain(forName: suite) }
        other.set("kept", forKey: "name")
        let storage = DefaultsLedgerStorage(suite: suite)
        let appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: [.simulated("lamp", .nonConsumable)]))
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.ledger = .values(storage)
        let store = try await PurchaseStore.open(configuration)
        try await store.purchase("lamp")
        try await store.close()
        #expect(try storage.names().contains { $0.hasPrefix("log-") } && !storage.names().contains("name"))
        let again = try await PurchaseStore.open(configuration)
        #expect(again.entitlements.contains("lamp"))
        try await again.close()
        for name in try storage.names() { try storage.removeValue(named: name) }
        #expect(try storage.names() == [] && other.string(forKey: "name") == "kept")
        #expect(storage.id == "user defaults \(suite) purser.ledger")
    }
}

@Suite("A ledger's folder on a device")
struct FolderTests {
    /// Notes what it is asked for, and refuses one of the operations.
    private final class Attributes: FolderAttributes {
        let notes = Lock<[String]>([])
        let rejected: String

        init(rejecting rejected: String = "") { self.rejected = rejected }

        private func note(_ operation: String, _ words: String) throws {
            notes.withLock { $0.append("\(operation) \(words)") }
            if operation == rejected { throw CocoaError(.fileWriteNoPermission) }
        }

        func make(_ path: String) throws { try note("make", path) }
        func protect(_ path: String, _ protection: LedgerProtection) throws {
            try note("protect", "\(path) \(protection)")
        }
        func setExcludedFromBackup(_ path: String, _ isExcluded: Bool) throws {
            try note("exclude", "\(path) \(isExcluded)")
        }
        func contents(of path: String) throws -> [String] {
            try note("list", path)
            return ["\(path)/log-0000000001.purser"]
        }
    }

    @Test("The folder and what is in it are protected, and kept out of backups")
    func prepares() throws {
        let attributes = Attributes()
        try LedgerLocation.prepare("/app/purser", .untilFirstUnlock, isBackedUp: false, by: attributes)
        #expect(
            attributes.notes.withLock { $0 } == [
                "make /app/purser", "list /app/purser", "protect /app/purser untilFirstUnlock",
                "protect /app/purser/log-0000000001.purser untilFirstUnlock", "exclude /app/purser true",
            ])
    }

    @Test("What the system refuses is told with the path", arguments: ["make", "list", "protect", "exclude"])
    func rejected(operation: String) throws {
        let error = #expect(throws: StorageFailure.self) {
            try LedgerLocation.prepare("/app", .none, isBackedUp: false, by: Attributes(rejecting: operation))
        }
        #expect(error?.path.hasPrefix("/app") == true && error?.localizedDescription.hasPrefix("cannot ") == true)
    }

    @Test("A folder is made, and a store opens in it")
    func opens() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("purser-\(UUID().uuidString)/deep")
        defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
        var configuration = PurchaseStore.Configuration(
            backend: EmbeddedAppStore(catalog: SimulatorCatalog(products: [.simulated("coins")])))
        configuration.ledger = try .protectedFolder(folder)
        let store = try await PurchaseStore.open(configuration)
        try await store.purchase("coins")
        try await store.close()
        #expect(try LedgerInspector(path: folder.path).entitlements().purchasedQuantity(of: "coins") == 1)
    }
}
