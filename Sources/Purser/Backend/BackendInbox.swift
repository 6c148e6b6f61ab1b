/// Where a backend puts everything that it reports: batches in its order, read by the one store that is open on it.
///
/// Putting never waits. What is put while no store is open, or after it closed, is dropped: the backend reports its
/// unfinished transactions again when it is activated.
public final class BackendInbox: Sendable {
    private let reader = Lock<Mailbox<[BackendEvent]>?>(nil)

    /// An inbox that nobody reads yet.
    public init() {}

    /// Puts one batch in: the events of one answer, in the backend's order.
    ///
    /// - Returns: false when nobody reads, so that the batch was dropped.
    @discardableResult
    public func put(_ batch: [BackendEvent]) -> Bool {
        guard !batch.isEmpty else { return true }
        return reader.withLock { $0 }?.post(batch) ?? false
    }

    /// Begins to read; `nil` when a store reads already.
    package func claim() -> Mailbox<[BackendEvent]>? {
        reader.withLock { reader in
            guard reader == nil else { return nil }
            let mailbox = Mailbox<[BackendEvent]>()
            reader = mailbox
            return mailbox
        }
    }

    /// Begins to read again after the earlier reader has ended; until then no other store could begin to read.
    package func claimAgain() -> Mailbox<[BackendEvent]> {
        let mailbox = Mailbox<[BackendEvent]>()
        reader.withLock { $0 = mailbox }
        return mailbox
    }

    /// Ends reading: waiting batches are dropped, the reader's loop ends.
    package func release() {
        reader.withLock { $0.take() }?.close()
    }
}
