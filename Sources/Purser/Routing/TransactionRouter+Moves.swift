// What the store says to be another user's than the one who has it (U5).
extension TransactionRouter {
    /// The events that can be dealt with now, and the transactions among them whose users changed.
    func contested(_ batches: [[BackendEvent]], by filter: AccountFilter) async
        -> (batches: [[BackendEvent]], moves: [String: AccountMove])
    {
        do {
            let moves = try await filter.moves(in: batches) { [ledger = partners.ledger] in await ledger.known($0) }
            return (batches, moves)
        } catch {
            // Whose anything is cannot be read now; nothing that names a user may be taken in.
            var named: [String: AccountMove] = [:]
            for told in batches.joined().compactMap(\.transaction) {
                guard let token = told.transaction.appAccountToken else { continue }
                named[told.transaction.id] = AccountMove(
                    user: filter.rule.user, named: token, isConsumable: told.transaction.isConsumable, known: nil,
                    holder: nil)
            }
            return (putOff(named, in: batches, after: error, by: filter), [:])
        }
    }

    /// The events as the app's policy has them, once they are judged and who has what is written down.
    func settled(_ batches: [[BackendEvent]], _ moves: [String: AccountMove], by filter: AccountFilter) async
        -> [[BackendEvent]]
    {
        let named = filter.linesNamed(in: batches, besides: moves)
        guard !moves.isEmpty || !named.isEmpty else { return batches }
        do {
            let now = await partners.ledger.whole().time
            let (settled, refused) = try await filter.settle(moves, naming: named, in: batches, at: now)
            partners.refusals.add(refused)
            return settled
        } catch {
            return putOff(moves, in: batches, after: error, by: filter)
        }
    }

    /// Has transactions come again later; where that is pointless, whoever waits for one is told.
    private func putOff(
        _ moves: [String: AccountMove], in batches: [[BackendEvent]], after error: any Error, by filter: AccountFilter
    ) -> [[BackendEvent]] {
        let told = batches.joined().compactMap(\.transaction).filter { moves[$0.transaction.id] != nil }
        guard retries.retryLater(told.map { .transaction($0) }, .ledger, after: error, into: inbox) else {
            held.judged(told)
            let failure = PurchaseFailure(ledger: error)
            return filter.refuse(moves, BackendError(failure.code, failure.message, underlying: error), in: batches)
        }
        heldBack(told)
        return batches.map { batch in batch.filter { $0.transaction.map { moves[$0.transaction.id] == nil } ?? true } }
    }

    /// Takes back what was given to another user in that user's session, or just before the program ended.
    func takeBackMoved(_ filter: AccountFilter) async {
        guard filter.hasClaims else { return }
        let (recorded, now) = await partners.ledger.whole()
        // What cannot be read now is found at the next launch, and before when the store tells it again.
        guard let events = try? await filter.movedAway(recorded, at: now), !events.isEmpty else { return }
        await record(await partners.queue.route([events], unnamed: [:]))
    }
}

extension TransactionLedger {
    /// What is known of transactions for which the store may name another user than the one who has them.
    fileprivate func known(_ told: [StoreTransaction]) async -> [String: AccountMove.Known] {
        let (whole, archived) = await recorded(told.map(\.id))
        return told.reduce(into: [:]) { known, transaction in
            if let recorded = whole[transaction.id] {
                known[transaction.id] =
                    transaction.isOlder(than: recorded.transaction)
                    ? .newer : recorded.life.isTakenBack ? .takenBack : .standing
            } else if archived.contains(transaction.id) {
                // With an archived one nothing is left to be done.
                known[transaction.id] = .standing
            }
        }
    }
}
