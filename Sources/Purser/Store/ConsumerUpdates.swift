/// The updates for one named reader, from where it left off, even in an earlier launch.
///
/// Asking for the next update says that the one before has been dealt with, and ``acknowledge(_:)`` says so at once.
/// What was not acknowledged comes again at the next launch, so each update is seen at least once.
/// Give a name to one loop at a time.
public struct ConsumerUpdates: AsyncSequence, Sendable {
    /// Updates.
    public typealias Element = StoreUpdate

    /// The reader's name.
    public let consumer: String
    private let reader: UpdateLog.Reader
    private let ledger: TransactionLedger

    init(_ consumer: String, _ reader: UpdateLog.Reader, _ ledger: TransactionLedger) {
        self.consumer = consumer
        self.reader = reader
        self.ledger = ledger
    }

    /// Why the loop ended before the store closed: what comes next could not be read from the ledger's files.
    public var failure: PurchaseFailure? { reader.failure }

    /// The number after which it begins.
    package var start: UInt64 { reader.start }

    /// Says that everything up to a number has been dealt with; returns when that is safe.
    ///
    /// - Throws: ``PurchaseFailure`` with `.ledgerUnavailable`.
    public func acknowledge(_ sequence: UInt64) async throws(PurchaseFailure) {
        try await ledger.acknowledge(consumer, sequence, isUrgent: true)
    }

    /// Begins to read.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(updates: StoreUpdates(reader).makeAsyncIterator(), consumer: consumer, ledger: ledger)
    }

    /// A place in the updates.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var updates: StoreUpdates.AsyncIterator
        fileprivate let consumer: String
        fileprivate let ledger: TransactionLedger
        private var last: UInt64?

        fileprivate init(updates: StoreUpdates.AsyncIterator, consumer: String, ledger: TransactionLedger) {
            self.updates = updates
            self.consumer = consumer
            self.ledger = ledger
        }

        /// The next update; `nil` when the store has closed or switched, or the task was cancelled.
        public mutating func next() async -> StoreUpdate? {
            // Should this not be written, the update comes again, which is what a reader is prepared for.
            if let last { try? await ledger.acknowledge(consumer, last, isUrgent: false) }
            let update = await updates.next()
            last = update?.sequence
            return update
        }
    }
}

extension PurchaseStore {
    /// The updates for a named reader, such as `"analytics"`: from where it left off, or from now on if it is new.
    ///
    /// What a named reader has not acknowledged is never dropped; say ``forgetConsumer(_:)`` when one is gone for good.
    ///
    /// - Throws: ``PurchaseFailure`` with `.ledgerUnavailable`, or `.updatesNotKept`, which names the oldest number kept.
    public func updates(for consumer: String) async throws(PurchaseFailure) -> ConsumerUpdates {
        let engine = engine
        try engine.checkNamed()
        let position = await engine.ledger.position(of: consumer)
        let reader = try engine.ledger.log.reader(after: position)
        if position == nil { try await engine.ledger.acknowledge(consumer, reader.start, isUrgent: true) }
        return ConsumerUpdates(consumer, reader, engine.ledger)
    }

    /// Forgets a named reader and what was kept for it; harmless when there is none.
    ///
    /// - Throws: ``PurchaseFailure`` with `.ledgerUnavailable`.
    public func forgetConsumer(_ consumer: String) async throws(PurchaseFailure) {
        let engine = engine
        try engine.checkNamed()
        try await engine.ledger.acknowledge(consumer, nil, isUrgent: true)
    }
}

extension TransactionLedger {
    /// Notes how far a named reader is.
    func acknowledge(_ consumer: String, _ sequence: UInt64?, isUrgent: Bool) async throws(PurchaseFailure) {
        do {
            _ = try await append([.consumer(consumer, sequence, isRepeated: isUrgent)], isUrgent: isUrgent)
        } catch {
            throw PurchaseFailure(ledger: error)
        }
    }
}
