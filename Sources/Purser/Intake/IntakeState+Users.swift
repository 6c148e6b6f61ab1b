// Transactions of other users than the current one, and those reported for another user than their holder (U3, U5).
extension IntakeState {
    /// Records a transaction for an absent user, if it has anything that the user's ledger lacks: it is delivered, and
    /// finished, when that user is present.
    mutating func prepareAbsent(
        _ verdict: Verdict, for owner: UserID, isGuessed: Bool?, describing transaction: StoreTransaction?,
        in session: IntakeSession, _ absent: inout StoreRecords?, into batch: inout DecidedBatch
    ) {
        answerForeign(verdict, in: session, into: &batch)
        let correction = correction(verdict)
        let intent = accept(verdict, in: session, into: &batch)
        guard verdict.decision.payment != nil || verdict.isLacking(for: owner) else { return }
        if verdict.decision.rule == .guessCorrected {
            removeFromHolder(verdict, in: session, &absent, into: &batch)
        }
        var incoming = incoming(
            verdict.reported, describing: transaction, token: token(of: verdict), answers: nil, correction: correction,
            paidBy: intent, session)
        // Nobody has requested a restore of it.
        incoming.phase = .complete
        if isGuessed ?? verdict.guessesHolder { incoming.marks = .userGuessed }
        prepare(.reported(incoming), of: owner, in: session, &absent, into: &batch)
    }

    private func prepare(
        _ change: MissedChange, of user: UserID, in session: IntakeSession, _ absent: inout StoreRecords?,
        into batch: inout DecidedBatch
    ) {
        do throws(PurchaseFailure) {
            let records = try absent?.change(.user(user)) { state throws(PurchaseFailure) in
                try state.records(missed: change, now: session.time)
            }
            batch.add(records ?? [], of: user)
        } catch {
            batch.failure = batch.failure ?? error
        }
    }

    /// Processes a transaction that is reported for another user than its holder: ``AccountMove`` decides.
    mutating func move(
        _ verdict: Verdict, from holder: UserID, to named: UserID, in session: IntakeSession,
        _ absent: inout StoreRecords?, into batch: inout DecidedBatch
    ) {
        let transaction = verdict.reported.transaction
        let move = AccountMove(
            of: transaction, after: verdict.holder?.purchase.transaction.signedTime, from: holder, to: named,
            by: session.policy)
        guard move == .moved else {
            return keep(verdict, with: holder, isRejected: move == .rejected, in: session, &absent, into: &batch)
        }
        removeFromHolder(verdict, in: session, &absent, into: &batch)
        prepare(verdict, for: named, isGuessed: false, in: session, &absent, into: &batch)
    }

    /// Removes a transaction from its former user, who has it until now: it is revoked there.
    func removeFromHolder(
        _ verdict: Verdict, in session: IntakeSession, _ absent: inout StoreRecords?, into batch: inout DecidedBatch
    ) {
        guard let holder = verdict.holder else { return }
        let known = holder.purchase.transaction
        guard holder.user == session.user else {
            return prepare(.movedAway(known.ledgerID), of: holder.user, in: session, &absent, into: &batch)
        }
        if known.isRevokedOrUpgraded { return }
        batch.transactions.append(IncomingTransaction(revoking: known, at: session.time))
    }

    /// Keeps a transaction with its holder, despite the reported user; the changes are recorded there.
    private mutating func keep(
        _ verdict: Verdict, with holder: UserID, isRejected: Bool, in session: IntakeSession,
        _ absent: inout StoreRecords?, into batch: inout DecidedBatch
    ) {
        let described = isRejected ? verdict.reported.transaction.naming(nil) : verdict.reported.transaction
        if isRejected { batch.reports.append(RejectedReport(move: verdict.reported.transaction)) }
        let isGuessed = verdict.holder?.isGuessed ?? false
        prepare(verdict, for: holder, isGuessed: isGuessed, describing: described, in: session, &absent, into: &batch)
    }

    /// Leaves a transaction without a user here unfinished, and a purchase that differs from the recorded one of its
    /// identifier.
    mutating func reject(_ verdict: Verdict, in session: IntakeSession, into batch: inout DecidedBatch) {
        // The ledger itself rejects a purchase under a recorded identifier, and reports which.
        if verdict.decision.match == .rejected, verdict.recorded != nil {
            let answers = awaited(verdict.decision, session)
            accept(verdict, in: session, into: &batch)
            batch.transactions.append(
                incoming(verdict.reported, token: nil, answers: answers, correction: nil, session))
            return
        }
        answerForeign(verdict, in: session, into: &batch)
        accept(verdict, in: session, into: &batch)
        batch.reports.append(RejectedReport(verdict))
    }

    /// Answers a call that waits here for another user's transaction with an error.
    private func answerForeign(_ verdict: Verdict, in session: IntakeSession, into batch: inout DecidedBatch) {
        guard let token = awaited(verdict.decision, session) else { return }
        let (id, productID) = (verdict.reported.transaction.id, verdict.reported.transaction.productID)
        let failure =
            verdict.decision.match == .rejected
            ? PurchaseFailure(conflicting: id, productID: productID)
            : PurchaseFailure(.ownedByAnotherAccount(productID), productID: productID)
        batch.foreign.append(FailedPayment(token: token, failure: failure))
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

extension IntakeState.Verdict {
    func isLacking(for user: UserID) -> Bool {
        guard let holder else { return true }
        return holder.user != user || holder.purchase.isBehind(reported.transaction)
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
