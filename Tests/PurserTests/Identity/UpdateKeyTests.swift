import Foundation
import PurserSimulator
import Testing

@testable import Purser

@Suite("Whose an update is, and by what it is recognised")
struct UpdateKeyTests {
    private let ada = UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    private let bob = UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2))

    private func configuration(_ ledger: LedgerLocation) -> PurchaseStore.Configuration {
        var configuration = PurchaseStore.Configuration(
            backend: EmbeddedAppStore(catalog: SimulatorCatalog(products: [.simulated("coins")])))
        configuration.ledger = ledger
        return configuration
    }

    /// Ada buys twice and Bob once; what the streams bring, by a reader that recognises repetitions.
    private func updates(in store: PurchaseStore, after sequence: UInt64) async throws -> [StoreUpdate] {
        var updates: [StoreUpdate] = []
        guard store.lastSequence > sequence else { return [] }
        for await update in try store.updates(after: sequence) {
            updates.append(update)
            if update.sequence == store.lastSequence { break }
        }
        return updates
    }

    @Test(
        "U6: each update names its user and has a key of its own, and both stay over switches, relaunches and compactions"
    )
    func users() async throws {
        let folder = try TemporaryFolder()
        var configuration = configuration(.folder(folder.url))
        // The first launch is read from memory, the second from the files.
        (configuration.keptUpdates, configuration.account) = (0, .user(ada))
        configuration.consumers = ["rows": .beginning]
        var rows: [StoreUpdate.Key: UUID] = [:]
        var store = try await PurchaseStore.open(configuration)
        for user in [ada, bob, ada] {
            try await store.switchAccount(to: .user(user))
            let purchase = try #require(try await store.purchase("coins").purchase)
            #expect(purchase.update.account == .user(user))
            #expect(rows.updateValue(user, forKey: purchase.update.key) == nil)
        }
        try await store.close()
        for launch in 1...2 {
            for user in [ada, bob] {
                configuration.account = .user(user)
                store = try await PurchaseStore.open(configuration)
                let found = try await updates(in: store, after: 0)
                #expect(found.map(\.account) == Array(repeating: .user(user), count: user == ada ? 2 : 1))
                for update in found { #expect(rows[update.key] == user, "launch \(launch)") }
                try await store.close()
                let storage = configuration.ledger.makeStorage()
                try storage.load { _ in }
                try storage.compact(keeping: { _, _ in 0 }, unless: { false })
                storage.close()
            }
        }
        #expect(rows.count == 3)
    }

    @Test("U6: a ledger that takes the place of another has other keys", arguments: [true, false])
    func replaced(isFolder: Bool) async throws {
        var keys: Set<StoreUpdate.Key> = []
        for _ in 1...2 {
            let folder = try TemporaryFolder()
            let store = try await PurchaseStore.open(configuration(isFolder ? .folder(folder.url) : .memory))
            let purchase = try #require(try await store.purchase("coins").purchase)
            #expect(purchase.sequence == 1 && purchase.update.account == .shared)
            #expect(keys.insert(purchase.update.key).inserted)
            try await store.close()
        }
    }

    @Test("U6: a forgotten user who comes back has other keys")
    func forgotten() async throws {
        let folder = try TemporaryFolder()
        let store = try await PurchaseStore.open(configuration(.folder(folder.url)))
        var keys: Set<StoreUpdate.Key> = []
        for _ in 1...2 {
            try await store.switchAccount(to: .user(bob))
            let purchase = try #require(try await store.purchase("coins").purchase)
            #expect(purchase.sequence == 1 && keys.insert(purchase.update.key).inserted)
            try await store.switchAccount(to: .user(ada))
            try await store.forget(user: bob)
        }
        try await store.close()
    }

    @Test("U6: handlers and dead letters name the same key, also after a relaunch")
    func everywhere() async throws {
        struct Refusal: Error {}
        let folder = try TemporaryFolder()
        var configuration = configuration(.folder(folder.url))
        let granted = Lock<[StoreUpdate.Key]>([])
        configuration.account = .user(bob)
        configuration.retries.grant = .once
        configuration.grant = { update in
            granted.withLock { $0.append(update.key) }
            throw Refusal()
        }
        var store = try await PurchaseStore.open(configuration)
        _ = try? await store.purchase("coins")
        try await store.close()
        // From the files.
        store = try await PurchaseStore.open(configuration)
        let letter = try #require(await store.deadLetters().first)
        #expect(granted.withLock { $0 }.first == letter.update.key && letter.update.account == .user(bob))
        try await store.close()
    }

    @Test("U6: the text of a key is read again, and nothing else is")
    func text() throws {
        for (high, low, sequence) in [(0, 0, 1), (UInt64.max, 7, UInt64.max), (1 << 60, 1 << 63, 12)]
            as [(UInt64, UInt64, UInt64)]
        {
            let key = StoreUpdate.Key(ledger: Fingerprint(high: high, low: low), sequence: sequence)
            #expect(StoreUpdate.Key("\(key)") == key && "\(key)".utf8.count >= 34)
            let data = try JSONEncoder().encode([key])
            #expect(try JSONDecoder().decode([StoreUpdate.Key].self, from: data) == [key])
        }
        let zeros = String(repeating: "0", count: 32)
        for text in [
            "", "-", "1", "\(zeros)", "\(zeros)-", "\(zeros)-x", "\(zeros)-01", "\(zeros.dropLast())-1", "\(zeros)--1",
            "+\(zeros.dropLast())-1", "A\(zeros.dropLast())-1",
        ] {
            #expect(StoreUpdate.Key(text) == nil, "\(text)")
        }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([StoreUpdate.Key].self, from: Data(#"["7"]"#.utf8))
        }
    }
}
