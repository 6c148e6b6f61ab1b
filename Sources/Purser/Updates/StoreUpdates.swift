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

/// Makes a separate cursor for each loop over one sequence of updates.
///
/// The cursor of the first loop exists before the loop, so that no update is dropped; after that the sequence itself
/// keeps no updates.
package final class UpdateCursors: Sendable {
    private struct State: Sendable {
        var first: UpdateLog.Cursor?
        var failure: PurchaseFailure?
    }

    /// Makes the cursor of a later loop; `nil` when there is nothing to read any more.
    package typealias Further = @Sendable () async throws(PurchaseFailure) -> UpdateLog.Cursor?

    /// The number after which the first loop begins.
    package let start: UInt64
    private let state: Lock<State>
    private let further: Further

    /// Makes cursors of which the first one may exist already.
    package init(_ first: UpdateLog.Cursor?, further: @escaping Further) {
        start = first?.start ?? 0
        state = Lock(State(first: first))
        self.further = further
    }

    /// Makes cursors that all begin at the same position as the first one.
    package convenience init(_ first: UpdateLog.Cursor) {
        let (log, start, consumer) = (first.log, first.start, first.consumer)
        self.init(first) { () throws(PurchaseFailure) in try log.reader(after: start, consumer: consumer) }
    }

    /// The failure of the latest loop that ended early; `nil` when none did.
    package var failure: PurchaseFailure? { state.withLock(\.failure) }

    /// The cursor of the first loop; `nil` when it was taken, or has to be made.
    fileprivate func takeFirst() -> UpdateLog.Cursor? { state.withLock { $0.first.take() } }

    /// The cursor of a later loop; `nil` when it has nothing to read.
    fileprivate func makeFurther() async -> UpdateLog.Cursor? {
        do { return try await further() } catch {
            note(error)
            return nil
        }
    }

    fileprivate func note(_ failure: PurchaseFailure) { state.withLock { $0.failure = failure } }
}

/// One loop, which has one consumer, and its iterators one reference.
final class UpdateLoop: Sendable {
    private let cursors: UpdateCursors
    private let first: UpdateLog.Cursor?
    private let further = Lock<UpdateLog.Cursor?>(nil)

    init(_ cursors: UpdateCursors) { (self.cursors, first) = (cursors, cursors.takeFirst()) }

    /// The next updates, at least one; `nil` at the end.
    func next(isolation: isolated (any Actor)? = #isolation) async -> UpdatePortion? {
        guard let reader = await made() else { return nil }
        while let portion = await reader.next() {
            // An empty portion is for a consumer that checks its other work.
            if portion.count > 0 { return portion }
        }
        if let failure = reader.failure { cursors.note(failure) }
        return nil
    }

    private func made(isolation: isolated (any Actor)? = #isolation) async -> UpdateLog.Cursor? {
        if let reader = first ?? further.withLock({ $0 }) { return reader }
        guard let made = await cursors.makeFurther() else { return nil }
        return further.withLock { reader in
            reader = reader ?? made
            return reader
        }
    }
}
