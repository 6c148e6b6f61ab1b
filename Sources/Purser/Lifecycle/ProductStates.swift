/// The states that a product goes through: first the present one, then each further one as it comes.
///
/// It goes on through switches of users: the state that the product has for nobody, or for the next user, follows where it is
/// another one. Nothing is lost while no more than 64 states wait for their reader; when more come, those that wait are
/// dropped for the latest. It ends when the reading task is cancelled or the store is closed.
public struct ProductStates: AsyncSequence, Sendable {
    /// The states.
    public typealias Element = ProductState
    /// A session's lifecycle, and the session's number.
    package typealias Session = (lifecycle: ProductLifecycle, number: Int)

    private let productID: String
    private let present: @Sendable () -> Session
    private let next: @Sendable (Int) async -> Session?

    /// The states of a product in one session after the other.
    ///
    /// - Parameters:
    ///   - present: the present session.
    ///   - next: the session after the one of a number, as soon as there is one; `nil` at the end.
    package init(
        _ productID: String, present: @escaping @Sendable () -> Session,
        next: @escaping @Sendable (Int) async -> Session?
    ) {
        self.productID = productID
        self.present = present
        self.next = next
    }

    /// The same states as a stream of the standard library, for code that wants that type.
    ///
    /// Each stream is one reader, from the moment on at which this is read.
    public var stream: AsyncStream<ProductState> { AsyncStream(pulling: makeAsyncIterator()) }

    /// Begins to watch; each iterator gets all states from now on.
    public func makeAsyncIterator() -> Iterator { Iterator(Watch(present(), productID), next) }

    /// One reader of a product's states.
    public struct Iterator: AsyncIteratorProtocol, PulledIterator, Sendable {
        private var watch: Watch
        private var last: ProductState?
        private let nextSession: @Sendable (Int) async -> Session?

        fileprivate init(_ watch: Watch, _ nextSession: @escaping @Sendable (Int) async -> Session?) {
            self.watch = watch
            self.nextSession = nextSession
        }

        /// The next state; waits for it, and is `nil` at the end.
        public mutating func next() async -> ProductState? {
            while true {
                if let state = await watch.next() {
                    // The first one of a further session may be no other.
                    guard state != last else { continue }
                    last = state
                    return state
                }
                guard !Task.isCancelled, let session = await nextSession(watch.number) else { return nil }
                watch = Watch(session, watch.productID)
            }
        }
    }

    /// Ends the watching when its iterator is gone.
    fileprivate final class Watch: Sendable {
        let number: Int
        let productID: String
        private let lifecycle: ProductLifecycle
        private let watcher: UInt64
        private let changes: EventCount

        init(_ session: Session, _ productID: String) {
            (lifecycle, number) = session
            self.productID = productID
            (watcher, changes) = session.lifecycle.watch(productID)
        }

        deinit { lifecycle.unwatch(productID, watcher) }

        func next() async -> ProductState? { await changes.first { lifecycle.take(productID, watcher) } }
    }
}

extension ProductStates: CustomStringConvertible {
    /// The product.
    public var description: String { "states of \(productID)" }
}
