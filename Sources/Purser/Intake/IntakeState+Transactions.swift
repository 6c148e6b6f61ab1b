// One transaction: calls the payment book, and carries out its decision.
extension IntakeState {
    /// A query to the payment book, and its decision.
    struct Verdict {
        var reported: BackendTransaction
        /// What it is in the present user's records.
        var recorded: Recorded
        let report: PaymentReport
        /// Its record, with the user who has it; `nil` when nobody has it.
        let known: Holding?
        let decision: PaymentDecision
        let arrival: UInt64
    }

    /// Calls the book, and changes nothing.
    func verdict(
        on reported: borrowing BackendTransaction, _ key: Fingerprint, _ arrival: UInt64, in session: IntakeSession,
        _ records: inout StoreRecords
    ) -> Verdict {
        let transaction = reported.transaction
        let answersNobody = reported.answersNobody && phase(of: reported, in: session) == .complete
        var recorded = records.present.recorded(transaction, key, answersNobody: answersNobody)
        var report = PaymentReport(reported, firstArrival: arrival)
        var known = Holding(recorded.known, of: session.user)
        if session.user != nil {
            known = records.holder(of: transaction, key, answersNobody: answersNobody, beside: known)
            if let known, case .nothing(let named, _) = recorded, named.id != known.transaction.id {
                let named = transaction.named(as: known.transaction)
                recorded = records.present.transactions.recorded(named)
            }
        }
        report.firstArrival = firstArrival(of: reported, arrival, isKnown: known?.isAnother(than: report) == false)
        if transaction.originalID != transaction.id || !report.isPurchase {
            report.earlierHolder = earlierHolder(of: transaction, records, in: session)
        }
        let decision = book.decision(on: report, known: known, for: session.audience, at: session.now)
        return Verdict(
            reported: copy reported, recorded: recorded, report: report, known: known, decision: decision,
            arrival: reported.arrival ?? arrival)
    }

    /// The user who has the latest period of a subscription, or the purchase of which a transaction is a copy; `nil` when
    /// no absent user has one.
    private func earlierHolder(
        of transaction: StoreTransaction, _ records: borrowing StoreRecords, in session: IntakeSession
    ) -> UserID? {
        guard let present = session.user else { return nil }
        for originalID in [transaction.originalID, transaction.previousOriginalTransactionID].compactMap({ $0 }) {
            guard let latest = records.latestHolder(of: originalID) else { continue }
            let own = records.present.latestPurchaseTime(of: originalID)
            return own.map { $0 >= latest.purchaseTime } == true ? present : latest.user
        }
        return nil
    }

    /// Decides about a transaction, and records it for its user; with `onlyAnswers` it returns false, and leaves the
    /// transaction for later, when that answers no waiting payment.
    @discardableResult
    mutating func prepare(
        _ reported: borrowing BackendTransaction, _ key: Fingerprint, _ arrival: UInt64, in session: IntakeSession,
        _ records: inout StoreRecords, into turn: inout Turn, onlyAnswers: Bool = false
    ) -> Bool {
        if isUndisputed(reported, in: session) {
            let recorded = records.present.recorded(reported.transaction, key, answersNobody: reported.answersNobody)
            turn.prepare(incoming(reported, answers: nil, session), recorded, &records.present, now: session.time)
            return true
        }
        let verdict = verdict(on: reported, key, arrival, in: session, &records)
        if onlyAnswers, awaited(verdict.decision, session) == nil { return false }
        guard reported.verification == .verified else {
            rejectUnverified(verdict, in: session, into: &turn)
            return true
        }
        if verdict.decision.match == .waits {
            wait(verdict, into: &turn)
            return true
        }
        switch verdict.decision.owner {
        case .everybody: prepare(verdict, for: nil, in: session, &records, into: &turn)
        case .user(let owner): prepare(verdict, for: owner, in: session, &records, into: &turn)
        case .contested(let holder, let named):
            move(verdict, from: holder, to: named, in: session, &records, into: &turn)
        case .nobody: reject(verdict, in: session, &records, into: &turn)
        }
        return true
    }

    /// Whether a transaction needs no decision: all users share one state, and it can belong to no open payment.
    ///
    /// Most of a restore and of a launch is so, and calling the book for each would take longer than recording it. The
    /// ledger itself detects that another purchase is recorded.
    private func isUndisputed(_ reported: borrowing BackendTransaction, in session: IntakeSession) -> Bool {
        guard session.user == nil, book.payments.size == 0, reported.verification == .verified,
            reported.restoredToken == nil
        else { return false }
        return switch reported.origin {
        case .other(nil), .restore, .elsewhere: true
        case .payment, .other: false
        }
    }

    // MARK: Undetermined or invalid

    private mutating func wait(_ verdict: Verdict, into turn: inout Turn) {
        note(arrival: verdict.arrival, of: verdict.reported.transaction)
        var reported = verdict.reported
        reported.arrival = verdict.arrival
        turn.waiting.append(reported)
    }

    /// Rejects an invalid or undetermined transaction: its payer is answered, and the payment stays open.
    private mutating func rejectUnverified(_ verdict: Verdict, in session: IntakeSession, into turn: inout Turn) {
        switch verdict.decision.owner {
        case .user(let owner) where owner != session.user: return
        case .contested(_, let named) where named != session.user: return
        default: break
        }
        note(arrival: verdict.arrival, of: verdict.reported.transaction)
        let token = verdict.decision.payment ?? verdict.decision.ended
        let answers = awaited(token, session)
        // An overdue payment has its answer, too; otherwise it would take that of a later one, whose call would not end.
        if let token, let row = book.payments[token], answers != nil || verdict.report.isAnswer && row.state == .overdue
        {
            turn.before.append(row)
            book.ended(token, as: .unknown, arrival: verdict.arrival)
        }
        let incoming = incoming(verdict.reported, answers: answers, session)
        turn.rejected.append(RejectedTransaction(transaction: incoming, reported: verdict.reported))
    }

    // MARK: Recording

    /// Records a transaction for its owner, who is present or absent; `nil` is the owner when all users share one state.
    mutating func prepare(
        _ verdict: Verdict, for owner: UserID?, in session: IntakeSession, _ records: inout StoreRecords,
        into turn: inout Turn
    ) {
        if let owner, owner != session.user {
            return prepareAbsent(verdict, for: owner, in: session, &records, into: &turn)
        }
        let answers = awaited(verdict.decision, session)
        let intent = accept(verdict, into: &turn)
        // Nearly always it ends later, or never.
        if answers != nil, let end = verdict.reported.transaction.expirationTime, end <= session.time {
            turn.returnedOver.append(verdict.reported.transaction)
        }
        let incoming = incoming(verdict.reported, answers: answers, paidBy: intent, session)
        turn.prepare(incoming, verdict.recorded, &records.present, now: session.time)
    }

    /// Carries out a decision; returns the payment of the transaction as it was requested, if it was open.
    @discardableResult
    mutating func accept(_ verdict: Verdict, into turn: inout Turn) -> PaymentIntent? {
        let (decision, start) = (verdict.decision, turn.before.count)
        let intent = book.accept(decision, changed: &turn.before)
        // Nearly always there is no other than its own.
        if turn.before.count > start + (intent == nil ? 0 : 1) {
            for row in turn.before[start...] where row.token != decision.payment {
                turn.end(row.token, row.token == decision.ended ? .answered : .replaced)
            }
        }
        // It may turn out to belong to an open payment.
        if verdict.known == nil, verdict.report.namedPayment == nil, book.payments.size > 0 {
            note(arrival: verdict.arrival, of: verdict.reported.transaction)
        }
        return intent
    }

    // MARK: Callers

    /// The payment whose caller a decision answers; `nil` when no call waits here.
    func awaited(_ decision: PaymentDecision, _ session: IntakeSession) -> PaymentToken? {
        if case .answers(let token) = decision.match { return token }
        return decision.match == .rejected || decision.payment == nil ? awaited(decision.ended, session) : nil
    }

    func awaited(_ token: PaymentToken?, _ session: IntakeSession) -> PaymentToken? {
        guard let token else { return nil }
        return book.payments.read(token) { session.isPayer($0) && $0.state.isAwaited } == true ? token : nil
    }

    func incoming(
        _ reported: borrowing BackendTransaction, answers: PaymentToken?, paidBy intent: PaymentIntent? = nil,
        _ session: IntakeSession
    ) -> IncomingTransaction {
        var restore: RestoreID?
        if case .restore(let id) = reported.origin { restore = id }
        let phase: StoreUpdate.Phase =
            answers != nil ? .payment : restore != nil && restore == session.activeRestore ? .restore : .complete
        return IncomingTransaction(
            reported.transaction, phase: phase, needsFinish: reported.needsFinish, restore: restore, answers: answers,
            intent: intent)
    }
}

extension IntakeState.Verdict {
    /// The same for a report whose user does not count.
    var namingNobody: IntakeState.Verdict {
        var verdict = self
        verdict.reported.transaction = reported.transaction.naming(nil)
        switch recorded {
        case .transaction(let known, let named, let key): verdict.recorded = .transaction(known, named.naming(nil), key)
        case .nothing(let named, let key): verdict.recorded = .nothing(named.naming(nil), key)
        case .otherPurchase: break
        }
        return verdict
    }
}

extension BackendTransaction {
    /// Whether it answers neither a payment nor a restore.
    fileprivate var answersNobody: Bool {
        switch origin {
        case .other, .elsewhere: true
        case .payment, .restore: false
        }
    }
}

extension PaymentReport {
    /// A backend's report of a transaction, as a query to the payment book.
    fileprivate init(_ reported: borrowing BackendTransaction, firstArrival: UInt64) {
        let origin: Origin =
            switch reported.origin {
            case .payment(let token): .payment(token)
            case .restore: .restore(reported.restoredToken)
            case .other(let token): .other(token ?? reported.restoredToken)
            case .elsewhere: .elsewhere
            }
        let transaction = reported.transaction
        self.init(
            id: transaction.id, productID: transaction.productID,
            quantity: transaction.multiSeatInfo == nil ? transaction.purchasedQuantity : 1, account: transaction.user,
            origin: origin,
            isPurchase: transaction.reason == .purchase && transaction.ownershipType == .purchased,
            purchaseTime: transaction.purchaseTime, signedTime: transaction.signedTime, firstArrival: firstArrival)
        // A copy that a restore has made.
        if isRestored, transaction.originalID != transaction.id { isPurchase = false }
    }
}
