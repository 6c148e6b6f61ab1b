/// The updates for one named reader, which go on where the reader stopped, also in an earlier launch.
///
/// Asking for the next update says nothing about the one before: ``acknowledge(_:)`` says that it was dealt with. An update
/// that was not acknowledged comes again at the next launch, so that the reader gets each update at least once.
/// A further loop over the same value begins behind what was acknowledged until then. Use a name in one place at a time.
public struct ConsumerUpdates: AsyncSequence, Sendable {
    /// The loop's elements.
    public typealias Element = StoreUpdate
    /// How far one loop has read.
    public typealias AsyncIterator = StoreUpdates.AsyncIterator

    /// The reader's name.
    public let consumer: String
    private let updates: StoreUpdates
    private let ledger: TransactionLedger
    /// That the session has ended, if it has.
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

    /// Why a loop ended before the store closed: the next update could not be read from the ledger's files, or, with a
    /// ledger in memory, it is no longer kept, and ``PurchaseFailure/gap`` says which ones were missed.
    ///
    /// `nil` when that did not happen.
    public var failure: PurchaseFailure? { updates.failure }

    /// The sequence number after which it begins: that of the last update which the reader has dealt with, or where it
    /// begins when the name was new.
    public var start: UInt64 { updates.start }

    /// The same updates as a stream of the standard library, for code that wants that type.
    ///
    /// Each stream is one loop: it takes an update from the log when it is asked for one, and buffers none.
    public var stream: AsyncStream<StoreUpdate> { AsyncStream(pulling: makeAsyncIterator()) }

    /// Says that the reader has dealt with an update, and with all before it.
    ///
    /// It returns when that is recorded.
    ///
    /// - Parameter update: the last update that the reader has dealt with.
    /// - Throws: ``PurchaseFailure`` with `.invalidRequest` when this ledger has no update of that number yet, which would hide
    ///   those that come until then, or another one; `.ledgerUnavailable` when it could not be recorded; `.storeClosed` or
    ///   `.accountSwitched` when the store was closed or switched to another user.
    public func acknowledge(_ update: StoreUpdate) async throws(PurchaseFailure) {
        guard !ledger.log.hasAnother(than: update) else {
            throw PurchaseFailure(
                .invalidRequest,
                "Update \(update.sequence) of this ledger is not about transaction \(update.transaction.id): it was told by "
                    + "another ledger, or to another user. Acknowledge what this reader was told.",
                transactionID: update.transaction.id)
        }
        do throws(PurchaseFailure) {
            try await NamedConsumer(consumer, ledger).note(update.sequence)
        } catch {
            throw ending() ?? error
        }
    }

    /// Begins to read.
    public func makeAsyncIterator() -> AsyncIterator { updates.makeAsyncIterator() }
}

extension UpdateConsumer {
    /// Throws ``PurchaseFailure`` with `.invalidRequest` when the name is out of its limits.
    func validate() throws(PurchaseFailure) {
        if let fault = EntranceFault.of(identifier: name, "reader's name") { throw fault.failure() }
    }
}

extension ConsumerUpdates: CustomStringConvertible {
    /// The reader's name.
    public var description: String { "updates of consumer \(consumer)" }
}
