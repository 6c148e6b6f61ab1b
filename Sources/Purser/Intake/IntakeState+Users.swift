// Transactions of other users than the current one, and those reported for another user than their holder (U3, U5).
extension IntakeState {
    /// Leaves a transaction of an absent user unfinished.
    ///
    /// The changes that the user's ledger lacks are kept until the user is back.
    mutating func leave(
        _ verdict: Verdict, to owner: UserID, in session: IntakeSession, into batch: inout DecidedBatch
    ) {
        answerForeign(verdict, in: session, into: &batch)
        accept(verdict, in: session, into: &batch)
        let isFound = verdict.decision.payment != nil
        if verdict.isNew {
            // A later report with an account names its user.
            guard isFound || verdict.decision.rule == .launch else {
                if !verdict.guessesHolder { left.put((owner, verdict.reported.transaction), for: verdict.name) }
                return
            }
        } else {
            let holder = verdict.holder
            guard isFound || holder?.user != owner || holder?.isBehind(verdict.reported.transaction) == true else {
                return
            }
            if verdict.decision.rule == .guessCorrected {
                take(verdict, from: holder?.user ?? session.user, in: session, into: &batch)
            }
            send(described(verdict), to: owner, verdict, in: session, into: &batch)
        }
        let token = verdict.decision.payment ?? verdict.report.namedPayment ?? verdict.holder?.payment
        hold(
            PurchaseHolder(
                owner, of: verdict.latest, isGuessed: verdict.guessesHolder, payment: token,
                isPaymentGuessed: verdict.decision.isGuess),
            verdict, into: &batch)
    }

    /// Processes a transaction that is reported for another user than its holder: ``AccountMove`` decides.
    mutating func move(
        _ verdict: Verdict, from holder: UserID, to named: UserID, in session: IntakeSession,
        into batch: inout DecidedBatch
    ) {
        let transaction = verdict.reported.transaction
        let move = AccountMove(
            of: transaction, after: verdict.holder?.signedTime, from: holder, to: named, by: session.policy)
        guard move == .moved else {
            return keep(verdict, with: holder, isRejected: move == .rejected, in: session, into: &batch)
        }
        take(verdict, from: holder, in: session, into: &batch)
        if named == session.user {
            send(described(verdict), to: named, verdict, in: session, into: &batch)
            return record(verdict, isGuessed: false, in: session, into: &batch)
        }
        answerForeign(verdict, in: session, into: &batch)
        accept(verdict, in: session, into: &batch)
        send(described(verdict), to: named, verdict, in: session, into: &batch)
        hold(
            PurchaseHolder(named, of: transaction, isGuessed: false, payment: verdict.holder?.payment), verdict,
            into: &batch)
    }

    /// Removes a transaction from its former user: it is revoked there, now or when the user is back.
    mutating func take(
        _ verdict: Verdict, from holder: UserID?, in session: IntakeSession, into batch: inout DecidedBatch
    ) {
        guard let holder else { return }
        send(.movedAway, to: holder, verdict, in: session, into: &batch)
        guard holder == session.user else { return }
        // It may be about to be recorded with the same batch.
        let known = batch.latest(of: verdict.report.id)?.transaction ?? verdict.recorded?.transaction
        guard let known, !known.isRevokedOrUpgraded else { return }
        batch.transactions.append(revoked(known, in: session))
    }

    /// Keeps a transaction with its holder, despite the reported user; the changes are recorded there.
    private mutating func keep(
        _ verdict: Verdict, with holder: UserID, isRejected: Bool, in session: IntakeSession,
        into batch: inout DecidedBatch
    ) {
        let described = isRejected ? verdict.reported.transaction.naming(nil) : verdict.reported.transaction
        if isRejected { batch.reports.append(RejectedReport(move: verdict.reported.transaction)) }
        let isGuessed = verdict.holder?.isGuessed ?? false
        guard holder != session.user else {
            return record(verdict, isGuessed: isGuessed, describing: described, in: session, into: &batch)
        }
        answerForeign(verdict, in: session, into: &batch)
        accept(verdict, in: session, into: &batch)
        guard verdict.holder?.isBehind(verdict.reported.transaction) != false else { return }
        send(
            .described(described, needsFinish: verdict.reported.needsFinish), to: holder, verdict, in: session,
            into: &batch)
        hold(
            PurchaseHolder(
                holder, of: verdict.reported.transaction, isGuessed: isGuessed, payment: verdict.holder?.payment,
                isPaymentGuessed: verdict.holder?.isPaymentGuessed ?? false),
            verdict, into: &batch)
    }

    /// Leaves a transaction without a user here unfinished, and a purchase that differs from the recorded one of its
    /// identifier.
    mutating func reject(_ verdict: Verdict, in session: IntakeSession, into batch: inout DecidedBatch) {
        // The ledger itself rejects a purchase under a recorded identifier, and reports which.
        if verdict.decision.match == .rejected, verdict.recorded != nil {
            let answers = awaited(verdict.decision, session)
            let correction = PaymentCorrection(ended: verdict.decision.ended)
            accept(verdict, in: session, into: &batch)
            batch.transactions.append(
                incoming(verdict.reported, token: nil, answers: answers, correction: correction, session))
            return
        }
        answerForeign(verdict, in: session, into: &batch)
        accept(verdict, in: session, into: &batch)
        batch.reports.append(RejectedReport(verdict))
    }

    /// The changes that the current user's ledger lacks.
    func mail(for user: UserID) -> [(id: String, mail: HolderMail)] {
        (accounts.mail[user] ?? [:]).sorted { $0.key < $1.key }.map { (id: $0.key, mail: $0.value) }
    }

    /// Adds the reports from the current user's absence to the user's ledger.
    mutating func routeMail(in session: IntakeSession, ledger: borrowing LedgerState) -> DecidedBatch {
        guard let user = session.user else { return DecidedBatch() }
        var batch = DecidedBatch()
        for (id, mail) in mail(for: user) {
            switch mail {
            case .described(let transaction, let needsFinish):
                let reported = BackendTransaction(transaction, origin: .other(nil), needsFinish: needsFinish)
                take(reported, 0, in: session, ledger, into: &batch)
            case .movedAway:
                if let recorded = ledger.transactions.recorded(as: id), !recorded.progress.isRevokedOrUpgraded {
                    batch.transactions.append(revoked(recorded.transaction, in: session))
                }
            }
        }
        for (id, _) in mail(for: user) { keep(.mailTaken(user, id), in: &batch) }
        batch.sortPhases(from: 0)
        return batch
    }

    /// A transaction as revoked, for its former holder; this version is not signed, and the other user's session
    /// finishes it.
    private func revoked(_ transaction: StoreTransaction, in session: IntakeSession) -> IncomingTransaction {
        IncomingTransaction(
            transaction.revoked(at: session.time), phase: .complete, token: nil, needsFinish: false)
    }

    private func described(_ verdict: Verdict) -> HolderMail {
        .described(verdict.latest, needsFinish: verdict.reported.needsFinish)
    }

    private mutating func send(
        _ mail: HolderMail, to user: UserID, _ verdict: Verdict, in session: IntakeSession,
        into batch: inout DecidedBatch
    ) {
        // What is decided for the present user is recorded with the decision, and replaces what was kept until then.
        guard user != session.user else {
            if accounts.mail[user]?[verdict.name] != nil { keep(.mailTaken(user, verdict.name), in: &batch) }
            return
        }
        keep(.mail(user, verdict.name, mail), in: &batch)
    }

    /// Answers a call that waits here for another user's transaction with an error.
    private func answerForeign(_ verdict: Verdict, in session: IntakeSession, into batch: inout DecidedBatch) {
        guard let token = awaited(verdict.decision, session) else { return }
        let transaction = verdict.reported.transaction
        let isConflict = verdict.decision.match == .rejected
        batch.foreign.append((token, transaction.productID, isConflict ? transaction.id : nil))
    }
}

extension PurchaseHolder {
    /// Whether its version was signed after another one that was signed at that date.
    func isNewer(than other: Timestamp?) -> Bool { other.isEarlier(than: signedTime) }

    /// Whether a version has more than the latest one that the holder's ledger has or will get.
    func isBehind(_ transaction: StoreTransaction) -> Bool {
        guard let signedTime, let reported = transaction.signedTime else {
            return isRevoked != transaction.isRevokedOrUpgraded
        }
        return signedTime < reported
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
