/// The updates of a store, in order and complete, from a position on: `for await update in store.updates`.
///
/// Each loop over it is a consumer of its own, which takes an update from the log when it asks for it, so that a slow
/// loop costs no memory of its own and slows nobody. A further loop over the same value begins where the first one began,
/// and gets the same updates again. A loop ends when the store closes, when it switches to another user, or when the loop's
/// task is cancelled.
public struct StoreUpdates: AsyncSequence, Sendable {
    /// The loop's elements.
    public typealias Element = StoreUpdate

    private let cursors: UpdateCursors

    /// The updates of these consumers.
    package init(_ cursors: UpdateCursors) { self.cursors = cursors }

    /// The updates of a consumer, and of others that begin where it does.
    package init(_ reader: UpdateLog.Cursor) { cursors = UpdateCursors(reader) }

    /// Why a loop ended before the store closed: the next update could not be read from the ledger's files, or, with a
    /// ledger in memory, it is no longer kept, and ``PurchaseFailure/gap`` says which ones were missed.
    ///
    /// `nil` when that did not happen.
    public var failure: PurchaseFailure? { cursors.failure }

    /// The same updates as a stream of the standard library, for code that wants that type.
    ///
    /// Each stream is one loop: it takes an update from the log when it is asked for one, and buffers none.
    public var stream: AsyncStream<StoreUpdate> { AsyncStream(pulling: makeAsyncIterator()) }

    /// The number after which it begins.
    package var start: UInt64 { cursors.start }

    /// Begins to read.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(cursors) }

    /// How far one loop has read, and the few updates that it has taken ahead; copies of it share one position.
    public struct AsyncIterator: AsyncIteratorProtocol, PulledIterator, Sendable {
        private let loop: UpdateLoop
        @usableFromInline var pulled = UpdatePortion.empty

        fileprivate init(_ cursors: UpdateCursors) { loop = UpdateLoop(cursors) }

        /// The next update; `nil` when the store has closed or switched, or the task was cancelled.
        @inlinable
        public mutating func next() async -> StoreUpdate? {
            if let update = pulled.take() { return update }
            return await pull(isolation: nil)
        }

        /// The next update.
        ///
        /// For one that was taken ahead the caller's actor is not left.
        ///
        /// `nil` when the store has closed or switched, or the task was cancelled.
        @inlinable
        public mutating func next(isolation actor: isolated (any Actor)?) async -> StoreUpdate? {
            if let update = pulled.take() { return update }
            return await pull(isolation: actor)
        }

        @usableFromInline
        mutating func pull(isolation actor: isolated (any Actor)?) async -> StoreUpdate? {
            // While it waits, the loop keeps no updates in memory.
            pulled = .empty
            guard let more = await loop.next(isolation: actor) else { return nil }
            pulled = more
            return pulled.take()
        }
    }
}

extension StoreUpdates: CustomStringConvertible {
    /// The number after which it begins.
    public var description: String { "updates after \(start)" }
}
