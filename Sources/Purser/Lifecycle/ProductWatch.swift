/// One reader of a product's states in one session: first the current one, then each further one as it comes.
///
/// When more than 64 states wait, they are dropped for the latest. The watch ends with this object.
package final class ProductWatch: PulledIterator {
    private let lifecycle: ProductLifecycle
    private let productID: String
    private let watcher: UInt64
    private let changes: EventCount

    /// Begins to watch a product.
    package init(_ lifecycle: ProductLifecycle, _ productID: String) {
        self.lifecycle = lifecycle
        self.productID = productID
        (watcher, changes) = lifecycle.watch(productID)
    }

    deinit { lifecycle.unwatch(productID, watcher) }

    /// The next state; `nil` when the lifecycle was closed or the task was cancelled.
    package func next() async -> ProductState? {
        while true {
            let seen = changes.count
            if let state = lifecycle.take(productID, watcher) { return state }
            let sleeps = lifecycle.pendingEnd(of: productID).map { [clock = lifecycle.clock] end in
                [{ @Sendable in try await clock.sleep(untilDate: end.date) }]
            }
            switch await changes.wait(after: seen, orFor: sleeps ?? []) {
            case .event: continue
            case .time: lifecycle.noteChange(of: productID)
            case .over: return nil
            }
        }
    }
}
