/// The states of the products, and what waits for their watchers.
///
/// Owns the open purchases of a session and the states that wait for each watcher. Promises: a watcher gets the current
/// state first and then each further one in order, up to ``MemoryLimits/productStates``. A state is computed from
/// published values whenever one of these changes, for watched products alone: a purchase that nobody watches, and that
/// is delivered at once, costs little here.
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
        var purchases = OpenPurchases()
        var products: [String: Watched] = [:]
        var lastWatcher: UInt64 = 0
        var isClosed = false
    }

    private let state = Lock(State())
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
    package func presentState(of productID: String) -> ProductState {
        status(of: productID, state.withLock { $0.purchases.stage(of: productID) }).state
    }

    private func status(of productID: String, _ stage: OpenPurchases.Stage) -> ProductStatus {
        var status = derive(productID)
        status.purchases = stage
        return status
    }

    // MARK: Changes

    /// Something changed that the state of a product depends on; call it after that is published.
    package func noteChange(of productID: String) { change(of: [productID]) }

    /// Something changed that the states of all watched products in this state depend on; `nil` is any state.
    package func noteChanges(in known: ProductState? = nil) {
        let products = state.withLock { $0.products.filter { known == nil || $0.value.state == known } }
        change(of: products.keys.sorted())
    }

    /// The numbers of payments that have not ended changed.
    package func note(payments changes: [OpenPurchases.Change]) {
        guard !changes.isEmpty else { return }
        change(of: changes.map(\.productID)) { purchases, _ in purchases.count(changes) }
    }

    /// Transactions were reported and recorded, and the numbers of payments that have not ended changed by that.
    package func note(recorded transactions: [RecordedReport], payments changes: [OpenPurchases.Change] = []) {
        var hasWatchers = false
        change(
            of: transactions.filter(\.answer.isUpdate).map(\.answer.stored.transaction.productID)
                + changes.map(\.productID)
        ) { purchases, isWatched in
            hasWatchers = isWatched
            purchases.count(changes)
            transactions.forEachInPlace { _, report in
                if !report.answer.isOtherPurchase {
                    purchases.note(report.answer.stored, counts: isWatched && report.answer.isUpdate)
                }
            }
        }
        // The App Store may have signed a later date.
        if hasWatchers { noteChanges(in: .pending) }
    }

    /// A recorded transaction has another state now.
    package func note(_ stored: LedgerTransaction) {
        change(of: [stored.transaction.productID]) { purchases, _ in purchases.note(stored) }
    }

    /// The content of a recorded transaction is this far.
    package func note(_ transaction: StoreTransaction, _ stage: OpenPurchases.Stage) {
        change(of: [transaction.productID]) { purchases, _ in
            purchases.add(transaction.id, of: transaction.productID, stage)
        }
    }

    /// The backend has accepted the finishes of transactions.
    package func note(finished requests: [FinishRequest]) {
        var products: [String] = []
        change(of: products) { purchases, _ in
            if !purchases.isUnpaid { products = requests.compactMap { purchases.remove($0.transactionID) } }
        }
    }

    /// Changes the open purchases, then the states of those products that are watched; `body` gets whether any is.
    private func change(
        of products: @autoclosure () -> [String], _ body: (inout OpenPurchases, Bool) -> Void = { _, _ in }
    ) {
        let signals = state.withLock { state -> [EventCount] in
            body(&state.purchases, !state.products.isEmpty)
            return state.products.isEmpty ? [] : products().flatMap { recompute($0, in: &state) }
        }
        for signal in signals { signal.advance() }
    }

    private func recompute(_ productID: String, in state: inout State) -> [EventCount] {
        guard state.products[productID] != nil else { return [] }
        let next = status(of: productID, state.purchases.stage(of: productID)).state
        return state.products[productID]?.become(next) ?? []
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
            let stage = state.purchases.stage(of: productID)
            var watched = state.products[productID] ?? Watched(state: status(of: productID, stage).state)
            watched.watchers[state.lastWatcher] = Waiting(states: [watched.state], changes: changes)
            state.products[productID] = watched
            return (state.lastWatcher, state.isClosed)
        }
        if isClosed { changes.close() }
        return (watcher, changes)
    }

    func pendingEnd(of productID: String) -> Timestamp? {
        state.withLock { $0.products[productID]?.state == .pending ? derive(productID).pendingEnd : nil }
    }

    func take(_ productID: String, _ watcher: UInt64) -> ProductState? {
        state.withLock { state in
            guard let waiting = state.products[productID]?.watchers[watcher]?.states, !waiting.isEmpty
            else { return nil }
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
