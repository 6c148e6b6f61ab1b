// Transactions of other users than the current one, and those reported for another user than their holder (U3, U5).
extension IntakeState {
    /// Records a transaction for an absent user, if it has anything that the user's ledger lacks: it is delivered, and
    /// finished, when that user is present.
    mutating func prepareAbsent(
        _ verdict: Verdict, for owner: UserID, in session: IntakeSession, _ records: inout StoreRecords,
        into turn: inout Turn
    ) {
        answerForeign(verdict, in: session, into: &turn)
        let intent = accept(verdict, into: &turn)
        let isLacking = verdict.known.map { $0.user != owner || $0.isBehind(verdict.reported.transaction) } ?? true
        guard verdict.decision.payment != nil || isLacking else { return }
        var incoming = incoming(verdict.reported, answers: nil, paidBy: intent, session)
        if let known = verdict.known, known.transaction.id != incoming.transaction.id {
            incoming.needsFinish = false
            incoming.transaction = incoming.transaction.named(as: known.transaction)
        }
        // Nobody has requested a restore of it.
        incoming.phase = .complete
        prepare(incoming, of: owner, in: session, &records, into: &turn)
    }

    private func prepare(
        _ incoming: IncomingTransaction, of absentUser: UserID, in session: IntakeSession,
        _ records: inout StoreRecords, into turn: inout Turn
    ) {
        do throws(PurchaseFailure) {
            let missed = try records.change(.user(absentUser)) { state throws(PurchaseFailure) in
                try state.records(missed: incoming, now: session.time)
            }
            turn.add(missed, of: absentUser)
        } catch {
            turn.failure = turn.failure ?? error
        }
    }

    /// Processes a transaction that is reported for another user than its holder: ``AccountMove`` decides.
    mutating func move(
        _ verdict: Verdict, from holder: UserID, to named: UserID, in session: IntakeSession,
        _ records: inout StoreRecords, into turn: inout Turn
    ) {
        let transaction = verdict.reported.transaction
        let signedTime = verdict.known?.transaction.signedTime
        switch AccountMove(of: transaction, after: signedTime, from: holder, to: named, by: session.policy) {
        case .moved:
            removeFromHolder(verdict, in: session, &records, into: &turn)
            prepare(verdict, for: named, in: session, &records, into: &turn)
        case .none, .kept: prepare(verdict, for: holder, in: session, &records, into: &turn)
        case .rejected:
            turn.reports.append(RejectedReport(move: transaction))
            prepare(verdict.namingNobody, for: holder, in: session, &records, into: &turn)
        }
    }

    /// Removes a transaction from its former user, who has it until now: it is revoked there.
    private func removeFromHolder(
        _ verdict: Verdict, in session: IntakeSession, _ records: inout StoreRecords, into turn: inout Turn
    ) {
        guard let holding = verdict.known, let holder = holding.user, !holding.transaction.isRevokedOrUpgraded else {
            return
        }
        let revoked = IncomingTransaction(revoking: holding.transaction, at: session.time)
        guard holder == session.user else { return prepare(revoked, of: holder, in: session, &records, into: &turn) }
        let recorded = records.present.transactions.recorded(revoked.transaction)
        turn.prepare(revoked, recorded, &records.present, now: session.time)
    }

    /// Leaves a transaction without a user here unfinished, and a purchase that differs from the recorded one of its
    /// identifier.
    mutating func reject(
        _ verdict: Verdict, in session: IntakeSession, _ records: inout StoreRecords, into turn: inout Turn
    ) {
        // The ledger itself rejects a purchase under a recorded identifier, and reports which.
        if verdict.decision.match == .rejected, case .otherPurchase = verdict.recorded {
            let answers = awaited(verdict.decision, session)
            accept(verdict, into: &turn)
            let incoming = incoming(verdict.reported, answers: answers, session)
            return turn.prepare(incoming, verdict.recorded, &records.present, now: session.time)
        }
        answerForeign(verdict, in: session, into: &turn)
        accept(verdict, into: &turn)
        turn.reports.append(RejectedReport(verdict))
    }

    /// Answers a call that waits here for another user's transaction with an error.
    private func answerForeign(_ verdict: Verdict, in session: IntakeSession, into turn: inout Turn) {
        guard let token = awaited(verdict.decision, session) else { return }
        let (id, productID) = (verdict.reported.transaction.id, verdict.reported.transaction.productID)
        let failure =
            verdict.decision.match == .rejected
            ? PurchaseFailure(conflicting: id, productID: productID)
            : PurchaseFailure(.ownedByAnotherAccount(productID), productID: productID)
        turn.foreign.append(FailedPayment(token: token, failure: failure))
    }
}

extension PurchaseFailure {
    /// The failure for calls that wait for a transaction whose identifier belongs to another user's other purchase (D3).
    fileprivate init(conflicting id: String, productID: String) {
        self.init(
            .conflictingTransaction,
            "Another user has a different purchase with the identifier \(id). The new one is paid for; it is neither "
                + "recorded nor granted, and stays unfinished. An account that was reset reuses its identifiers: while "
                + "testing, remove the folder. Report it if customers see it.",
            productID: productID, transactionID: id)
    }
}

extension RejectedReport {
    fileprivate init(move transaction: StoreTransaction) {
        self.init(
            .transaction, id: transaction.id, productID: transaction.productID, reason: .namesAnotherUser,
            message:
                "The App Store reports transaction \(transaction.id) with another user than the one who has it. By the "
                + "policy “reject” it stays with that user, who also gets its later reports. Reset the account token, "
                + "or choose another policy.")
    }

    fileprivate init(_ verdict: IntakeState.Verdict) {
        let transaction = verdict.reported.transaction
        let isOther = verdict.decision.match == .rejected
        self.init(
            .transaction, id: transaction.id, productID: transaction.productID,
            reason: isOther ? .otherPurchase : .namesAnotherUser,
            message: isOther
                ? "Another user has a different purchase with the identifier \(transaction.id): this one is not "
                    + "recorded, and stays unfinished. Use one folder for one environment and one App Store account."
                : "A payment of another folder or device bought transaction \(transaction.id), which has no account "
                    + "token: it has no owner here, and stays unfinished until the current user restores.")
    }
}
