/// The updates for one named reader, which go on where the reader stopped, also in an earlier launch.
///
/// Asking for the next update acknowledges the one before; ``acknowledge(_:)`` does so at once. An update that was not
/// acknowledged comes again at the next launch, so that the reader gets each update at least once.
/// Use a name for one loop at a time.
public struct ConsumerUpdates: AsyncSequence, Sendable {
    /// The loop's elements.
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

    /// Why the loop ended before the store closed: the next update could not be read from the ledger's files, or, with a
    /// ledger in memory, it is no longer kept, and ``PurchaseFailure/gap`` says which ones were missed.
    ///
    /// `nil` when that did not happen.
    public var failure: PurchaseFailure? { reader.failure }

    /// The sequence number after which it begins: that of the last update which the reader has dealt with, or of the
    /// latest one of all when the name was new.
    public var start: UInt64 { reader.start }

    /// Says that the reader has dealt with everything up to a sequence number.
    ///
    /// It returns when that is recorded.
    ///
    /// - Parameter sequence: the number of the last update that the reader has dealt with.
    /// - Throws: ``PurchaseFailure`` with `.invalidRequest` when there is no update of that number yet: it would hide those
    ///   that come until then; `.ledgerUnavailable` when it could not be recorded.
    public func acknowledge(_ sequence: UInt64) async throws(PurchaseFailure) {
        try await ledger.note(consumer, hasSeen: sequence)
    }

    /// Begins to read.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(updates: StoreUpdates(reader).makeAsyncIterator(), consumer: consumer, ledger: ledger)
    }

    /// How far one loop has read.
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
            // If this cannot be written, the update comes again, and readers expect that.
            if let last { try? await ledger.acknowledge(last, by: consumer) }
            let update = await updates.next()
            last = update?.sequence
            return update
        }
    }
}

extension PurchaseStore {
    /// The updates for a named reader, such as `"analytics"`: from where it stopped, or from now on if it is new.
    ///
    /// A new name is told nothing that happened before; ``updates(after:)`` reads that.
    ///
    /// With a ledger on disk, updates that a named reader has not acknowledged are never dropped. Call
    /// ``forgetConsumer(_:)`` when a reader exists no more. In memory it may have missed some: see ``skip(_:)``.
    ///
    /// - Parameter consumer: the reader's name, at most ``EntranceLimits/identifierBytes`` long.
    /// - Throws: ``PurchaseFailure`` with `.invalidRequest` when the name is out of its limits; `.ledgerUnavailable` when a
    ///   new reader could not be recorded;
    ///   `.updatesNotKept` when some of its updates are gone, with ``PurchaseFailure/gap``; `.accountNotNamed` when the app has not named its user
    ///   yet; `.storeClosed` or `.accountSwitched` when the store was closed or switched to another user.
    public func updates(for consumer: String) async throws(PurchaseFailure) -> ConsumerUpdates {
        if let fault = EntranceFault.of(identifier: consumer, "reader's name") { throw fault.failure() }
        let engine = engine
        try engine.checkNamed()
        let position = await engine.ledger.position(of: consumer)
        let reader = try engine.ledger.log.reader(after: position, consumer: consumer)
        if position == nil { try await engine.ledger.note(consumer, hasSeen: reader.start) }
        return ConsumerUpdates(consumer, reader, engine.ledger)
    }

    /// Says that a named reader goes on behind updates that it has missed, and can have no more.
    ///
    /// Then ``updates(for:)`` gives what follows. For a reader without a name nothing has to be said:
    /// ``updates(after:)`` with the gap's last number goes on.
    ///
    /// - Parameter gap: that of the failure with which reading ended.
    /// - Throws: ``PurchaseFailure`` with `.invalidRequest` when there is no update of the gap's last number;
    ///   `.ledgerUnavailable` when it could not be recorded; `.accountNotNamed` when
    ///   the app has not named its user yet; `.storeClosed` or `.accountSwitched` when the store was closed or switched
    ///   to another user.
    public func skip(_ gap: UpdateGap) async throws(PurchaseFailure) {
        guard let consumer = gap.consumer else { return }
        let engine = engine
        try engine.checkNamed()
        try await engine.ledger.note(consumer, hasSeen: gap.last)
    }

    /// The updates that readers of the present session have missed, the oldest gap first, at most 100: each means that a loop
    /// has ended, or could not begin, before it was told everything.
    public var updateGaps: [UpdateGap] { engine.ledger.log.gaps }

    /// Forgets a named reader and what was kept for it.
    ///
    /// When there is none, nothing changes.
    ///
    /// - Parameter consumer: the reader's name.
    /// - Throws: ``PurchaseFailure`` with `.ledgerUnavailable` when it could not be recorded; `.accountNotNamed` when
    ///   the app has not named its user yet; `.storeClosed` or `.accountSwitched` when the store was closed or switched
    ///   to another user.
    public func forgetConsumer(_ consumer: String) async throws(PurchaseFailure) {
        let engine = engine
        try engine.checkNamed()
        guard await engine.ledger.position(of: consumer) != nil else { return }
        try await engine.ledger.note(consumer, hasSeen: nil)
    }
}

extension TransactionLedger {
    /// Records safely how far a named reader has read; `nil` forgets the reader.
    fileprivate nonisolated func note(_ consumer: String, hasSeen sequence: UInt64?) async throws(PurchaseFailure) {
        do {
            try await acknowledge(sequence, by: consumer, isUrgent: true)
        } catch {
            throw PurchaseFailure(ledger: error)
        }
    }
}

extension ConsumerUpdates: CustomStringConvertible {
    /// The reader's name.
    public var description: String { "updates of consumer \(consumer)" }
}
