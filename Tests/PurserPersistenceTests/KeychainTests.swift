import Foundation
import Purser
import PurserPersistence
import PurserSimulator
import Testing

/// A keychain in memory that can be locked, and in which somebody else may write at any moment.
private final class Keychain: KeychainItems {
    private struct State: Sendable {
        var items: [String: Data] = [:]
        var isLocked = false
        /// Written by somebody else right before the next item is added.
        var intruder: (account: String, data: Data)?
    }

    private let state = Lock(State())

    func setLocked(_ isLocked: Bool) { state.withLock { $0.isLocked = isLocked } }
    func intrude(_ account: String, _ data: Data) { state.withLock { $0.intruder = (account, data) } }

    private func run<Value>(_ operation: String, _ body: (inout State) -> Value) throws(StorageFailure) -> Value {
        let value = state.withLock { $0.isLocked ? nil : body(&$0) }
        guard let value else { throw StorageFailure(status: -25308, operation: operation) }
        return value
    }

    func accounts() throws(StorageFailure) -> [String] { try run("list") { Array($0.items.keys) } }
    func data(of account: String) throws(StorageFailure) -> Data? {
        try run("read \(account)") { [$0.items[account]] }[0]
    }
    func delete(account: String) throws(StorageFailure) { try run("delete \(account)") { $0.items[account] = nil } }

    func add(_ data: Data, account: String) throws(StorageFailure) -> Bool {
        try run("add \(account)") { state in
            if let intruder = state.intruder.take() { state.items[intruder.account] = intruder.data }
            if state.items[account] != nil { return false }
            state.items[account] = data
            return true
        }
    }

    func update(_ data: Data, account: String) throws(StorageFailure) -> Bool {
        try run("change \(account)") { state in
            guard state.items[account] != nil else { return false }
            state.items[account] = data
            return true
        }
    }
}

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
        await store.close()
        keychain.setLocked(true)
        let failure = await #expect(throws: PurchaseFailure.self) { try await PurchaseStore.open(configuration) }
        #expect(failure?.code == .ledgerUnavailable && failure?.message.contains("-25308") == true)
        keychain.setLocked(false)
        let again = try await PurchaseStore.open(configuration)
        #expect(again.entitlements.contains("lamp") && again.lastSequence == 1)
        await again.close()
    }

    @Test("What the keychain says is told with what to do about it")
    func errors() {
        #expect("\(StorageFailure(status: -34018, operation: "read a"))".contains("entitlement"))
        #expect(StorageFailure(status: -25308, operation: "read a").localizedDescription.contains("unlocked"))
        #expect("\(StorageFailure(status: -1, operation: "read a"))" == "the keychain did not read a: status -1")
    }
}
