import Foundation
import PurserSimulator
import Testing

@testable import Purser

@Suite("U4: a promoted purchase belongs to the store, not to a session", .timeLimit(.minutes(30)))
struct PromotedPurchaseTests: AccountSuite {
    private let ada = StoreAccount.user(UUID())
    private let bob = StoreAccount.user(UUID())
    let appStore = EmbeddedAppStore(
        catalog: SimulatorCatalog(products: [.simulated("coins"), .simulated("lamp", .nonConsumable)]))

    /// Opens a store that defers everything, and defers one.
    private func deferring(
        as account: StoreAccount, _ configure: (inout PurchaseStore.Configuration) -> Void = { _ in }
    ) async throws -> (PurchaseStore, PromotedPurchase) {
        let store = try await open(as: account) { configuration in
            configuration.promotedPurchases = { _ in .later }
            configure(&configuration)
        }
        let promoted = await appStore.promote("coins")
        try await eventually { store.deferredPromotedPurchases == [promoted] }
        return (store, promoted)
    }

    // MARK: Switches

    @Test("A deferred one is listed for the next user, while nobody is named, and for the first user again")
    func users() async throws {
        let (store, promoted) = try await deferring(as: ada)
        for account in [bob, .unnamed, bob, ada] {
            try await store.switchAccount(to: account)
            #expect(store.deferredPromotedPurchases == [promoted], "\(account)")
        }
        try await store.close()
    }

    @Test("One that was deferred for everybody is the named user's to buy")
    func shared() async throws {
        let (store, promoted) = try await deferring(as: .shared)
        try await store.switchAccount(to: ada)
        #expect(store.deferredPromotedPurchases == [promoted])
        #expect(try await store.purchase(deferred: promoted).purchase?.transaction.appAccountToken == ada.userID)
        #expect(store.deferredPromotedPurchases.isEmpty)
        try await store.close()
    }

    @Test("U1: while nobody is named it can be declined, and not be bought")
    func nobody() async throws {
        let (store, promoted) = try await deferring(as: ada)
        try await store.switchAccount(to: .unnamed)
        #expect(await failureCode { try await store.purchase(deferred: promoted) } == .accountNotNamed)
        #expect(store.deferredPromotedPurchases == [promoted])
        #expect(store.declinePromotedPurchase(promoted))
        #expect(!store.declinePromotedPurchase(promoted))
        try await store.switchAccount(to: bob)
        #expect(store.deferredPromotedPurchases.isEmpty)
        #expect(await appStore.chargeCount == 0)
        try await store.close()
    }

    @Test("A stream of the deferred ones continues through switches, and ends with the store")
    func stream() async throws {
        let (store, promoted) = try await deferring(as: ada)
        var deferrals = store.promotedPurchaseDeferrals.makeAsyncIterator()
        #expect(await deferrals.next() == promoted)
        try await store.switchAccount(to: bob)
        let second = await appStore.promote("lamp")
        #expect(await deferrals.next() == second)
        try await store.close()
        #expect(await deferrals.next() == nil)
    }

    // MARK: Handlers that take long

    /// Opens a store whose handler waits for its decision.
    private func waiting(
        as account: StoreAccount, _ configure: (inout PurchaseStore.Configuration) -> Void = { _ in }
    ) async throws -> (store: PurchaseStore, decision: Reply<PromotedPurchase.Decision>) {
        let (begun, decision) = (Lock(false), Reply<PromotedPurchase.Decision>())
        let store = try await open(as: account) { configuration in
            configuration.promotedPurchases = { _ in
                begun.withLock { $0 = true }
                return await decision.value(ifCancelled: .later)
            }
            configure(&configuration)
        }
        await appStore.promote("coins")
        try await eventually { begun.withLock { $0 } }
        return (store, decision)
    }

    @Test("A decision that comes after a switch counts for the user who is present then")
    func boughtAfterSwitch() async throws {
        let (store, decision) = try await waiting(as: ada)
        try await store.switchAccount(to: .unnamed)
        try await store.switchAccount(to: bob)
        decision.resolve(.buy(context: ["from": "the App Store"]))
        try await eventually { store.entitlements.purchasedQuantity(of: "coins") == 1 }
        #expect(await appStore.transactions.map(\.appAccountToken) == [bob.userID])
        var updates = try store.updates(after: 0).makeAsyncIterator()
        #expect(await updates.next()?.context == ["from": "the App Store"])
        try await store.close()
    }

    @Test("A decision during a switch waits for the next user")
    func boughtDuringSwitch() async throws {
        let (store, decision) = try await waiting(as: ada)
        async let switched: Void = store.switchAccount(to: bob)
        try await eventually { store.account != ada }
        decision.resolve(.buy())
        try await switched
        try await eventually { store.entitlements.purchasedQuantity(of: "coins") == 1 }
        #expect(await appStore.transactions.map(\.appAccountToken) == [bob.userID])
        try await store.close()
    }

    @Test("U1: one that is to be bought while nobody is named is deferred and reported, and nothing is paid")
    func boughtByNobody() async throws {
        let (store, decision) = try await waiting(as: ada)
        try await store.switchAccount(to: .unnamed)
        decision.resolve(.buy())
        try await eventually { store.deferredPromotedPurchases.count == 1 }
        try await eventually { store.rejectedReports.map(\.reason) == [.notBought] }
        #expect(store.rejectedReports.first?.message.contains("accountNotNamed") == true)
        try await store.switchAccount(to: bob)
        #expect(store.deferredPromotedPurchases.count == 1)
        #expect(await appStore.chargeCount == 0)
        try await store.close()
    }

    @Test("A decision for one user is not carried out for another: it is deferred and reported")
    func boughtForAnother() async throws {
        let (store, decision) = try await waiting(as: ada)
        try await store.switchAccount(to: bob)
        decision.resolve(.buy(appAccountToken: ada.userID))
        try await eventually { store.deferredPromotedPurchases.count == 1 }
        try await eventually { store.rejectedReports.count == 1 }
        #expect(await appStore.chargeCount == 0)
        try await store.close()
    }

    // MARK: Relaunches

    @Test("A deferred one is listed after a relaunch, whoever opens the store", arguments: 0..<3)
    func relaunch(first: Int) async throws {
        let folder = try TemporaryFolder()
        let accounts = [ada, .shared, bob]
        let (store, promoted) = try await deferring(as: accounts[first]) { $0.ledger = .folder(folder.url) }
        try await store.close()
        for account in [.unnamed, bob, .shared, ada] {
            let next = try await open(as: account) { $0.ledger = .folder(folder.url) }
            #expect(next.deferredPromotedPurchases == [promoted], "\(account)")
            var deferrals = next.promotedPurchaseDeferrals.makeAsyncIterator()
            #expect(await deferrals.next() == promoted)
            try await next.close()
        }
    }

    @Test("A storage of the app's own keeps it, too")
    func values() async throws {
        let values = DyingValues()
        let (store, promoted) = try await deferring(as: .shared) { $0.ledger = .values(values) }
        try await store.close()
        let next = try await open(as: ada) { $0.ledger = .values(values) }
        #expect(next.deferredPromotedPurchases == [promoted])
        try await next.close()
    }

    @Test("A store that shares its state makes no folder for users before a purchase is promoted")
    func untouched() async throws {
        let folder = try TemporaryFolder()
        let store = try await open(as: .shared) { $0.ledger = .folder(folder.url) }
        try await store.purchase("coins")
        try await store.close()
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/users"))
    }

    @Test("One that was bought, or declined, stays away after a relaunch", arguments: [true, false], [true, false])
    func over(isBought: Bool, isShared: Bool) async throws {
        let folder = try TemporaryFolder()
        let account = isShared ? .shared : ada
        let (store, promoted) = try await deferring(as: account) { $0.ledger = .folder(folder.url) }
        if isBought {
            #expect(try await store.purchase(deferred: promoted).purchase != nil)
        } else {
            #expect(store.declinePromotedPurchase(promoted))
        }
        try await store.close()
        let next = try await open(as: account) { $0.ledger = .folder(folder.url) }
        #expect(next.deferredPromotedPurchases.isEmpty)
        try await next.close()
    }

    @Test("A handler that is still running when the store closes has not decided: it is deferred at the next launch")
    func undecided() async throws {
        let folder = try TemporaryFolder()
        let (store, _) = try await waiting(as: ada) { $0.ledger = .folder(folder.url) }
        try await store.close()
        let next = try await open(as: .unnamed) { $0.ledger = .folder(folder.url) }
        #expect(next.deferredPromotedPurchases.map(\.productID) == ["coins"])
        try await next.close()
    }
}
