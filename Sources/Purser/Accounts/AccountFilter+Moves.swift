#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension AccountFilter {
    /// The transactions for which the store names another user than the one who has them, by their identifiers.
    ///
    /// - Parameter known: what the present user's ledger knows of these transactions.
    /// - Throws: what the claims' storage throws.
    func moves(
        in batches: [[BackendEvent]], known: @Sendable ([StoreTransaction]) async -> [String: AccountMove.Known]
    ) async throws -> [String: AccountMove] {
        let named = batches.joined().compactMap(\.transaction?.transaction).filter { $0.appAccountToken != nil }
        guard !named.isEmpty, hasClaims || named.contains(where: { $0.appAccountToken != rule.user }) else {
            return [:]
        }
        let holders = try await holders(of: named)
        let recorded = await known(named.filter { $0.appAccountToken != rule.user || holders[$0.originalID] != nil })
        var moves: [String: AccountMove] = [:]
        for transaction in named {
            guard let token = transaction.appAccountToken else { continue }
            // Of a renewal, the claim to its line does not say who has it: somebody else may have subscribed anew.
            let holder = transaction.id == transaction.originalID ? holders[transaction.id] : nil
            let isMoved =
                token == rule.user
                ? holder.map { $0 != rule.user } ?? false
                : holder == rule.user || recorded[transaction.id] != nil
            guard isMoved else { continue }
            moves[transaction.id] = AccountMove(
                user: rule.user, named: token, isConsumable: transaction.isConsumable, known: recorded[transaction.id])
        }
        return moves
    }

    /// Carries out what the policy says, once everything is judged: writes down who has what from now on, then gives the
    /// events as they are to be taken in, and what is told of the others.
    ///
    /// - Parameter now: the date at which something is taken back.
    /// - Throws: what the claims' storage throws; then nothing has moved.
    func settle(_ moves: [String: AccountMove], in batches: [[BackendEvent]], at now: Timestamp) async throws
        -> (batches: [[BackendEvent]], refused: [RefusedReport])
    {
        var owners: [(line: String, owner: UUID)] = []
        var refused: [RefusedReport] = []
        let settled = batches.map { batch in
            batch.compactMap { event -> BackendEvent? in
                guard let told = event.transaction, let move = moves[told.transaction.id] else { return event }
                let foreign = told.refused(.ownedByAnotherAccount(told.transaction.productID))
                guard told.isGenuine else { return move.named == rule.user ? event : foreign }
                let (step, owner) = move.decision(policy)
                if let owner { owners.append((told.transaction.originalID, owner)) }
                switch step {
                case .take: return event
                case .takeBack: return .transaction(told.takenBack(at: now))
                case .leave: return foreign
                case .refuse:
                    refused.append(RefusedReport(move: told.transaction))
                    return foreign
                }
            }
        }
        try await claims.give(owners)
        return (settled, refused)
    }

    /// Those of the present user's transactions that have moved to another user while this one was away, as the store would
    /// report them if it revoked them now.
    func movedAway(_ transactions: [LedgerTransaction], at now: Timestamp) async throws -> [BackendEvent] {
        guard hasClaims else { return [] }
        let standing = transactions.filter { !$0.life.isTakenBack && !$0.transaction.isConsumable }
        let given = try await claims.given(standing.map(\.transaction.originalID))
        return standing.filter { given[$0.transaction.originalID].map { $0 != rule.user } ?? false }.map {
            .transaction(BackendTransaction($0.transaction, origin: .elsewhere).takenBack(at: now))
        }
    }
}

extension BackendTransaction {
    /// The same as revoked at a date, for the user who does not have it any more; nobody signed that description, and the
    /// other user's session finishes it.
    fileprivate func takenBack(at now: Timestamp) -> BackendTransaction {
        var fields = transaction.fields
        fields.revocationTime = now
        fields.jwsRepresentation = nil
        return BackendTransaction(StoreTransaction(fields), origin: .elsewhere, needsFinish: false)
    }
}

extension RefusedReport {
    fileprivate init(move transaction: StoreTransaction) {
        self.init(
            .transaction, id: transaction.id, productID: transaction.productID, reason: .namesAnotherUser,
            message:
                "The store names another user for transaction \(transaction.id) than the one who has it. By the policy "
                + "“refuse” it stays where it is. Set the account token back, or choose another policy.")
    }
}
