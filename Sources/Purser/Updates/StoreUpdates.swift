/// The updates of a store, in order and complete, from a position on: `for await update in store.updates`.
///
/// Each loop over it has its own position and reads from the log on request, so a slow loop uses no memory of its own
/// and delays no other. A second loop over the same value begins where the first one began, and gets the same updates
/// again. A loop ends when the store closes, when it switches to another user, or when the loop's task is cancelled.
public struct StoreUpdates: AsyncSequence, Sendable {
    private let cursors: UpdateCursors

    /// The updates of these consumers.
    package init(_ cursors: UpdateCursors) { self.cursors = cursors }

    /// The updates of a cursor, and of others that begin at the same position.
    package init(_ reader: UpdateLog.Cursor) { cursors = UpdateCursors(reader) }

    /// The reason why a loop ended before the store closed; `nil` when no loop did.
    ///
    /// Either the next update could not be read from the ledger's files, or a ledger in memory no longer keeps it. In
    /// the second case ``PurchaseFailure/gap`` has the missed updates.
    public var failure: PurchaseFailure? { cursors.failure }

    /// The number after which it begins.
    package var start: UInt64 { cursors.start }

    /// Begins a loop.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(cursors) }

    /// The position of one loop, and a few updates read ahead; copies share one position.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
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
        /// An update that was read ahead is returned without leaving the caller's actor.
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
