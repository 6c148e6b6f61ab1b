/// The lives of those products that somebody watches, and whether the store is ready.
///
/// Owns one machine per watched product and the states that wait for each watcher. Promises: a watcher sees the
/// present state first and then each further one in order, as far as its tray holds them; a product that nobody
/// watches costs one look into a dictionary per event; whoever waits for `ready` is told once. Keeps nothing about
/// products that nobody watches: their state is derived when somebody asks.
package final class ProductLifecycle: Sendable {
    /// So many states wait for a watcher; when one more comes, only the latest is kept.
    package static let maximumWaiting = 64

    fileprivate struct Tray: Sendable {
        var states: [ProductState]
        let changes: EventCount
    }

    fileprivate struct Watched: Sendable {
        var machine: ProductLifecycleState
        var trays: [UInt64: Tray] = [:]
    }

    private struct State: Sendable {
        var products: [String: Watched] = [:]
        var lastWatcher: UInt64 = 0
        var isReady = false
        var isClosed = false
    }

    private let state = Lock(State())
    private let derive: @Sendable (String) -> ProductState
    private let readiness = EventCount()

    /// - Parameter derive: the present state of a product nobody watched until now, from catalog and ledger. It is called
    ///   under this object's lock, so it must answer at once and must not call back; and whoever notes an event must
    ///   hold no lock that `derive` takes.
    package init(derive: @escaping @Sendable (String) -> ProductState) {
        self.derive = derive
    }

    /// Whether somebody watches the product.
    package func isWatched(_ productID: String) -> Bool { state.withLock { $0.products[productID] != nil } }

    /// Whether somebody watches any product.
    package var isWatching: Bool { state.withLock { !$0.products.isEmpty } }

    /// Something happened to a product; note it after catalog and ledger know it.
    package func note(_ productID: String, _ event: ProductEvent) {
        let signals = state.withLock { state -> [EventCount] in
            // Looked up before it is changed: in-place changes of a missing key cost more, and most are missing.
            guard state.products[productID] != nil else { return [] }
            return state.products[productID]?.noted(event) ?? []
        }
        for signal in signals { signal.advance() }
    }

    /// The same happened to all products that are watched.
    package func noteAll(_ event: ProductEvent) {
        for productID in state.withLock({ $0.products.keys.sorted() }) { note(productID, event) }
    }

    /// The states of a product, from the present one on; each iterator is a watcher of its own.
    package func states(of productID: String) -> ProductStates { ProductStates(self, productID) }

    /// The state that a product has at this moment.
    package func presentState(of productID: String) -> ProductState {
        state.withLock { $0.products[productID]?.machine.state } ?? derive(productID)
    }

    /// Ends all sequences, once what waits is taken, and all waits for `ready`.
    package func close() {
        let signals = state.withLock { state in
            state.isClosed = true
            return state.products.sorted { $0.key < $1.key }.flatMap { $0.value.signals }
        }
        for signal in signals { signal.close() }
        readiness.close()
    }
}

extension ProductLifecycle.Watched {
    fileprivate var signals: [EventCount] { trays.sorted { $0.key < $1.key }.map(\.value.changes) }

    fileprivate mutating func noted(_ event: ProductEvent) -> [EventCount] {
        let states = machine.noted(event)
        guard let latest = states.last else { return [] }
        for watcher in trays.keys {
            let waiting = (trays[watcher]?.states ?? []) + states
            trays[watcher]?.states = waiting.count > ProductLifecycle.maximumWaiting ? [latest] : waiting
        }
        return signals
    }
}

// MARK: - Ready

extension ProductLifecycle {
    /// Whether the store has delivered what it had to say at its start.
    package var isReady: Bool { state.withLock(\.isReady) }

    /// The store is ready; it stays so.
    package func becameReady() {
        state.withLock { $0.isReady = true }
        readiness.advance()
    }

    /// Returns once the store is ready.
    ///
    /// - Throws: ``PurchaseFailure``: `.storeClosed`, or `.waitCancelled` when the waiting task is cancelled.
    package func waitUntilReady() async throws(PurchaseFailure) {
        let seen = readiness.count
        if isReady { return }
        do throws(CancellationError) {
            try await readiness.wait(after: seen)
        } catch {
            throw PurchaseFailure(
                readiness.isClosed ? .closed : .cancelled, waitingFor: "the store's start", code: .unknown)
        }
    }
}

// MARK: - Watching

extension ProductLifecycle {
    /// A new watcher, who starts with the present state; its count of changes tells of more.
    func watch(_ productID: String) -> (watcher: UInt64, changes: EventCount) {
        let changes = EventCount()
        let (watcher, isClosed) = state.withLock { state in
            state.lastWatcher += 1
            var watched =
                state.products[productID] ?? Watched(machine: ProductLifecycleState(derive(productID)))
            watched.trays[state.lastWatcher] = Tray(states: [watched.machine.state], changes: changes)
            state.products[productID] = watched
            return (state.lastWatcher, state.isClosed)
        }
        if isClosed { changes.close() }
        return (watcher, changes)
    }

    /// The oldest state that waits for a watcher.
    func take(_ productID: String, _ watcher: UInt64) -> ProductState? {
        state.withLock { state in
            guard let waiting = state.products[productID]?.trays[watcher]?.states, !waiting.isEmpty else { return nil }
            return state.products[productID]?.trays[watcher]?.states.removeFirst()
        }
    }

    /// A watcher has gone; with the last one everything about its product goes.
    func unwatch(_ productID: String, _ watcher: UInt64) {
        state.withLock { state in
            state.products[productID]?.trays[watcher] = nil
            if state.products[productID]?.trays.isEmpty == true { state.products[productID] = nil }
        }
    }
}
