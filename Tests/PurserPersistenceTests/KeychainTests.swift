import Foundation
import Purser
import PurserPersistence
import PurserSimulator
import Testing

@Suite("A ledger in the keychain")
struct KeychainTests {
    private let keychain = Keychain()
    private var storage: KeychainLedgerStorage { KeychainLedgerStorage(keychain, service: "garden") }

    @Test("Values are set, changed and removed, also when somebody else adds one at the same moment")
    func values() throws {
        #expect(try storage.value(named: "a") == nil && storage.names() == [])
        try storage.set(Data([1]), named: "a")
        try storage.set(Data([2]), named: "a")
        keychain.intrude("b", Data([9]))
        try storage.set(Data([3]), named: "b")
        #expect(try storage.value(named: "a") == Data([2]) && storage.value(named: "b") == Data([3]))
        #expect(try storage.names().sorted() == ["a", "b"])
        try storage.removeValue(named: "a")
        try storage.removeValue(named: "a")
        #expect(try storage.names() == ["b"] && storage.id == "keychain garden")
    }

    @Test("A store's purchases outlive the app; while the device is locked it does not open, and loses nothing")
    func store() async throws {
        let appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: [.simulated("lamp", .nonConsumable)]))
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.ledger = .values(storage)
        let store = try await PurchaseStore.open(configuration)
        try await store.purchase("lamp")
        try await store.close()
        keychain.setLocked(true)
        let failure = await #expect(throws: PurchaseFailure.self) { try await PurchaseStore.open(configuration) }
        #expect(failure?.code == .ledgerUnavailable && failure?.message.contains("-25308") == true)
        keychain.setLocked(false)
        let again = try await PurchaseStore.open(configuration)
        #expect(again.entitlements.contains("lamp") && again.lastSequence == 1)
        try await again.close()
    }

    @Test("What the keychain says is told with what to do about it")
    func errors() {
        #expect("\(StorageFailure(status: -34018, operation: "read a"))".contains("entitlement"))
        #expect(StorageFailure(status: -25308, operation: "read a").localizedDescription.contains("unlocked"))
        #expect("\(StorageFailure(status: -1, operation: "read a"))" == "the keychain did not read a: status -1")
    }
}
