/// The updates of a store, in order and complete, from a position on: `for await update in store.updates`.
///
/// Each value of this type is one reader, and each update is pulled when it is asked for: a slow loop costs no memory
/// of its own and slows nobody. Iterate it once; the loop ends when the store closes, when it switches to
/// another user, or when its task is cancelled.
public struct StoreUpdates: AsyncSequence, Sendable {
    /// Updates.
    public typealias Element = StoreUpdate

    private let reader: UpdateLog.Reader?

    package init(_ reader: UpdateLog.Reader?) { self.reader = reader }

    /// Why the loop ended before the store closed: what comes next could not be read from the ledger's files.
    public var failure: PurchaseFailure? { reader?.failure }

    /// The number after which it begins.
    package var start: UInt64 { reader?.start ?? 0 }

    /// Begins to read.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: reader) }

    /// A place in the updates, with the few that were pulled ahead.
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

        /// The next update, without leaving the caller's actor for one that was pulled ahead.
        ///
        /// `nil` when the store has closed or switched, or the task was cancelled.
        @inlinable
        public mutating func next(isolation actor: isolated (any Actor)?) async -> StoreUpdate? {
            if let update = pulled.take() { return update }
            return await pull(isolation: actor)
        }

        @usableFromInline
        mutating func pull(isolation actor: isolated (any Actor)?) async -> StoreUpdate? {
            // Who waits keeps nothing alive.
            pulled = .empty
            guard let reader, let more = await reader.next(isolation: actor) else { return nil }
            pulled = more
            return pulled.take()
        }
    }
}
