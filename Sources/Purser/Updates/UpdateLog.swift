/// The log of updates: a cursor for each consumer, and the consumers that wait for more.
///
/// Owns the continuations of waiting consumers. Promises: O4, S1, and that writing never waits for a consumer (S2).
/// While its lock is held, no continuation is resumed and no update released.
package final class UpdateLog: Sendable {
    fileprivate struct State: Sendable {
        var log: UpdateLogState
        /// All of these have read everything.
        var waiting = WaitingCursors()
        var isClosed = false
        /// The names of the consumers that were nudged and have not checked since.
        var nudged: Set<String> = []
        var gaps = Fifo<UpdateGap>()
    }

    /// The number of the latest update before those that streams of the session begin with.
    package let opening: UInt64
    private let state: Lock<State>
    private let history: (any UpdateHistory)?
    private let diagnostics: DiagnosticFeed
    private static let listedGaps = 100

    /// Makes a log without consumers, from the latest updates in order and without gaps.
    ///
    /// It keeps `keptUpdates` of them in memory, and without a storage `unreadUpdates` for consumers that have not read
    /// them. Streams of the session begin with the update `missedFrom`, if there is one.
    package init(
        updates: [StoreUpdate], nextSequence: UInt64, missedFrom: UInt64? = nil, keptUpdates: Int,
        unreadUpdates: Int = .max, history: (any UpdateHistory)? = nil, diagnostics: DiagnosticFeed = DiagnosticFeed()
    ) {
        self.diagnostics = diagnostics
        self.history = history
        opening = (missedFrom ?? nextSequence) - 1
        state = Lock(
            State(
                log: UpdateLogState(
                    updates: updates, nextSequence: nextSequence, kept: keptUpdates, unread: unreadUpdates,
                    isStored: history != nil)))
    }

    /// The number of the latest update; 0 when there is none yet.
    package var lastSequence: UInt64 { state.withLock { $0.log.nextSequence - 1 } }

    /// The updates in memory, in order.
    package var inMemory: [StoreUpdate] { state.withLock { $0.log.inMemory } }

    /// The number of the oldest update that a consumer has not read yet; that of the next update when there is none.
    package var oldestNeeded: UInt64 { state.withLock { $0.log.oldestNeeded } }

    /// The gaps that consumers have reached, the oldest first; only the latest ones are listed.
    package var gaps: [UpdateGap] { state.withLock { $0.gaps.prefix(Self.listedGaps) } }

    /// Lists a gap, once even if its consumer reaches it several times.
    private func note(_ gap: UpdateGap) {
        let isNew = state.withLock { state in
            guard !state.gaps.prefix(Self.listedGaps).contains(gap) else { return false }
            state.gaps.append(gap)
            while state.gaps.count > Self.listedGaps { _ = state.gaps.popFirst() }
            return true
        }
        guard isNew else { return }
        diagnostics.report(
            StoreDiagnostic(
                .updatesMissed, .warning, .init(consumer: gap.consumer), count: Int(gap.last - gap.first) + 1,
                message: "A stream has missed the updates \(gap.first) to \(gap.last)."))
    }

    /// Keeps the updates after a number for named consumers, up to their limit; `nil` when there is no consumer.
    package func keep(after number: UInt64?) { state.withLock { $0.log.keep(after: number) } }

    /// Whether memory has another transaction's update under the number of this one: it is from another ledger.
    package func hasAnother(than update: StoreUpdate) -> Bool {
        guard update.sequence > 0, var portion = state.withLock({ $0.log.portion(after: update.sequence - 1) })
        else { return false }
        return portion.take().map { $0.transaction.id != update.transaction.id } ?? false
    }

    /// How many loops wait for updates at this moment.
    package var waiting: Int { state.withLock { $0.waiting.count } }

    /// Appends new updates and wakes all waiting consumers.
    package func append(_ updates: [StoreUpdate]) {
        let (dropped, woken, wake) = state.withLock { $0.append(updates) }
        for parked in woken.first { parked.sleeper.resume(returning: wake) }
        for parked in woken.others { parked.sleeper.resume(returning: .again) }
        // Released only now, after the consumers are awake, because that takes long.
        _ = consume dropped
    }

    /// Gives the named consumer an empty portion, so that it checks its other work.
    package func nudge(_ consumer: String) {
        let woken = state.withLock { state in
            state.nudged.insert(consumer)
            return state.waiting.takeAll()
        }
        for parked in woken.first + woken.others { parked.sleeper.resume(returning: .again) }
    }

    /// A cursor for the updates after a number, or from now on; its unread updates are kept as long as it exists.
    ///
    /// It throws `.updatesNotKept` when that number is above the latest or below the oldest kept, with an ``UpdateGap``
    /// when a named consumer has missed updates.
    package func reader(after cursor: UInt64?, consumer: String? = nil) throws(PurchaseFailure) -> Cursor {
        let (id, start, inMemory) = state.withLock { state in
            let start = min(cursor ?? .max, state.log.nextSequence - 1)
            return (state.log.register(after: start), start, state.log.oldestKept)
        }
        let reader = Cursor(log: self, id: id, start: start, consumer: consumer)
        if let cursor, cursor > start {
            throw PurchaseFailure(
                .updatesNotKept,
                "This ledger has no update \(cursor); its latest is number \(start). The number is from another "
                    + "ledger, or from another user's. Read after number 0, or from now on.")
        }
        // Only after the cursor was registered is it certain that no update after it is dropped.
        let oldest = min(inMemory, history?.oldestKept ?? .max)
        guard start + 1 >= oldest else {
            if let consumer {
                let gap = UpdateGap(consumer: consumer, first: start + 1, last: oldest - 1)
                note(gap)
                throw gap.failure
            }
            throw PurchaseFailure(
                .updatesNotKept,
                "Updates after number \(start) are no longer kept; the oldest kept is number \(oldest). Read from "
                    + "there, and take earlier purchases from the entitlements.")
        }
        return reader
    }

    /// A cursor that begins at the opening, or at the oldest kept update, with the gap listed.
    package func sessionReader() -> Cursor {
        let (id, inMemory) = state.withLock { ($0.log.register(after: opening), $0.log.oldestKept) }
        // Only after the cursor was registered is it certain that no update after it is dropped.
        let oldest = min(inMemory, history?.oldestKept ?? .max)
        guard opening + 1 < oldest else { return Cursor(log: self, id: id, start: opening, consumer: nil) }
        state.withLock { $0.log.moved(id, to: oldest - 1) }
        note(UpdateGap(first: opening + 1, last: oldest - 1))
        return Cursor(log: self, id: id, start: oldest - 1, consumer: nil)
    }

    /// Ends all consumers once they have read everything.
    package func close() {
        let woken = state.withLock { state in
            state.isClosed = true
            return state.waiting.takeAll()
        }
        for parked in woken.first + woken.others { parked.sleeper.resume(returning: .ended) }
    }

    /// One consumer; when it is released, updates that only it had still to read can be dropped.
    package final class Cursor: Sendable {
        /// The position where reading from files continues, and the error that has ended it.
        private struct Stored: Sendable {
            var position: (cursor: UInt64, at: HistoryPosition)?
            var failure: PurchaseFailure?
        }

        let log: UpdateLog
        private let id: Int
        let consumer: String?
        private let stored = Lock(Stored())

        /// The sequence number after which it began.
        package let start: UInt64

        fileprivate init(log: UpdateLog, id: Int, start: UInt64, consumer: String?) {
            self.start = start
            self.consumer = consumer
            self.log = log
            self.id = id
        }

        deinit { log.state.withLock { $0.log.unregister(id) } }

        /// The error that has ended the reading before the log was closed.
        package var failure: PurchaseFailure? { stored.withLock(\.failure) }

        /// The next updates, at least one; `nil` when the log was closed or the reading task cancelled.
        package func next(isolation: isolated (any Actor)? = #isolation) async -> UpdatePortion? {
            while true {
                switch await visit() {
                case .found(.updates(let portion)): return Task.isCancelled ? nil : portion
                case .found(.stored(let cursor, let end)): return await read(after: cursor, before: end)
                case .found(.missed(let first, let last)):
                    let gap = UpdateGap(consumer: consumer, first: first, last: last)
                    log.note(gap)
                    stored.withLock { $0.failure = gap.failure }
                    return nil
                case .ended, .found(.nothing): return nil
                case .nudged: return Task.isCancelled ? nil : .empty
                case .again: continue
                }
            }
        }

        /// Reads from memory, or waits for the next updates.
        private func visit(isolation: isolated (any Actor)? = #isolation) async -> WaitingCursors.Wake {
            let wake = await withTaskCancellationHandler {
                await withUnsafeContinuation { sleeper in
                    let found = log.state.withLock { $0.visit(id, consumer, sleeper) }
                    if let found { sleeper.resume(returning: found) }
                }
            } onCancel: {
                for sleeper in log.state.withLock({ $0.waiting.remove(id) }) { sleeper.resume(returning: .again) }
            }
            #if THREAD_SANITIZER
                // For the sanitizer, which does not see how the runtime orders a continuation that is resumed before
                // it is awaited.
                log.state.withLock { _ in }
            #endif
            return wake
        }

        /// Reads updates that are no longer in memory.
        private func read(after cursor: UInt64, before end: UInt64) async -> UpdatePortion? {
            guard let history = log.history else { return nil }
            do {
                let known = stored.withLock(\.position)
                let position = known?.cursor == cursor ? known?.at : nil
                let (updates, next) = try await history.worker.run {
                    try history.updates(after: cursor, from: position)
                }
                let wanted = updates.prefix { $0.sequence < end }
                guard wanted.first?.sequence == cursor + 1, let last = wanted.last else {
                    throw PurchaseFailure(
                        .ledgerUnavailable, "Update \(cursor + 1) is missing in the ledger. Run `purser ledger check`.")
                }
                stored.withLock { $0.position = wanted.count == updates.count ? (last.sequence, next) : nil }
                log.state.withLock { $0.log.moved(id, to: last.sequence) }
                return UpdatePortion(updates, 0..<wanted.count)
            } catch {
                stored.withLock { $0.failure = PurchaseFailure(ledger: error) }
                return nil
            }
        }
    }
}

extension UpdateLog.State {
    /// Returns the consumers that waited, and the portion for the first of them; the others check again.
    fileprivate mutating func append(_ updates: [StoreUpdate])
        -> (dropped: [[StoreUpdate]], woken: WaitingCursors.Woken, wake: WaitingCursors.Wake)
    {
        let last = log.nextSequence - 1
        let dropped = log.append(updates)
        let woken = waiting.takeAll()
        // The consumers that wait have read everything, so all of them get the same updates.
        guard let portion = log.portion(after: last) else { return (dropped, woken, .again) }
        for parked in woken.first { log.moved(parked.reader, to: last + UInt64(portion.count)) }
        return (dropped, woken, .found(.updates(portion)))
    }

    /// Returns the result for a consumer; `nil` when it waits from now on, and `sleeper` is resumed later.
    fileprivate mutating func visit(_ reader: Int, _ consumer: String?, _ sleeper: WaitingCursors.Sleeper)
        -> WaitingCursors.Wake?
    {
        if !nudged.isEmpty, let consumer, nudged.remove(consumer) != nil { return .nudged }
        let finding = log.read(reader)
        guard case .nothing = finding else { return .found(finding) }
        // Read under the lock: a cancellation handler that found nothing to resume has set the flag before.
        if isClosed || Task.isCancelled { return .ended }
        waiting.park(reader, sleeper)
        return nil
    }
}
