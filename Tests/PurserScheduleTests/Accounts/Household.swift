import Foundation
import Purser
import PurserSimulator
import PurserTesting

/// A device that several users of an app share: one customer of the store, an app that is told who uses it.
struct Household: Sendable {
    let context: SimulationContext
    let appStore: EmbeddedAppStore
    let users: [UUID]
    let storage: @Sendable () -> any LedgerStorage
    let journal = HouseholdJournal()
    /// The store that is open, for the app's handler.
    let open = Lock<PurchaseStore?>(nil)
    /// Whether a rule is in force that takes every transaction for the present user's.
    var ignoresAccounts = false
    /// Whether the backend carries no account, so that the payment has to tell whose a transaction is.
    var hidesAccounts = false
    /// Whether the machine runs; one that has died asks for nothing and grants nothing.
    var isAlive: @Sendable () -> Bool = { true }

    init(
        _ context: SimulationContext, echoesTokens: Bool, faults: FaultPlan,
        storage: @escaping @Sendable () -> any LedgerStorage
    ) {
        self.context = context
        self.storage = storage
        var generator = context.generator(for: "users")
        users = (0..<3).map { _ in generator.uuid() }
        appStore = EmbeddedAppStore(
            catalog: SimulatorCatalog(products: [
                .simulated("coins"), .simulated("gems"), .simulated("lamp", .nonConsumable),
                .simulated("tools", .nonConsumable), .simulated("radio", .nonConsumable),
            ]), faults: faults,
            options: EmbeddedAppStoreOptions(
                answersNamePayments: echoesTokens, concurrentPayments: echoesTokens ? 8 : 1))
    }

    /// Opens a store; `nil` when its ledger cannot be.
    func open(as account: StoreAccount, launch: Int) async -> PurchaseStore? {
        var configuration = PurchaseStore.Configuration(backend: backend())
        configuration.generator = context.generator(for: "store \(launch)")
        configuration.storage = storage()
        configuration.account = account
        configuration.grant = { [journal, context, isAlive] update in
            try await context.sleep(for: .milliseconds(500))
            guard isAlive() else { throw CancellationError() }
            journal.granted(update.transaction.id)
        }
        let store = try? await PurchaseStore.open(configuration)
        open.withLock { $0 = store }
        return store
    }

    func close(_ store: PurchaseStore) async {
        open.withLock { $0 = nil }
        await store.close()
    }

    private func backend() -> any StoreBackend {
        var mutation = WatchedBackend.Mutation()
        let isBroken = ignoresAccounts || hidesAccounts
        if isBroken {
            mutation.reports = { [open, journal, ignoresAccounts] batch in
                for case .transaction(let reported) in batch { journal.named(reported) }
                let present = ignoresAccounts ? open.withLock { $0 }?.account.userID : nil
                return [batch.map { $0.with(account: present) }]
            }
        }
        return WatchedBackend(
            appStore, isPumped: isBroken, mutation: mutation, isAlive: isAlive, onFinish: { _ in }, onRestore: {})
    }

    // MARK: The end

    /// Lets each user come once more, with nothing in the way, until the backend keeps nothing.
    func settle(_ store: PurchaseStore) async {
        await appStore.setFaults(.none)
        try? await appStore.approveAll()
        for user in users + users {
            do {
                try await store.switchAccount(to: .user(user))
                try await store.waitUntilReady()
                try await context.sleep(for: .seconds(3_600))
                look(at: store)
                await read(store, for: .seconds(60))
            } catch {
                journal.violated("U4: in the end \(user) cannot be named: \(error)")
            }
        }
        let left = await appStore.unfinishedCount
        if left > 0 { journal.violated("U3: \(left) transactions stay at the App Store though everybody was there") }
    }

    /// Reads the entitlements of this moment; nothing else runs meanwhile.
    func look(at store: PurchaseStore) {
        let entitlements = store.entitlements
        journal.saw("entitlements", as: store.account, entitlements.active.map(\.transaction.id))
        if store.account == .unnamed, !entitlements.purchasedQuantities.isEmpty {
            journal.violated("U2: balances are shown though nobody is named")
        }
    }

    /// Follows the updates of whoever is present.
    func read(_ store: PurchaseStore, for duration: Duration) async {
        guard let updates = try? store.updates(after: 0) else { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [journal] in
                var ids: [String] = []
                for await update in updates { ids.append(update.transaction.id) }
                journal.saw("updates", ids)
            }
            try? await context.sleep(for: duration)
            group.cancelAll()
        }
    }
}

extension BackendEvent {
    /// The event with another account, or none, on its transaction.
    fileprivate func with(account: UUID?) -> BackendEvent {
        guard case .transaction(var reported) = self else { return self }
        var fields = reported.transaction.fields
        fields.appAccountToken = account
        reported.transaction = StoreTransaction(fields)
        return .transaction(reported)
    }
}
