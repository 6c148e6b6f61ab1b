import Foundation
import PurserSimulator
import PurserTesting

@testable import Purser

/// A device whose customer begins purchases in the App Store while users take turns, handlers take long, and the app
/// closes or dies.
///
/// Each product is promoted once, so that a charge tells which promoted purchase it is for.
struct PromotionShop: Sendable {
    let context: SimulationContext
    let appStore: EmbeddedAppStore
    let users: [UUID]
    let journal = PromotionJournal()
    let machine: MortalMachine
    private let progress = Lock(0)
    /// Where the promoted purchases are forgotten, to see that it is noticed.
    private let forgetful: KeptStorage?

    static let products = (0..<40).map { "p\($0)" }

    init(_ context: SimulationContext, faults: FaultPlan, forgets: Bool) {
        self.context = context
        machine = MortalMachine(generator: context.generator(for: "machine"), files: CrashingFiles())
        forgetful =
            forgets
            ? KeptStorage(forgetting: { if case .promoted = $0 { true } else { false } }) : nil
        var generator = context.generator(for: "users")
        users = (0..<3).map { _ in generator.uuid() }
        appStore = EmbeddedAppStore(
            catalog: SimulatorCatalog(products: Self.products.map { .simulated($0) }), faults: faults)
    }

    /// Whether the machine runs; what a dead one does counts for nothing.
    var isAlive: Bool { machine.isAlive(progress.withLock(\.self)) }

    // MARK: Launches

    /// Opens a store; `nil` when its ledger cannot be opened.
    ///
    /// - Parameter diesAt: the request of the ledger's files at which the machine dies.
    func open(as account: StoreAccount, launch: Int, diesAt: Int? = nil) async -> PurchaseStore? {
        progress.withLock { $0 = machine.start(diesAt: diesAt, failures: 0) }
        let backend = WatchedBackend(
            appStore, isPumped: false, mutation: .init(), isAlive: { isAlive }, onFinish: { _ in }, onRestore: {})
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.generator = context.generator(for: "store \(launch)")
        configuration.account = account
        configuration.storage = storage
        configuration.promotedPurchases = { await decide($0, launch) }
        return try? await PurchaseStore.open(configuration)
    }

    private var storage: any LedgerStorage { forgetful ?? machine.storage(launch: progress.withLock(\.self)) }

    /// The app's handler: it takes up to five minutes, and then decides.
    private func decide(_ promoted: PromotedPurchase, _ launch: Int) async -> PromotedPurchase.Decision {
        guard isAlive else { return .later }
        journal.passed(promoted.productID)
        var generator = context.generator(for: "decision \(launch) \(promoted.productID)")
        try? await context.sleep(for: generator.happens(0.5) ? .zero : generator.duration(upTo: 300_000))
        guard isAlive else { return .later }
        switch generator.index(below: 20) {
        case 0..<3:
            journal.declined(promoted.productID)
            return .decline
        // Now and then for a user, who need not be present any more.
        case 3..<9:
            journal.attempted(promoted.productID)
            return .buy(appAccountToken: generator.happens(0.3) ? generator.pick(users) : nil)
        default: return .later
        }
    }

    // MARK: What people do

    /// The customer begins the purchase of a product that was not promoted before.
    func promote() async {
        guard let product = journal.nextProduct() else { return }
        await appStore.promote(product)
    }

    /// Buys a listed one, which the App Store may reject.
    func buy(_ promoted: PromotedPurchase, _ store: PurchaseStore, rejected: Bool = false) async {
        if rejected { await appStore.nextPurchase(.fails(.storeProductNotAvailable)) }
        journal.attempted(promoted.productID)
        guard (try? await store.purchase(deferred: promoted, deadline: .seconds(600))) != nil, isAlive else { return }
        journal.bought(promoted.productID)
    }

    func decline(_ promoted: PromotedPurchase, _ store: PurchaseStore) {
        if store.declinePromotedPurchase(promoted), isAlive { journal.declined(promoted.productID) }
    }

    /// Reads the list; one whose purchase has returned must not be on it, nor return to it.
    func look(at store: PurchaseStore) {
        let listed = store.deferredPromotedPurchases.map(\.productID)
        if isAlive { journal.saw(listed) }
    }

    // MARK: The end

    /// Lets each user come once more, with nothing in the way, and then reads the list in another launch.
    func settle(_ store: PurchaseStore, launch: Int) async -> Set<String> {
        await appStore.setFaults(.none)
        for user in users + users {
            do {
                try await store.switchAccount(to: .user(user))
                try await store.waitUntilReady()
                try await context.sleep(for: .seconds(3_600))
            } catch {
                journal.violated("U4: in the end \(user) cannot be named: \(error)")
            }
            look(at: store)
        }
        let listed = store.deferredPromotedPurchases
        try? await store.close()
        guard let last = await open(as: .unnamed, launch: launch + 1) else {
            journal.violated("L1: the store is shut")
            return []
        }
        if last.deferredPromotedPurchases != listed { journal.violated("the list differs after a relaunch") }
        try? await last.close()
        return Set(listed.map(\.productID))
    }

    /// What was violated.
    ///
    /// - Parameter hasDied: whether the machine has died.
    func violations(listed: Set<String>, hasDied: Bool) async -> [String] {
        let charges = await appStore.transactions
        if let foreign = charges.first(where: { !users.map(Optional.some).contains($0.appAccountToken) }) {
            journal.violated("U1: \(foreign.productID) was bought for nobody")
        }
        let counts = charges.reduce(into: [:]) { $0[$1.productID, default: 0] += 1 }
        return journal.violations(counts, listed: listed, hasDied: hasDied)
    }
}
