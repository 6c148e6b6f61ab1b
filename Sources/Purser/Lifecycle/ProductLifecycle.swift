/// The states of the products, and what waits for their watchers.
///
/// Owns the open purchases of a session and the states that wait for each watcher. Promises: a watcher gets the current
/// state first and then each further one in order, up to ``MemoryLimits/productStates``. A state is computed from
/// published values whenever one of these changes, for watched products alone: a purchase that nobody watches, and that
/// is delivered at once, costs nothing here.
package final class ProductLifecycle: Sendable {
    fileprivate struct Waiting: Sendable {
        var states: [ProductState]
        let changes: EventCount
    }

    fileprivate struct Watched: Sendable {
        var state: ProductState
        var watchers: [UInt64: Waiting] = [:]
    }

    private struct State: Sendable {
        var products: [String: Watched] = [:]
        var lastWatcher: UInt64 = 0
        var isClosed = false
    }

    private let state = Lock(State())
    private let purchases = Lock(OpenPurchases())
    let clock: any StoreClock
    private let derive: @Sendable (String) -> ProductStatus

    /// Makes a lifecycle without watchers.
    ///
    /// - Parameter derive: computes the status of a product, but its open purchases. It is called under this object's
    ///   lock, so it must return at once and must not call back; and a caller that reports a change must hold no lock
    ///   that `derive` takes.
    package init(clock: any StoreClock = SystemClock(), derive: @escaping @Sendable (String) -> ProductStatus) {
        (self.clock, self.derive) = (clock, derive)
    }

    /// Whether any product has a watcher.
    package var isWatching: Bool { state.withLock { !$0.products.isEmpty } }

    /// The state that a product has at this moment.
    package func presentState(of productID: String) -> ProductState { status(of: productID).state }

    private func status(of productID: String) -> ProductStatus {
        var status = derive(productID)
        status.purchases = purchases.withLock { $0.stage(of: productID) }
        return status
    }

    // MARK: Changes

    /// Something changed that the state of a product depends on; call it after that is published.
    package func noteChange(of productID: String) {
        let signals = state.withLock { state -> [EventCount] in
            // Looked up before it is changed: in-place changes of a missing key cost more, and most are missing.
            guard state.products[productID] != nil else { return [] }
            return state.products[productID]?.become(status(of: productID).state) ?? []
        }
        for signal in signals { signal.advance() }
    }

    /// Something changed that the states of all watched products in this state depend on; `nil` is any state.
    package func noteChanges(in known: ProductState? = nil) {
        let products = state.withLock { $0.products.filter { known == nil || $0.value.state == known } }
        for productID in products.keys.sorted() { noteChange(of: productID) }
    }

    /// The numbers of payments that have not ended changed.
    package func note(payments changes: [OpenPurchases.Change]) {
        guard !changes.isEmpty else { return }
        purchases.withLock { $0.count(changes) }
        guard isWatching else { return }
        for change in changes { noteChange(of: change.productID) }
    }

    /// Transactions were reported and recorded.
    package func note(recorded transactions: [ReportedTransaction]) {
        let isWatching = isWatching
        purchases.withLock { purchases in
            transactions.forEachInPlace { _, reported in
                if !reported.isOtherPurchase {
                    purchases.note(reported.stored, counts: isWatching && reported.isUpdate)
                }
            }
        }
        guard isWatching else { return }
        for reported in transactions where reported.isUpdate { noteChange(of: reported.stored.transaction.productID) }
        // The App Store may have signed a later date.
        noteChanges(in: .pending)
    }

    /// A recorded transaction stands elsewhere now.
    package func note(_ stored: LedgerTransaction) {
        purchases.withLock { $0.note(stored) }
        noteChange(of: stored.transaction.productID)
    }

    /// The content of a recorded transaction is this far.
    package func note(_ transaction: StoreTransaction, _ stage: OpenPurchases.Stage) {
        purchases.withLock { $0.add(transaction.id, of: transaction.productID, stage) }
        noteChange(of: transaction.productID)
    }

    /// The backend has accepted the finishes of transactions.
    package func note(finished requests: [FinishRequest]) {
        let products = purchases.withLock { purchases in
            purchases.isUnpaid ? [] : requests.compactMap { purchases.remove($0.transactionID) }
        }
        for productID in products { noteChange(of: productID) }
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

    fileprivate mutating func become(_ next: ProductState) -> [EventCount] {
        let states = state.path(to: next)
        guard !states.isEmpty else { return [] }
        state = next
        for watcher in watchers.keys {
            let waiting = (watchers[watcher]?.states ?? []) + states
            watchers[watcher]?.states = waiting.count > MemoryLimits.productStates ? [next] : waiting
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
            var watched = state.products[productID] ?? Watched(state: status(of: productID).state)
            watched.watchers[state.lastWatcher] = Waiting(states: [watched.state], changes: changes)
            state.products[productID] = watched
            return (state.lastWatcher, state.isClosed)
        }
        if isClosed { changes.close() }
        return (watcher, changes)
    }

    func pendingEnd(of productID: String) -> Timestamp? {
        state.withLock { $0.products[productID]?.state == .pending ? status(of: productID).pendingEnd : nil }
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
