import Purser

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
        var keptUpdates = 10_000
        var prepare: @Sendable (LoadBackend) -> Void = { _ in }
    }

    static let product = "seeds"

    let backend: LoadBackend
    let store: PurchaseStore
    let storage: CountingStorage
    private let folder: ScratchFolder?
    private let subscribers: [Task<Subscription, Never>]

    init(_ setup: Setup) async throws {
        backend = LoadBackend(answering: setup.answering, faultRate: setup.faultRate)
        setup.prepare(backend)
        folder = setup.ledger == .file ? try ScratchFolder() : nil
        storage = CountingStorage(folder?.storage() ?? MemoryLedgerStorage())
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.storage = storage
        configuration.keptUpdates = setup.keptUpdates
        if setup.faultRate > 0 { configuration.retries = .untiring }
        let store = try await PurchaseStore.open(configuration)
        self.store = store
        // From the beginning, so that what the backend tells while it opens is not missed.
        let readers = try (0..<setup.subscribers).map { _ in try store.updates(after: 0) }
        subscribers = readers.map { updates in Task { await Subscription.reading(updates) } }
        try await store.waitUntilReady()
    }

    /// Buys one, and makes sure that it was bought.
    func buy() async throws {
        guard case .purchased = try await store.purchase(Self.product) else {
            throw WrongRun("a purchase did not end in a transaction")
        }
    }

    /// Closes the store and compares what was charged, granted, told and finished with what was expected.
    func close(expecting purchases: Int, others: Int = 0, finishing: Int? = nil) async throws {
        await backend.finished.reached(finishing ?? purchases + others)
        let balance = store.entitlements.balance(of: Self.product)
        await store.close()
        try expect(backend.counts.charges, purchases, "charges")
        try expect(balance, purchases + others, "items in the balance")
        try expect(backend.state.withLock { $0.held.count }, 0, "payments left over")
        try expect(Int(store.lastSequence), purchases + others, "updates in the ledger")
        for subscriber in subscribers {
            let seen = await subscriber.value
            try expect(seen.count, purchases + others, "updates of a subscriber")
            if let gap = seen.gap { throw WrongRun("update \(gap) came where \(seen.count) was due") }
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

    static func reading(_ updates: StoreUpdates) async -> Subscription {
        var seen = Subscription()
        for await update in updates {
            seen.count += 1
            if seen.gap == nil, update.sequence != UInt64(seen.count) { seen.gap = update.sequence }
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
