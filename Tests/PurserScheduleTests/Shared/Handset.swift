import Purser
import PurserSimulator
import PurserTesting

/// A device with a store that is opened, used and killed, and a book of what its app has seen.
final class Handset: Sendable {
    let book = LivingBook()
    private let context: SimulationContext
    private let backend: any StoreBackend
    private let name: String
    private let storage = KeptStorage()
    private let launches = Lock(0)

    init(_ context: SimulationContext, _ backend: any StoreBackend, _ name: String) {
        self.context = context
        self.backend = backend
        self.name = name
    }

    func open() async throws -> PurchaseStore {
        let launch = launches.next()
        book.note("\(context.clock.now()) launch \(launch)")
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.generator = context.generator(for: "\(name) \(launch)")
        // The book compares with what the store says, and with nothing that the client adds.
        configuration.entitlementPolicy = .none
        configuration.storage = storage
        configuration.grant = { [book] in book.granted($0) }
        configuration.revoke = { _ in }
        return try await PurchaseStore.open(configuration)
    }

    /// Ends a launch; a program that dies loses what was not safe.
    func end(_ store: PurchaseStore, dies: Bool) async {
        try? await store.close()
        book.note(dies ? "died" : "closed")
        if dies { storage.crash() }
    }

    /// Compares the books once everything has settled.
    func compare(_ store: PurchaseStore, with appStore: EmbeddedAppStore, mayRepeat: Bool) async throws {
        let transactions = await appStore.transactions
        let charges = await appStore.charges.map(\.transactionID)
        book.compareGrants(charges, transactions, mayRepeat: mayRepeat)
        book.compareRenewals(try await allUpdates(store), transactions)
        let subscribed = await appStore.subscriptions.filter(\.isEntitled).map(\.productID)
        let expected = Set(subscribed).union(
            transactions.filter { $0.productType == .nonConsumable && $0.revocationTime == nil }.map(\.productID))
        let owned = store.entitlements.activeProductIDs.subtracting(["coins"])
        if owned != expected { book.violated("owned is \(owned.sorted()), and should be \(expected.sorted())") }
        let coins = transactions.filter { $0.productID == "coins" && !$0.isWhollyTakenBack }
            .map(\.purchasedQuantity).reduce(0, +)
        let counted = store.entitlements.purchasedQuantity(of: "coins")
        if coins != counted { book.violated("\(counted) coins are counted, and \(coins) were paid for") }
    }

    /// Every update that is on record.
    func allUpdates(_ store: PurchaseStore) async throws -> [StoreUpdate] {
        var updates: [StoreUpdate] = []
        guard store.lastSequence > 0 else { return [] }
        for await update in try store.updates(after: 0) {
            updates.append(update)
            if update.sequence >= store.lastSequence { break }
        }
        return updates
    }
}
