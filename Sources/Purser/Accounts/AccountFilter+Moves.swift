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
                user: rule.user, named: token, isConsumable: transaction.isConsumable, known: recorded[transaction.id],
                holder: holders[transaction.originalID])
        }
        return moves
    }

    /// Carries out what the policy says, once everything is judged: writes down who has what from now on, then gives the
    /// events as they are to be taken in, and what is told of the others.
    ///
    /// What names the present user when it is told first is noted, too: another user may have had it, and finds that out in a
    /// session of their own.
    ///
    /// - Parameters:
    ///   - named: the lines that name the present user; see ``linesNamed(in:besides:)``.
    ///   - now: the date at which something is taken back.
    /// - Throws: what the claims' storage throws; then nothing has moved.
    func settle(
        _ moves: [String: AccountMove], naming named: [String], in batches: [[BackendEvent]], at now: Timestamp
    ) async throws -> (batches: [[BackendEvent]], refused: [RefusedReport]) {
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
                case .refuse, .takeUnnamed:
                    refused.append(RefusedReport(move: told.transaction))
                    return step == .refuse ? foreign : .transaction(told.namingNobody)
                }
            }
        }
        try await claims.give(owners, naming: rule.user, named)
        return (settled, refused)
    }

    /// The lines whose first transaction names the present user, where others use the store too.
    ///
    /// A consumable is not among them: it stays with whoever has it.
    func linesNamed(in batches: [[BackendEvent]], besides moves: [String: AccountMove]) -> [String] {
        guard hasNeighbours else { return [] }
        return batches.joined().compactMap(\.transaction).filter {
            $0.isGenuine && $0.transaction.appAccountToken == rule.user && !$0.transaction.isConsumable
                && $0.transaction.id == $0.transaction.originalID && moves[$0.transaction.id] == nil
        }.map(\.transaction.originalID)
    }

    /// Those of the present user's transactions that have moved to another user while this one was away, as the store would
    /// report them if it revoked them now.
    ///
    /// What another user was told first about, while this one had it, goes by the policy: with `keep` and `refuse` it is
    /// this user's from now on, and the other's session finds that it has moved away.
    func movedAway(_ transactions: [LedgerTransaction], at now: Timestamp) async throws -> [BackendEvent] {
        guard hasClaims else { return [] }
        let standing = transactions.filter { !$0.life.isTakenBack && !$0.transaction.isConsumable }
        // Who has a line is told by its first transaction: others may have subscribed on it since.
        let lines = standing.map(\.transaction).filter { $0.id == $0.originalID }.map(\.id)
        var gone = try await claims.given(lines).filter { $0.value != rule.user }
        let named = try await claims.named(lines).filter { $0.value != rule.user }
        if policy == .move {
            gone.merge(named) { given, _ in given }
        } else {
            try await claims.give(named.keys.sorted().map { ($0, rule.user) })
        }
        return standing.filter { gone[$0.transaction.originalID] != nil }.map {
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

extension BackendTransaction {
    /// The same without a user: what is recorded goes on to name the one whom it names.
    fileprivate var namingNobody: BackendTransaction {
        var fields = transaction.fields
        fields.appAccountToken = nil
        var told = self
        told.transaction = StoreTransaction(fields)
        return told
    }
}

extension RefusedReport {
    fileprivate init(move transaction: StoreTransaction) {
        self.init(
            .transaction, id: transaction.id, productID: transaction.productID, reason: .namesAnotherUser,
            message:
                "The store names another user for transaction \(transaction.id) than the one who has it. By the policy "
                + "“refuse” it stays where it is, and whatever else the store says of it counts there. Set the account "
                + "token back, or choose another policy.")
    }
}
