/// The updates for their readers: one log, a cursor for each reader, and a bell for those who have read everything.
///
/// Promises: every reader gets every update after its cursor, in order, without gap or repeat (O4); writing never waits
/// for a reader (S2); a reader holds a position, never a buffer of its own that grows (S1).
package final class UpdateLog: Sendable {
    private let state: Lock<UpdateLogState>
    package let bell = Bell()

    /// How many updates a reader takes at a visit.
    private static let chunk = 256

    private let history: LedgerHistory?

    package init(
        updates: [StoreUpdate], nextSequence: UInt64, keptUpdates: Int, history: LedgerHistory? = nil
    ) {
        self.history = history
        state = Lock(
            UpdateLogState(
                updates: updates, nextSequence: nextSequence, kept: keptUpdates, isStored: history != nil))
    }

    /// The number of the latest update; 0 when there is none yet.
    package var lastSequence: UInt64 { state.withLock { $0.nextSequence - 1 } }

    /// The number of the oldest update that a reader still has to get.
    package var oldestNeeded: UInt64 { state.withLock { $0.oldestNeeded } }

    package func append(_ updates: [StoreUpdate]) {
        state.withLock { $0.append(updates) }
        bell.ring()
    }

    /// A place in the log that stays readable until it is let go.
    ///
    /// - Throws: ``PurchaseFailure`` with `.updatesNotKept` that names the oldest number kept.
    package func reader(after cursor: UInt64?) throws(PurchaseFailure) -> Reader {
        let (id, start, inMemory) = state.withLock { state in
            let start = min(cursor ?? .max, state.nextSequence - 1)
            return (state.register(after: start), start, state.oldestKept)
        }
        let reader = Reader(log: self, id: id, start: start)
        // Only now, that the place is known, can nobody drop what comes after it.
        let oldest = min(inMemory, history?.oldestKept ?? .max)
        guard start + 1 >= oldest else {
            throw PurchaseFailure(
                .updatesNotKept,
                "Updates after number \(start) are no longer kept; the oldest kept is number \(oldest). "
                    + "Read from there, and take what came before from the entitlements.")
        }
        return reader
    }

    /// Ends all readers once they have read everything.
    package func close() { bell.close() }

    /// One reader's place; letting go of it frees what only it still had to read.
    package final class Reader: Sendable {
        private let log: UpdateLog
        private let id: UInt64

        private let place = Lock<LedgerHistory.Place?>(nil)
        private let trouble = Lock<PurchaseFailure?>(nil)

        /// The number after which it began.
        package let start: UInt64

        fileprivate init(log: UpdateLog, id: UInt64, start: UInt64) {
            self.start = start
            self.log = log
            self.id = id
        }

        deinit { log.state.withLock { $0.unregister(id) } }

        /// Why reading ended before the log did.
        package var failure: PurchaseFailure? { trouble.withLock { $0 } }

        /// What comes next, at least one update; `nil` when the log or the reading task has ended.
        package func next() async -> [StoreUpdate]? {
            while true {
                // In this order: what is appended in between rings once more than was seen here.
                let rings = log.bell.rings
                switch log.state.withLock({ $0.read(id, limit: UpdateLog.chunk) }) {
                case .updates(let updates):
                    // Where the files go on is found anew, should this reader fall behind again.
                    if log.history != nil { place.withLock { $0 = nil } }
                    if !updates.isEmpty { return Task.isCancelled ? nil : updates }
                    do { try await log.bell.wait(after: rings) } catch { return nil }
                case .stored(let cursor, let end):
                    return Task.isCancelled ? nil : await stored(after: cursor, before: end)
                }
            }
        }

        /// Updates that memory has no more.
        private func stored(after cursor: UInt64, before end: UInt64) async -> [StoreUpdate]? {
            guard let history = log.history else { return nil }
            do {
                let place = place.withLock { $0 }
                let (updates, next) = try await history.worker.run { try history.updates(after: cursor, from: place) }
                let wanted = updates.prefix { $0.sequence < end }
                guard wanted.first?.sequence == cursor + 1, let last = wanted.last else {
                    throw PurchaseFailure(
                        .ledgerUnavailable, "Update \(cursor + 1) is missing in the ledger; `purser ledger check` it.")
                }
                self.place.withLock { $0 = wanted.count == updates.count ? next : nil }
                log.state.withLock { $0.moved(id, to: last.sequence) }
                return Array(wanted)
            } catch {
                trouble.withLock { $0 = PurchaseFailure(ledger: error) }
                return nil
            }
        }
    }
}
