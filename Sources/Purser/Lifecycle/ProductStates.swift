/// The states that a product goes through: first the present one, then each further one as it comes.
///
/// Nothing is lost while no more than 64 states wait for their reader; when more come, those that wait are dropped for
/// the latest. It ends when the reading task is cancelled or the store is closed.
public struct ProductStates: AsyncSequence, Sendable {
    /// The states.
    public typealias Element = ProductState

    private let lifecycle: ProductLifecycle
    private let productID: String

    init(_ lifecycle: ProductLifecycle, _ productID: String) {
        self.lifecycle = lifecycle
        self.productID = productID
    }

    /// Begins to watch; each iterator gets all states from now on.
    public func makeAsyncIterator() -> Iterator { Iterator(Watch(lifecycle, productID)) }

    /// One reader of a product's states.
    public struct Iterator: AsyncIteratorProtocol {
        private let watch: Watch

        fileprivate init(_ watch: Watch) { self.watch = watch }

        /// The next state; waits for it, and is `nil` at the end.
        public mutating func next() async -> ProductState? { await watch.next() }
    }

    /// Ends the watching when its iterator is gone.
    fileprivate final class Watch: Sendable {
        private let lifecycle: ProductLifecycle
        private let productID: String
        private let watcher: UInt64
        private let changes: EventCount

        init(_ lifecycle: ProductLifecycle, _ productID: String) {
            self.lifecycle = lifecycle
            self.productID = productID
            (watcher, changes) = lifecycle.watch(productID)
        }

        deinit { lifecycle.unwatch(productID, watcher) }

        func next() async -> ProductState? {
            while true {
                let seen = changes.count
                if let state = lifecycle.take(productID, watcher) { return state }
                do throws(CancellationError) { try await changes.wait(after: seen) } catch { return nil }
            }
        }
    }
}

extension ProductStates: CustomStringConvertible {
    /// The product.
    public var description: String { "states of \(productID)" }
}
