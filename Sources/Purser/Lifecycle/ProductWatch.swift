/// One reader of a product's states in one session: first the present one, then each further one as it comes.
///
/// Nothing is lost while no more than 64 states wait; when more come, those that wait are dropped for the latest. The watching
/// ends with this object.
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
    package func next() async -> ProductState? { await changes.first { lifecycle.take(productID, watcher) } }
}
