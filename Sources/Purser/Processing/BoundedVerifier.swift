/// Calls the app's verifier, no longer than its limit.
///
/// Owns the transactions of calls that timed out. Promises: such transactions are not passed to the verifier again
/// while that call runs; when it returns they come through the inbox again, and its verdicts count. It never verifies
/// itself.
package final class BoundedVerifier: Sendable {
    /// How the call ended.
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
        /// The events that come through the inbox again, for each transaction of a timed-out call.
        var away: [String: [BackendEvent]] = [:]
        /// The verdicts of such a call, until they are used.
        var late: [String: (transaction: StoreTransaction, verdict: VerificationVerdict)] = [:]
    }

    private let state = Lock(State())
    private let verifier: any TransactionVerifier
    private let external: ExternalCalls
    private let limit: Duration
    private let store: any AnyObject & Sendable

    /// - Parameters:
    ///   - verifier: the app's own.
    ///   - external: runs it.
    ///   - limit: how long one call may take.
    ///   - store: identifies the store's handlers; see ``HandlerMark``.
    package init(
        _ verifier: any TransactionVerifier, external: ExternalCalls, limit: Duration, store: any AnyObject & Sendable
    ) {
        self.verifier = verifier
        self.external = external
        self.limit = limit
        self.store = store
    }

    /// The events except those whose transactions are in a timed-out call; these come again.
    package func withoutAway(_ batches: [[BackendEvent]]) -> [[BackendEvent]] {
        state.withLock { state in
            guard !state.away.isEmpty else { return batches }
            return batches.map { batch in
                batch.filter { event in
                    guard let reported = event.transaction, let away = state.away[reported.transaction.id] else {
                        return true
                    }
                    if !away.contains(where: { $0.transaction.map { $0.isSame(as: reported) } ?? false }) {
                        state.away[reported.transaction.id]?.append(event)
                    }
                    return false
                }
            }
        }
    }

    /// Verifies transactions.
    ///
    /// - Parameter inbox: receives transactions again whose call timed out.
    package func verify(_ transactions: [BackendTransaction], again inbox: Mailbox<[BackendEvent]>) async -> Answer {
        var known = takeLate(transactions)
        let asked = transactions.enumerated().filter { known[$0.offset] == nil }
        guard !asked.isEmpty else { return .verdicts(transactions.indices.compactMap { known[$0] }) }
        let unknown = asked.map(\.element)
        let answer = await external.call("verifier", within: limit) { [verifier, store] in
            try await HandlerMark.mark("verifier", of: store) { try await verifier.verify(unknown) }
        } overdue: {
            self.timeOut(unknown)
        } late: { result in
            inbox.post(self.returned(unknown, result))
        }
        switch answer {
        case .answered(.success(let verdicts)):
            for (place, verdict) in zip(asked, verdicts) { known[place.offset] = verdict }
            return .verdicts(
                transactions.indices.map { known[$0] ?? .undetermined("the verifier returned no verdict") })
        case .answered(.failure(let error)): return .failed(error)
        case .overdue: return .overdue
        case .stopped, .cancelled: return .closed
        }
    }

    private func timeOut(_ transactions: [BackendTransaction]) {
        state.withLock { state in
            for reported in transactions {
                state.away[reported.transaction.id, default: []].append(.transaction(reported))
            }
        }
    }

    /// - Returns: the events that come through the inbox again.
    private func returned(
        _ transactions: [BackendTransaction], _ result: Result<[VerificationVerdict], any Error>
    ) -> [BackendEvent] {
        state.withLock { state in
            if case .success(let verdicts) = result, verdicts.count == transactions.count {
                for (reported, verdict) in zip(transactions, verdicts) {
                    state.late[reported.transaction.id] = (reported.transaction, verdict)
                }
            }
            return transactions.flatMap { state.away.removeValue(forKey: $0.transaction.id) ?? [] }
        }
    }

    /// The verdicts of late calls on these exact states of transactions, by their indexes.
    private func takeLate(_ transactions: [BackendTransaction]) -> [Int: VerificationVerdict] {
        state.withLock { state in
            guard !state.late.isEmpty else { return [:] }
            var known: [Int: VerificationVerdict] = [:]
            for (place, reported) in transactions.enumerated() {
                guard let late = state.late[reported.transaction.id], late.transaction == reported.transaction else {
                    continue
                }
                known[place] = late.verdict
            }
            // They were all put into the inbox together, so the verdict applies to nothing later.
            for reported in transactions { state.late[reported.transaction.id] = nil }
            return known
        }
    }
}
