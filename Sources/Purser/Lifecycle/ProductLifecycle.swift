/// The states of the watched products.
///
/// Owns one state machine per watched product and the states that wait for each watcher. Promises: a watcher gets the
/// current state first and then each further one in order, up to ``maximumWaiting``; a product without watchers costs
/// one dictionary look-up per event. Of products without watchers it keeps only the purchases that wait for
/// their delivery or for the app: their state is computed on request.
package final class ProductLifecycle: Sendable {
    /// The maximum number of states that wait for a watcher; with one more, only the latest is kept.
    package static let maximumWaiting = 64

    fileprivate struct Waiting: Sendable {
        var states: [ProductState]
        let changes: EventCount
    }

    fileprivate struct Watched: Sendable {
        var machine: ProductLifecycleState
        var watchers: [UInt64: Waiting] = [:]
    }

    private struct State: Sendable {
        var products: [String: Watched] = [:]
        var lastWatcher: UInt64 = 0
        var isClosed = false
    }

    private let state = Lock(State())
    /// The purchases that wait for their delivery or for the app, with or without watchers, because this is the only
    /// place that has them without a wait.
    let unfinished = Lock(UnfinishedPurchases())
    let clock: any StoreClock
    private let derive: @Sendable (String) -> ProductStatus

    /// Makes a lifecycle without watchers.
    ///
    /// - Parameter derive: computes what the state of a product follows from, by catalog, ledger and payments. It is
    ///   called under this object's lock, so it must return at once and must not call back; and a caller that reports
    ///   an event must hold no lock that `derive` takes.
    package init(clock: any StoreClock = SystemClock(), derive: @escaping @Sendable (String) -> ProductStatus) {
        (self.clock, self.derive) = (clock, derive)
    }

    /// Whether any product has a watcher.
    package var isWatching: Bool { state.withLock { !$0.products.isEmpty } }

    /// Records an event of a product; call it after catalog and ledger have recorded the event.
    package func note(_ productID: String, _ event: ProductEvent) {
        let signals = state.withLock { state -> [EventCount] in
            // Looked up before it is changed: in-place changes of a missing key cost more, and most are missing.
            guard state.products[productID] != nil else { return [] }
            return state.products[productID]?.noted(event, status(of: productID)) ?? []
        }
        for signal in signals { signal.advance() }
    }

    /// Something was recorded that the states of all watched products in this state depend on; `nil` is any state.
    package func noteChange(of known: ProductState? = nil) {
        let products = state.withLock { $0.products.filter { known == nil || $0.value.machine.state == known } }
        for productID in products.keys.sorted() { note(productID, .changed) }
    }

    /// The state that a product has at this moment.
    package func presentState(of productID: String) -> ProductState {
        note(productID, .changed)
        return state.withLock { $0.products[productID]?.machine.state }
            ?? ProductLifecycleState(status(of: productID)).state
    }

    private func status(of productID: String) -> ProductStatus {
        var status = derive(productID)
        status.isUnfinished = unfinished.withLock { $0.contains(productID) }
        return status
    }

    /// Ends all sequences, after their waiting states.
    package func close() {
        let signals = state.withLock { state in
            state.isClosed = true
            return state.products.sorted { $0.key < $1.key }.flatMap { $0.value.signals }
        }
        for signal in signals { signal.close() }
    }
}

extension ProductLifecycle.Watched {
    fileprivate var signals: [EventCount] { watchers.sorted { $0.key < $1.key }.map(\.value.changes) }

    fileprivate mutating func noted(
        _ event: ProductEvent, _ status: @autoclosure () -> ProductStatus
    ) -> [EventCount] {
        let states = machine.noted(event, status())
        guard let latest = states.last else { return [] }
        for watcher in watchers.keys {
            let waiting = (watchers[watcher]?.states ?? []) + states
            watchers[watcher]?.states = waiting.count > ProductLifecycle.maximumWaiting ? [latest] : waiting
        }
        return signals
    }
}

// MARK: - Watching

extension ProductLifecycle {
    func watch(_ productID: String) -> (watcher: UInt64, changes: EventCount) {
        let changes = EventCount()
        let (watcher, isClosed) = state.withLock { state in
            state.lastWatcher += 1
            var watched =
                state.products[productID] ?? Watched(machine: ProductLifecycleState(status(of: productID)))
            watched.watchers[state.lastWatcher] = Waiting(states: [watched.machine.state], changes: changes)
            state.products[productID] = watched
            return (state.lastWatcher, state.isClosed)
        }
        if isClosed { changes.close() }
        return (watcher, changes)
    }

    func pendingEnd(of productID: String) -> Timestamp? {
        state.withLock { $0.products[productID]?.machine.state == .pending ? status(of: productID).pendingEnd : nil }
    }

    func take(_ productID: String, _ watcher: UInt64) -> ProductState? {
        state.withLock { state in
            guard let waiting = state.products[productID]?.watchers[watcher]?.states, !waiting.isEmpty else {
                return nil
            }
            return state.products[productID]?.watchers[watcher]?.states.removeFirst()
        }
    }

    func unwatch(_ productID: String, _ watcher: UInt64) {
        state.withLock { state in
            state.products[productID]?.watchers[watcher] = nil
            if state.products[productID]?.watchers.isEmpty == true { state.products[productID] = nil }
        }
    }
}
