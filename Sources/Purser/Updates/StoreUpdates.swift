/// The updates of a store, in order and complete, from a position on: `for await update in store.updates`.
///
/// Each value of this type is one reader. It takes an update from the log when the loop asks for it, so that a slow
/// loop costs no memory of its own and slows nobody. Use it for one loop. The loop ends when the store closes, when it
/// switches to another user, or when the loop's task is cancelled.
public struct StoreUpdates: AsyncSequence, Sendable {
    /// The loop's elements.
    public typealias Element = StoreUpdate

    private let reader: UpdateLog.Reader?

    /// The updates of a reader; none at all for `nil`.
    package init(_ reader: UpdateLog.Reader?) { self.reader = reader }

    /// Why the loop ended before the store closed: the next update could not be read from the ledger's files, or, with a
    /// ledger in memory, it is no longer kept, and ``PurchaseFailure/gap`` says which ones were missed.
    ///
    /// `nil` when that did not happen.
    public var failure: PurchaseFailure? { reader?.failure }

    /// The number after which it begins.
    package var start: UInt64 { reader?.start ?? 0 }

    /// Begins to read.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: reader) }

    /// How far one loop has read, and the few updates that it has taken ahead.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let reader: UpdateLog.Reader?
        @usableFromInline var pulled = UpdatePortion.empty

        fileprivate init(reader: UpdateLog.Reader?) { self.reader = reader }

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
            guard let reader, let more = await reader.next(isolation: actor) else { return nil }
            pulled = more
            return pulled.take()
        }
    }
}

extension StoreUpdates: CustomStringConvertible {
    /// The number after which it begins.
    public var description: String { "updates after \(start)" }
}
