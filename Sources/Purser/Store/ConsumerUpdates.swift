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
        _ consumer: String, _ reader: UpdateLog.Reader, _ ledger: TransactionLedger,
        ending: @escaping @Sendable () -> PurchaseFailure?
    ) {
        self.consumer = consumer
        self.ledger = ledger
        self.ending = ending
        let start = reader.start
        updates = StoreUpdates(
            UpdateReaders(reader) { () throws(PurchaseFailure) in
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
            try await ledger.note(consumer, hasSeen: update.sequence)
        } catch {
            throw ending() ?? error
        }
    }

    /// Begins to read.
    public func makeAsyncIterator() -> AsyncIterator { updates.makeAsyncIterator() }
}

extension PurchaseStore {
    /// The updates for a named reader, such as `"analytics"`: from where it stopped, or where `start` says if it is new.
    ///
    /// A new name begins now, unless something else is said; what was recorded before this call, also just after a user was
    /// named, is then not told to it. Name it in ``Configuration/consumers`` to register it before anything runs.
    ///
    /// With a ledger on disk, updates that a named reader has not acknowledged are never dropped. Call
    /// ``forgetConsumer(_:)`` when a reader exists no more. In memory it may have missed some: see ``skip(_:)``.
    ///
    /// - Parameters:
    ///   - consumer: the reader's name, at most ``EntranceLimits/identifierBytes`` long.
    ///   - start: where a new reader begins; one that the ledger knows goes on where it stopped.
    /// - Throws: ``PurchaseFailure`` with `.invalidRequest` when the name is out of its limits; `.ledgerUnavailable` when a
    ///   new reader could not be recorded;
    ///   `.updatesNotKept` when some of its updates are gone, with ``PurchaseFailure/gap``; `.accountNotNamed` when the app has not named its user
    ///   yet; `.storeClosed` or `.accountSwitched` when the store was closed or switched to another user.
    public func updates(for consumer: String, from start: UpdateStart = .now) async throws(PurchaseFailure)
        -> ConsumerUpdates
    {
        try UpdateConsumer(consumer).validate()
        let engine = engine
        try engine.checkNamed()
        let reader = try await engine.reader(for: consumer, from: start)
        return ConsumerUpdates(consumer, reader, engine.ledger, ending: engine.over)
    }

    /// Says that a named reader goes on behind updates that it has missed, and can have no more.
    ///
    /// Then ``updates(for:from:)`` gives what follows. For a reader without a name nothing has to be said:
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

extension UpdateConsumer {
    /// Throws ``PurchaseFailure`` with `.invalidRequest` when the name is out of its limits.
    func validate() throws(PurchaseFailure) {
        if let fault = EntranceFault.of(identifier: name, "reader's name") { throw fault.failure() }
    }
}

extension StoreEngine {
    /// A reader that goes on where the one of this name stopped, or begins where it says, and is recorded if it is new.
    func reader(for consumer: String, from start: UpdateStart) async throws(PurchaseFailure) -> UpdateLog.Reader {
        if let position = await ledger.position(of: consumer) {
            return try ledger.log.reader(after: position, consumer: consumer)
        }
        let reader = try ledger.log.reader(after: ledger.log.cursor(of: start), consumer: consumer)
        try await ledger.note(consumer, hasSeen: reader.start)
        return reader
    }
}

extension TransactionLedger {
    /// Records safely how far a named reader has read; `nil` forgets the reader.
    nonisolated func note(_ consumer: String, hasSeen sequence: UInt64?) async throws(PurchaseFailure) {
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
