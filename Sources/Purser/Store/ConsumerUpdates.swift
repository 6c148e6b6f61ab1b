/// The updates for one named consumer, which resume after its last acknowledged update, also from an earlier launch.
///
/// A read does not acknowledge the update before it: ``acknowledge(_:)`` does. An update that was not acknowledged
/// comes again at the next launch, so the consumer gets each update at least once. A second loop over the same value
/// begins after the last update acknowledged until then. Use a name in one place at a time.
public struct ConsumerUpdates: AsyncSequence, Sendable {
    private let consumer: String
    private let updates: StoreUpdates
    private let ledger: TransactionLedger
    private let ending: @Sendable () -> PurchaseFailure?

    init(
        _ consumer: String, _ reader: UpdateLog.Cursor, _ ledger: TransactionLedger,
        ending: @escaping @Sendable () -> PurchaseFailure?
    ) {
        self.consumer = consumer
        self.ledger = ledger
        self.ending = ending
        let start = reader.start
        updates = StoreUpdates(
            UpdateCursors(reader) { () throws(PurchaseFailure) in
                let position = await ledger.position(of: consumer)
                return try ledger.log.reader(after: position ?? start, consumer: consumer)
            })
    }

    /// The reason why a loop ended before the store closed; `nil` when no loop did.
    ///
    /// Either the next update could not be read from the ledger's files, or a ledger in memory no longer keeps it. In
    /// the second case ``PurchaseFailure/gap`` has the missed updates.
    public var failure: PurchaseFailure? { updates.failure }

    /// The sequence number after which the updates begin: that of the last update the consumer acknowledged, or the
    /// start of a new consumer.
    package var start: UInt64 { updates.start }

    /// Acknowledges an update and all updates before it.
    ///
    /// It returns when the acknowledgement is recorded.
    ///
    /// - Parameter update: the last update that the consumer has processed.
    /// - Throws: ``PurchaseFailure`` with `.invalidRequest` when this ledger has no update of that number yet,
    ///   because the acknowledgement would hide later updates, or when it has a different update of that number;
    ///   `.ledgerUnavailable` when the acknowledgement could not be recorded; `.storeClosed` or `.accountSwitched` when
    ///   the store was closed or switched to another user.
    public func acknowledge(_ update: StoreUpdate) async throws(PurchaseFailure) {
        guard !ledger.log.hasAnother(than: update) else {
            throw PurchaseFailure(
                .invalidRequest,
                "Update \(update.sequence) of this ledger is not about transaction \(update.transaction.id): it comes "
                    + "from another ledger, or from another user's. Acknowledge updates of this consumer.",
                transactionID: update.transaction.id)
        }
        do throws(PurchaseFailure) {
            try await NamedConsumer(consumer, ledger).record(update.sequence)
        } catch {
            throw ending() ?? error
        }
    }

    /// Begins a loop.
    public func makeAsyncIterator() -> StoreUpdates.AsyncIterator { updates.makeAsyncIterator() }
}
