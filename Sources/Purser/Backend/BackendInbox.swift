/// Receives everything that a backend reports: batches in its order, read by the one store that is open on it.
///
/// Putting never waits. A batch that is put while no store is open is dropped: the backend reports its unfinished
/// transactions again when it is activated. Promoted purchases are reported once, so those that are put while the store
/// switches users or closes are kept for the next reader.
public final class BackendInbox: Sendable {
    private struct State: Sendable {
        var reader: Mailbox<[BackendEvent]>?
        /// The hold of the store that reads; the latest one when no store reads, until it has released the backend.
        var lease: BackendLease?
        /// The promoted purchases that no store has read.
        var unread: [BackendEvent] = []

        /// A mailbox for a store, with what was kept for it.
        mutating func makeReader() -> Mailbox<[BackendEvent]> {
            let reader = Mailbox<[BackendEvent]>()
            if !unread.isEmpty { reader.post(unread) }
            (self.reader, unread) = (reader, [])
            return reader
        }
    }

    private let state = Lock(State())

    /// Makes an inbox that no store reads yet.
    public init() {}

    /// Puts one batch: the events of one answer, in the backend's order.
    ///
    /// - Returns: false when no store reads, so that the batch was dropped.
    @discardableResult
    public func put(_ batch: [BackendEvent]) -> Bool {
        guard !batch.isEmpty else { return true }
        return state.withLock(\.reader)?.post(batch) ?? false || keep(batch)
    }

    /// Keeps the promoted purchases of a batch while a store holds the backend; returns whether one reads again since.
    private func keep(_ batch: [BackendEvent]) -> Bool {
        let promoted = batch.filter { if case .promotedPurchase = $0 { true } else { false } }
        guard !promoted.isEmpty else { return false }
        return state.withLock { state in
            if state.reader?.post(batch) == true { return true }
            if let lease = state.lease, !lease.isGone {
                state.unread += promoted.prefix(IntakeLimits.deferredPromotedPurchases - state.unread.count)
            }
            return false
        }
    }

    /// Returns when fewer than this number of batches are unread, when no store reads any more, or when the task is
    /// cancelled.
    ///
    /// For a backend with many reports at once, so that they are not all in memory; one task at a time.
    package func waitForRoom(_ batches: Int) async {
        await state.withLock(\.reader)?.waitForRoom(batches)
    }

    /// Takes hold of the backend and begins to read; `nil` when a store reads already.
    ///
    /// A store that has stopped reading may still hold the backend: then the new hold begins after that.
    package func lease() -> (lease: BackendLease, reader: Mailbox<[BackendEvent]>)? {
        state.withLock { state in
            guard state.reader == nil else { return nil }
            let lease = BackendLease(after: state.lease.flatMap { $0.isGone ? nil : $0 })
            state.lease = lease
            return (lease, state.makeReader())
        }
    }

    /// Reads again for the holder of the backend, whose earlier reading has ended; `nil` when another store reads.
    package func readAgain(_ lease: BackendLease) -> Mailbox<[BackendEvent]>? {
        state.withLock { $0.lease === lease ? $0.makeReader() : nil }
    }

    /// Ends reading for a hold, unless another store reads already: waiting batches are dropped.
    package func release(_ lease: BackendLease) {
        state.withLock { $0.lease === lease ? $0.reader.take() : nil }?.close()
    }

    /// Begins to read without a store, for tests of a backend; `nil` when the inbox is read already.
    package func claim() -> Mailbox<[BackendEvent]>? {
        state.withLock { $0.reader == nil ? $0.makeReader() : nil }
    }

    /// Ends reading, for any store.
    package func release() {
        state.withLock { $0.reader.take() }?.close()
    }
}
