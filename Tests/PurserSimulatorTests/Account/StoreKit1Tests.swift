import Purser
import PurserTesting
import Testing

@testable import PurserSimulator

/// The rules of StoreKit 1, from Apple's documentation of `SKPaymentQueue`.
@Suite("An App Store as StoreKit 1 sees it")
struct StoreKit1Tests {
    private func shop() async throws -> (EmbeddedAppStore, Mailbox<[BackendEvent]>) {
        let store = EmbeddedAppStore(catalog: .sample(), clock: VirtualClock(), options: .storeKit1)
        let mailbox = try await store.listening()
        return (store, mailbox)
    }

    @Test(
        "restoreCompletedTransactions(): new identifiers that name the original ones, and no non-renewing subscription")
    func restore() async throws {
        let (store, mailbox) = try await shop()
        for (number, product) in ["lamp", "pass", "gold", "coins"].enumerated() {
            try await store.submit([payment(UInt64(number), product)])
        }
        _ = await mailbox.next()
        for number: UInt64 in 1...2 {
            try await store.restore(RestoreID(rawValue: number), for: nil)
            let events = await (mailbox.next() ?? []).flatMap { $0 }
            let restored = events.compactMap { $0.transaction?.transaction }
            #expect(restored.map(\.productID) == ["lamp", "gold"])
            #expect(restored.map(\.originalID) == ["2000000000001", "2000000000003"])
            #expect(restored.allSatisfy { $0.id != $0.originalID && $0.price == nil })
            #expect(events.compactMap { $0.transaction?.needsFinish } == [true, true])
        }
        #expect(await store.transactions.count == 8)
        #expect(await store.chargeCount == 4)
        #expect(Set(await store.transactions.map(\.id)).count == 8)
    }

    @Test("An interrupted purchase fails first, and is purchased once that is settled")
    func interrupted() async throws {
        let (store, mailbox) = try await shop()
        await store.nextPurchase(.isInterrupted)
        try await store.submit([payment(1, "coins")])
        #expect(words(await (mailbox.next() ?? []).flatMap { $0 }) == ["coins - unknown"])
        #expect(await store.chargeCount == 0)
        try await store.approveAll()
        #expect(words(await (mailbox.next() ?? []).flatMap { $0 }) == ["coins#01 other -"])
        #expect(await store.chargeCount == 1)
    }

    @Test("D1: a restored copy is not granted again: not where it was bought, and on a new device once")
    func store() async throws {
        let appStore = EmbeddedAppStore(catalog: .sample(), clock: VirtualClock(), options: .storeKit1)
        let granted = Lock<[String]>([])
        func open() async throws -> PurchaseStore {
            try await appStore.openStore { configuration in
                configuration.grant = { update in granted.withLock { $0.append(update.transaction.originalID) } }
            }
        }
        var store = try await open()
        #expect(try await store.purchase("lamp").purchase != nil)
        #expect(try await store.purchase("gold").purchase != nil)
        for _ in 0..<2 {
            let outcome = try await store.restorePurchases()
            #expect(outcome.restored.map(\.productID) == ["lamp", "gold"] && outcome.failed.isEmpty)
        }
        #expect(store.entitlements.activeProductIDs == ["lamp", "gold"])
        #expect(granted.withLock { $0 } == ["2000000000001", "2000000000002"])
        try await store.close()
        // Another ledger knows neither the originals nor the copies.
        store = try await open()
        for _ in 0..<2 { _ = try await store.restorePurchases() }
        #expect(granted.withLock { $0.dropFirst(2).sorted() } == ["2000000000001", "2000000000002"])
        #expect(store.entitlements.activeProductIDs == ["lamp", "gold"])
        #expect(await appStore.chargeCount == 2)
        try await store.close()
    }
}
