import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A run that came out wrong; its figures are worth nothing.
struct WrongRun: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
}

/// An open store on a lean backend, with subscribers that check every update they get.
final class Shop: Sendable {
    /// How a shop is set up.
    struct Setup: Sendable {
        var answering: LoadBackend.Answering = .atOnce
        var subscribers = 1
        var ledger: LedgerKind = .memory
        var faultRate = 0.0
        /// Whether a user is signed in.
        var hasUser = false
        var keptUpdates = 10_000
        /// The folder of a ledger in files; a new one if there is none given.
        var folder: ScratchFolder?
        /// Whether the store compacts that ledger by itself.
        var compacts = true
        /// How many updates the ledger has already.
        var recorded = 0
        var prepare: @Sendable (LoadBackend) -> Void = { _ in }
    }

    static let product = "seeds"
    private static let user = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

    let backend: LoadBackend
    let store: PurchaseStore
    let storage: CountingStorage
    private let folder: ScratchFolder?
    private let recorded: Int
    private let subscribers: [Task<Subscription, Never>]

    init(_ setup: Setup) async throws {
        backend = LoadBackend(answering: setup.answering, faultRate: setup.faultRate)
        setup.prepare(backend)
        recorded = setup.recorded
        folder = setup.ledger == .memory ? nil : try setup.folder ?? ScratchFolder()
        storage = CountingStorage(setup.ledger.storage(in: folder), compacts: setup.compacts)
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.storage = storage
        if setup.hasUser { configuration.account = .user(Self.user) }
        configuration.keptUpdates = setup.keptUpdates
        // A reader that is slower than a million purchases is measured, not cut off.
        configuration.unreadUpdates = .max
        if setup.faultRate > 0 { configuration.retries = .untiring }
        let store = try await PurchaseStore.open(configuration)
        self.store = store
        // From the beginning, so that what the backend tells while it opens is not missed.
        let known = UInt64(setup.recorded)
        let readers = try (0..<setup.subscribers).map { _ in try store.updates(after: known) }
        subscribers = readers.map { updates in Task { await Subscription.reading(updates, after: known) } }
        try await store.waitUntilReady()
    }

    /// Buys one, and makes sure that it was bought.
    func buy() async throws { try Self.check(await store.purchase(Self.product)) }

    /// For loops that call the store themselves, so that what is between is not measured with it.
    static func check(_ outcome: PurchaseOutcome) throws {
        guard case .purchased = outcome else { throw WrongRun("a purchase did not end in a transaction") }
    }

    /// Closes the store and compares what was charged, granted, told and finished with what was expected.
    ///
    /// - Parameters:
    ///   - purchases: payments that were made.
    ///   - others: consumables that came without a payment, this time or earlier.
    ///   - restored: transactions of other kinds, that are not finished.
    ///   - finishing: how many are finished, where that is not all consumables.
    func close(expecting purchases: Int, others: Int = 0, restored: Int = 0, finishing: Int? = nil) async throws {
        await backend.finished.reached(finishing ?? purchases + others)
        // What was finished is written down a moment later.
        while await !store.unfinished().isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        let balance = store.entitlements.purchasedQuantity(of: Self.product)
        try await store.close()
        let updates = purchases + others + restored
        try expect(backend.counts.charges, purchases, "charges")
        try expect(balance, purchases + others, "items in the balance")
        try expect(backend.state.withLock { $0.held.count }, 0, "payments left over")
        try expect(Int(store.lastSequence), updates, "updates in the ledger")
        for subscriber in subscribers {
            let seen = await subscriber.value
            try expect(seen.count, updates - recorded, "updates of a subscriber")
            if let gap = seen.gap { throw WrongRun("a subscriber got update \(gap) out of turn") }
        }
    }

    private func expect(_ value: Int, _ expected: Int, _ what: String) throws {
        guard value == expected else { throw WrongRun("\(value) \(what), \(expected) expected") }
    }
}

/// What one subscriber saw.
struct Subscription: Sendable {
    var count = 0
    /// The first number that was not the one due.
    var gap: UInt64?

    /// Reads to the end what comes after this number, and rests after every hundredth update if a pause is given.
    static func reading(_ updates: StoreUpdates, after cursor: UInt64 = 0, pause: Duration? = nil) async
        -> Subscription
    {
        var seen = Subscription()
        for await update in updates {
            seen.count += 1
            if seen.gap == nil, update.sequence != cursor + UInt64(seen.count) { seen.gap = update.sequence }
            if let pause, seen.count.isMultiple(of: 100) { try? await Task.sleep(for: pause) }
        }
        return seen
    }
}

extension RetryPolicies {
    /// Tries again soon and for ever: for runs with planned faults.
    static var untiring: RetryPolicies {
        let soon = RetryPolicy(
            initialDelay: .milliseconds(1), maximumDelay: .milliseconds(20), maximumAttempts: nil, maximumElapsed: nil)
        var policies = RetryPolicies()
        (policies.payment, policies.restore, policies.finish, policies.catalog) = (soon, soon, soon, soon)
        (policies.activation, policies.refresh, policies.grant) = (soon, soon, soon)
        return policies
    }
}
