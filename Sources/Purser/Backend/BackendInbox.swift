/// Receives everything that a backend reports: batches in its order, read by the one store that is open on it.
///
/// Putting never waits. A batch that is put while no store is open is dropped: the backend reports its unfinished
/// transactions again when it is activated.
public final class BackendInbox: Sendable {
    private struct State: Sendable {
        var reader: Mailbox<[BackendEvent]>?
        /// The hold of the store that reads; the latest one when no store reads, until it has released the backend.
        var lease: BackendLease?
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
        return state.withLock(\.reader)?.post(batch) ?? false
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
            let reader = Mailbox<[BackendEvent]>()
            let lease = BackendLease(after: state.lease.flatMap { $0.isGone ? nil : $0 })
            state = State(reader: reader, lease: lease)
            return (lease, reader)
        }
    }

    /// Begins to read again for the holder of the backend, after the earlier reading has ended; `nil` when another
    /// store reads.
    package func readAgain(_ lease: BackendLease) -> Mailbox<[BackendEvent]>? {
        state.withLock { state in
            guard state.lease === lease else { return nil }
            let reader = Mailbox<[BackendEvent]>()
            state.reader = reader
            return reader
        }
    }

    /// Ends reading for a hold, unless another store reads already: waiting batches are dropped, and the reading loop
    /// ends.
    package func release(_ lease: BackendLease) {
        state.withLock { $0.lease === lease ? $0.reader.take() : nil }?.close()
    }

    /// Begins to read without a store, for tests of a backend; `nil` when the inbox is read already.
    package func claim() -> Mailbox<[BackendEvent]>? {
        state.withLock { state in
            guard state.reader == nil else { return nil }
            let reader = Mailbox<[BackendEvent]>()
            state.reader = reader
            return reader
        }
    }

    /// Ends reading, for any store.
    package func release() {
        state.withLock { $0.reader.take() }?.close()
    }
}
