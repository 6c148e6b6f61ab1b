import Foundation
import PurserSimulator
import PurserTesting
import Testing

@testable import Purser

@Suite("Switches that meet other things", .timeLimit(.minutes(30)))
struct SwitchingTests: AccountSuite {
    private let ada = StoreAccount.user(UUID())
    private let bob = StoreAccount.user(UUID())
    let appStore = EmbeddedAppStore(
        catalog: SimulatorCatalog(products: [.simulated("seeds"), .simulated("tools", .nonConsumable)]))

    @Test("U4, L2: a switch while the ledger cannot be read leaves nobody named, and can be tried again")
    func failingSwitch() async throws {
        let storage = KeptStorage()
        storage.setReadable(false)
        let store = try await open(as: .unnamed) { $0.storage = storage }
        #expect(await failureCode { try await store.switchAccount(to: bob) } == .ledgerUnavailable)
        #expect(store.account == .unnamed)
        #expect(await failureCode { try await store.purchase("seeds") } == .accountNotNamed)
        storage.setReadable(true)
        try await store.switchAccount(to: bob)
        try await store.purchase("seeds")
        #expect(store.entitlements.purchasedQuantity(of: "seeds") == 1)
        try await store.close()
    }

    @Test("U3, L2: while nothing can be written, nothing that names nobody is taken, and then it is")
    func failingClaims() async throws {
        let files = CrashingFiles()
        let store = try await open(as: ada) { configuration in
            configuration.retries.ledger = RetryPolicy(initialDelay: .zero, maximumDelay: .zero, maximumElapsed: nil)
            configuration.storage = FileLedgerStorage(files)
        }
        try await store.waitUntilReady()
        files.change { $0.isReadOnly = true }
        // Nobody would know whose it is.
        #expect(await failureCode { try await store.purchase("seeds") } == .ledgerUnavailable)
        #expect(await appStore.chargeCount == 0)
        files.change { $0.isReadOnly = false }
        try await store.purchase("seeds")
        files.change { $0.isReadOnly = true }
        try await appStore.buyElsewhere("tools")
        // Whose each payment is has to be known, not only the first one's.
        #expect(await failureCode { try await store.purchase("seeds") } == .ledgerUnavailable)
        #expect(!store.entitlements.contains("tools"))
        files.change { $0.isReadOnly = false }
        try await eventually { store.entitlements.contains("tools") }
        #expect(try await store.restorePurchases().restored.count == 1)
        try await store.close()
    }

    @Test("U4: switches that are asked for at once are made one after the other; each ends, and the last one counts")
    func concurrentSwitches() async throws {
        let store = try await open(as: .unnamed)
        let users = (0..<12).map { _ in StoreAccount.user(UUID()) }
        await withTaskGroup(of: Void.self) { group in
            for user in users {
                group.addTask {
                    await #expect(throws: Never.self) { try await store.switchAccount(to: user) }
                }
            }
        }
        #expect(users.contains(store.account))
        let purchase = try await store.purchase("seeds").purchase
        #expect(purchase?.transaction.appAccountToken == store.account.userID)
        try await store.close()
        #expect(await appStore.violations.isEmpty)
    }

    @Test("U4, C3: close() during a switch ends both, and the backend is free for the next store", arguments: 0..<20)
    func closeDuringSwitch(yields: Int) async throws {
        let store = try await open(as: ada)
        let code = Task { [bob] in await failureCode { try await store.switchAccount(to: bob) } }
        for _ in 0..<yields { await Task.yield() }
        try await store.close()
        #expect([nil, .storeClosed].contains(await code.value))
        #expect(await failureCode { try await store.switchAccount(to: ada) } == .storeClosed)
        #expect(await failureCode { try await store.purchase("seeds") } == .storeClosed)
        let next = try await open(as: bob)
        try await next.purchase("seeds")
        try await next.close()
    }

    @Test("U4, C1: a caller that is cancelled stops waiting, and the switch goes on; out of a handler it is refused")
    func cancelledCaller() async throws {
        let reported = Lock<PurchaseFailure.Code?>(nil)
        let door = Lock<PurchaseStore?>(nil)
        let store = try await open(as: ada) { configuration in
            configuration.grant = { [bob] _ in
                let code = await failureCode { try await door.withLock { $0 }?.switchAccount(to: bob) }
                reported.withLock { $0 = code }
            }
        }
        door.withLock { $0 = store }
        try await store.purchase("seeds")
        #expect(reported.withLock { $0 } == .calledInHandler)
        let code = await withTaskGroup(of: PurchaseFailure.Code?.self) { [bob] group in
            group.addTask { await failureCode { try await store.switchAccount(to: bob) } }
            try? await eventually { store.account != ada }
            group.cancelAll()
            return await group.next() ?? nil
        }
        #expect([nil, .waitCancelled].contains(code))
        try await eventually { [bob] in store.account == bob }
        door.withLock { $0 = nil }
        try await store.close()
    }

    @Test("U1: a promoted purchase is the present user's, and one that waits is kept until somebody is named")
    func promotions() async throws {
        let store = try await open(as: .unnamed) { $0.promotedPurchases = { _ in .buy() } }
        await appStore.promote("seeds")
        try await store.switchAccount(to: ada)
        try await eventually { store.entitlements.purchasedQuantity(of: "seeds") == 1 }
        #expect(await appStore.transactions.map(\.appAccountToken) == [ada.userID])
        try await store.close()
    }
}
