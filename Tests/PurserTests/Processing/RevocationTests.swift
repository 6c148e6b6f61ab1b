import Foundation
import Purser
import Testing

@Suite("Products taken back, where the platform names no transaction", .timeLimit(.minutes(30)))
struct RevocationTests {
    private let backend = ScriptedBackend(script: .init())

    @Test("Every transaction that still gives the product is revoked, also one of the same batch; others stay")
    func revoked() async throws {
        let store = try await PurchaseStore.open(backend: backend)
        var updates = store.updates.makeAsyncIterator()
        backend.inbox.put([
            StoreTransaction.sample("T1", "lamp", .nonConsumable).reported(.elsewhere),
            StoreTransaction.sample("T2", "lamp", .nonConsumable).reported(.elsewhere),
            StoreTransaction.sample("T3", "tools", .nonConsumable).reported(.elsewhere),
            .entitlementsRevoked(productIDs: ["lamp", "nothing"]),
            StoreTransaction.sample("T4", "shed", .nonConsumable).reported(.elsewhere),
        ])
        var reported: [String] = []
        for _ in 0..<6 {
            guard let update = await updates.next() else { break }
            reported.append("\(update.transaction.id) \(update.kind.rawValue)")
        }
        #expect(
            reported == ["T1 purchased", "T2 purchased", "T3 purchased", "T1 revoked", "T2 revoked", "T4 purchased"])
        #expect(store.entitlements.activeProductIDs == ["tools", "shed"])
        try await store.close()
    }

    @Test("Consumables and what has ended are left alone; what the store says later counts")
    func left() async throws {
        let store = try await PurchaseStore.open(backend: backend)
        var updates = store.updates.makeAsyncIterator()
        let ended = StoreTransaction.sample("T1", "gold", .autoRenewable) { $0.expirationTime = at(1) }
        backend.inbox.put([
            ended.reported(.elsewhere), StoreTransaction.sample("T2", "coins").reported(.elsewhere),
            StoreTransaction.sample("T3", "lamp", .nonConsumable).reported(.elsewhere),
            .entitlementsRevoked(productIDs: ["gold", "coins", "lamp"]),
        ])
        for _ in 0..<3 { _ = await updates.next() }
        #expect(await updates.next()?.transaction.id == "T3")
        #expect(store.entitlements.purchasedQuantity(of: "coins") == 1)
        backend.inbox.put([
            StoreTransaction.sample("T3", "lamp", .nonConsumable) { $0.signedTime = at(9) }.reported(.elsewhere)
        ])
        #expect(await updates.next()?.kind == .reinstated)
        #expect(store.entitlements.contains("lamp"))
        try await store.close()
    }

    @Test("A platform that does not say whether a transaction waits has it finished once")
    func needsFinishUnknown() async throws {
        let store = try await PurchaseStore.open(backend: backend)
        let event = BackendEvent.transaction(BackendTransaction(.sample("T1"), origin: .elsewhere, needsFinish: nil))
        backend.inbox.put([event])
        try await eventually { backend.record.finished == ["T1"] }
        try await eventually { await store.unfinished().isEmpty }
        backend.inbox.put([event])
        // A later one says that the one before has been dealt with.
        backend.inbox.put([StoreTransaction.sample("T2").reported(.elsewhere)])
        try await eventually { backend.record.finished.contains("T2") }
        #expect(backend.record.finished == ["T1", "T2"])
        try await store.close()
    }

    @Test("A product of unknown type is owned until it is taken back or ends, and adds to no balance")
    func unknownType() async throws {
        let store = try await PurchaseStore.open(backend: backend)
        var updates = store.updates.makeAsyncIterator()
        let ended = StoreTransaction.sample("T2", "pass", .unknown) { $0.expirationTime = at(1) }
        backend.inbox.put([
            StoreTransaction.sample("T1", "thing", .unknown).reported(.elsewhere), ended.reported(.elsewhere),
        ])
        for _ in 0..<2 { _ = await updates.next() }
        #expect(store.entitlements.contains("thing") && !store.entitlements.contains("pass"))
        #expect(store.entitlements.purchasedQuantities.isEmpty)
        try await store.close()
    }
}
