/// Asks the app's verifier, no longer than its limit.
///
/// Owns what is with a call that was left behind. Promises: such transactions are not given to the verifier again while
/// that call runs; when it returns they come through the inbox again, and what it said of them counts. Never judges by
/// itself.
package final class BoundedVerifier: Sendable {
    /// How asking ended.
    package enum Answer: Sendable {
        /// One verdict for each transaction, in the same order.
        case verdicts([VerificationVerdict])
        /// The verifier failed.
        case failed(any Error)
        /// It timed out: the transactions come through the inbox again when it has returned.
        case overdue
        /// The store closes.
        case closed
    }

    private struct State: Sendable {
        /// What comes through the inbox again, for each transaction that is with a call that was left behind.
        var away: [String: [BackendEvent]] = [:]
        /// What such a call has said, until it is asked for.
        var late: [String: (transaction: StoreTransaction, verdict: VerificationVerdict)] = [:]
    }

    private let state = Lock(State())
    private let verifier: any TransactionVerifier
    private let outward: OutwardCalls
    private let limit: Duration
    private let store: any AnyObject & Sendable

    /// - Parameters:
    ///   - verifier: the app's own.
    ///   - outward: runs it.
    ///   - limit: how long one call may take.
    ///   - store: what the store's handlers are known by; see ``HandlerMark``.
    package init(
        _ verifier: any TransactionVerifier, outward: OutwardCalls, limit: Duration, store: any AnyObject & Sendable
    ) {
        self.verifier = verifier
        self.outward = outward
        self.limit = limit
        self.store = store
    }

    /// The events but for those whose transactions are with a call that was left behind; these come again.
    package func withoutAway(_ batches: [[BackendEvent]]) -> [[BackendEvent]] {
        state.withLock { state in
            guard !state.away.isEmpty else { return batches }
            return batches.map { batch in
                batch.filter { event in
                    guard let told = event.transaction, let away = state.away[told.transaction.id] else { return true }
                    if !away.contains(where: { $0.transaction.map { $0.isSame(as: told) } ?? false }) {
                        state.away[told.transaction.id]?.append(event)
                    }
                    return false
                }
            }
        }
    }

    /// Asks for verdicts.
    ///
    /// - Parameter inbox: where transactions come again that took too long.
    package func verify(_ transactions: [BackendTransaction], again inbox: Mailbox<[BackendEvent]>) async -> Answer {
        var known = takeLate(transactions)
        let asked = transactions.enumerated().filter { known[$0.offset] == nil }
        guard !asked.isEmpty else { return .verdicts(transactions.indices.compactMap { known[$0] }) }
        let unknown = asked.map(\.element)
        let answer = await outward.call("verifier", within: limit) { [verifier, store] in
            try await HandlerMark.mark(.verifier, of: store) { try await verifier.verify(unknown) }
        } overdue: {
            self.leaveBehind(unknown)
        } late: { result in
            inbox.post(self.returned(unknown, result))
        }
        switch answer {
        case .answered(.success(let verdicts)):
            for (place, verdict) in zip(asked, verdicts) { known[place.offset] = verdict }
            return .verdicts(transactions.indices.map { known[$0] ?? .undecided("the verifier gave no verdict") })
        case .answered(.failure(let error)): return .failed(error)
        case .overdue: return .overdue
        case .stopped, .cancelled: return .closed
        }
    }

    private func leaveBehind(_ transactions: [BackendTransaction]) {
        state.withLock { state in
            for told in transactions { state.away[told.transaction.id, default: []].append(.transaction(told)) }
        }
    }

    /// - Returns: what comes through the inbox again.
    private func returned(
        _ transactions: [BackendTransaction], _ result: Result<[VerificationVerdict], any Error>
    ) -> [BackendEvent] {
        state.withLock { state in
            if case .success(let verdicts) = result, verdicts.count == transactions.count {
                for (told, verdict) in zip(transactions, verdicts) {
                    state.late[told.transaction.id] = (told.transaction, verdict)
                }
            }
            return transactions.flatMap { state.away.removeValue(forKey: $0.transaction.id) ?? [] }
        }
    }

    /// What late calls have said of these very states of transactions, by their places.
    private func takeLate(_ transactions: [BackendTransaction]) -> [Int: VerificationVerdict] {
        state.withLock { state in
            guard !state.late.isEmpty else { return [:] }
            var known: [Int: VerificationVerdict] = [:]
            for (place, told) in transactions.enumerated() {
                guard let late = state.late[told.transaction.id], late.transaction == told.transaction else { continue }
                known[place] = late.verdict
            }
            // They were all put into the inbox together, so nothing comes later for which it would hold.
            for told in transactions { state.late[told.transaction.id] = nil }
            return known
        }
    }
}
