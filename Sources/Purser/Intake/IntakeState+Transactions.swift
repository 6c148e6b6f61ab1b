// One transaction: calls the payment book, and carries out its decision.
extension IntakeState {
    /// A query to the payment book, and its decision.
    struct Verdict {
        let reported: BackendTransaction
        let report: PaymentReport
        /// The record of the current user's ledger.
        let recorded: RecordedPurchase?
        /// The user who has it, with that user's record; `nil` when nobody has it, and when all users share one state.
        let holder: HeldPurchase?
        /// Whether it was reported before.
        let isKnown: Bool
        let decision: PaymentDecision
        let arrival: UInt64
    }

    /// Calls the book, and changes nothing.
    ///
    /// - Parameter batch: what is about to be recorded, which is known before it is recorded.
    func verdict(
        on reported: borrowing BackendTransaction, _ arrival: UInt64, in session: IntakeSession,
        _ ledger: borrowing LedgerState, _ absent: inout StoreRecords?, after batch: inout DecidedBatch
    ) -> Verdict {
        let transaction = reported.transaction
        let mayBeRenamed = reported.answersNobody
        let recorded = ledger.transactions.purchase(transaction, mayBeRenamed: mayBeRenamed)
        var report = PaymentReport(reported, firstArrival: arrival)
        var (holder, known): (HeldPurchase?, KnownTransaction?)
        if let user = session.user {
            let own = batch.purchase(of: transaction, mayBeRenamed: mayBeRenamed, after: recorded, ledger)
            let refunded = own == nil && mayBeRenamed ? ledger.refunded(by: transaction) : nil
            holder = self.holder(of: transaction, mayBeRenamed: mayBeRenamed, present: user, own ?? refunded, &absent)
            known = holder.map { KnownTransaction($0, book) }
        } else {
            known = self.known(recorded, transaction, report, ledger, after: &batch)
        }
        report.firstArrival = firstArrival(of: reported, arrival, isKnown: known?.isAnother(than: report) == false)
        if transaction.originalID != transaction.id || !report.isPurchase {
            report.earlierHolder = earlierHolder(of: transaction, ledger, absent, in: session, after: batch)
        }
        let decision = book.decision(on: report, known: known, for: session.audience, at: session.now)
        return Verdict(
            reported: copy reported, report: report, recorded: recorded, holder: holder, isKnown: known != nil,
            decision: decision, arrival: reported.arrival ?? arrival)
    }

    /// The user who has a transaction: the present one, or an absent one.
    ///
    /// - Parameter own: the present user's record of it.
    private func holder(
        of transaction: StoreTransaction, mayBeRenamed: Bool, present: UserID, _ own: RecordedPurchase?,
        _ absent: inout StoreRecords?
    ) -> HeldPurchase? {
        let own = HeldPurchase(user: present, purchase: own)
        guard absent != nil else { return own }
        return absent?.holder(
            of: transaction, mayBeRenamed: mayBeRenamed && transaction.isRevoked, beside: own, except: present)
    }

    /// The known data of a transaction, when all users share one state.
    private func known(
        _ recorded: RecordedPurchase?, _ transaction: StoreTransaction, _ report: PaymentReport,
        _ ledger: borrowing LedgerState, after batch: inout DecidedBatch
    ) -> KnownTransaction? {
        // A new transaction that names its payment is decided by that. One that is recorded without its payment may have
        // found it in the same batch (M3).
        let isDecidedByBatch = (recorded != nil) == (report.namedPayment != nil)
        let known =
            isDecidedByBatch
            ? batch.purchase(of: transaction, mayBeRenamed: false, after: recorded, ledger) : recorded
        return known.map { KnownTransaction($0.transaction, of: nil, paidBy: $0.payment, book) }
    }

    /// The user who has the latest period of a subscription, or the purchase of which a transaction is a copy; `nil` when
    /// no absent user has one.
    private func earlierHolder(
        of transaction: StoreTransaction, _ ledger: borrowing LedgerState, _ absent: borrowing StoreRecords?,
        in session: IntakeSession, after batch: borrowing DecidedBatch
    ) -> UserID? {
        guard let present = session.user else { return nil }
        for originalID in [transaction.originalID, transaction.previousOriginalTransactionID].compactMap({ $0 }) {
            guard let latest = absent?.latestHolder(of: originalID, except: present) else { continue }
            let own = batch.latestPurchaseTime(of: originalID, ledger)
            return own.map { $0 >= latest.purchaseTime } == true ? present : latest.user
        }
        return nil
    }

    mutating func route(
        _ reported: borrowing BackendTransaction, _ arrival: UInt64, in session: IntakeSession,
        _ ledger: borrowing LedgerState, _ absent: inout StoreRecords?, into batch: inout DecidedBatch
    ) {
        if isUndisputed(reported, in: session) {
            batch.transactions.append(incoming(reported, token: nil, answers: nil, correction: nil, session))
            return
        }
        let verdict = verdict(on: reported, arrival, in: session, ledger, &absent, after: &batch)
        guard reported.verification == .verified else { return rejectUnverified(verdict, in: session, into: &batch) }
        if verdict.decision.match == .waits { return wait(verdict, into: &batch) }
        switch verdict.decision.owner {
        case .everybody: prepare(verdict, for: nil, in: session, &absent, into: &batch)
        case .user(let owner):
            prepare(verdict, for: owner, describing: verdict.laterVersion, in: session, &absent, into: &batch)
        case .contested(let holder, let named):
            move(verdict, from: holder, to: named, in: session, &absent, into: &batch)
        case .nobody: reject(verdict, in: session, into: &batch)
        case .undecided: wait(verdict, into: &batch)
        }
    }

    /// Whether a decision may be needed for transactions that name no payment: not when all users share one state and
    /// no payment is open.
    func mayDecide(in session: IntakeSession) -> Bool { session.user != nil || book.payments.size > 0 }

    /// Whether a transaction needs no decision: all users share one state, and it can belong to no open payment.
    ///
    /// Most of a restore and of a launch is so, and calling the book for each would take longer than recording it. The
    /// ledger itself detects that another purchase is recorded.
    private func isUndisputed(_ reported: borrowing BackendTransaction, in session: IntakeSession) -> Bool {
        guard !mayDecide(in: session), reported.verification == .verified, reported.restoredToken == nil else {
            return false
        }
        return switch reported.origin {
        case .other(nil), .restore, .elsewhere: true
        case .payment, .other: false
        }
    }

    /// Whether to verify a transaction in this session: not when another user has it, and nothing about it changed.
    func concerns(
        _ reported: BackendTransaction, _ arrival: UInt64, in session: IntakeSession, _ ledger: borrowing LedgerState,
        beside absent: inout StoreRecords?
    ) -> Bool {
        var nothing = DecidedBatch()
        let verdict = verdict(on: reported, arrival, in: session, ledger, &absent, after: &nothing)
        guard case .user(let owner) = verdict.decision.owner, owner != session.user else { return true }
        if verdict.decision.ended != nil || verdict.decision.payment != nil { return true }
        return verdict.isLacking(for: owner)
    }

    /// The events of a batch for the current user, each transaction with the arrival that reported it first.
    package func concerning(
        _ batch: [BackendEvent], _ arrival: UInt64, in session: IntakeSession, _ ledger: borrowing LedgerState,
        beside absent: inout StoreRecords?
    ) -> [BackendEvent] {
        var concerning: [BackendEvent] = []
        for event in batch {
            guard var reported = event.transaction else {
                concerning.append(event)
                continue
            }
            guard session.user == nil || concerns(reported, arrival, in: session, ledger, beside: &absent) else {
                continue
            }
            reported.arrival = reported.arrival ?? arrival
            concerning.append(.transaction(reported))
        }
        return concerning
    }

    // MARK: Undetermined or invalid

    private mutating func wait(_ verdict: Verdict, into batch: inout DecidedBatch) {
        note(arrival: verdict.arrival, of: verdict.reported.transaction)
        var reported = verdict.reported
        reported.arrival = verdict.arrival
        batch.waiting.append(reported)
    }

    /// Rejects an invalid or undetermined transaction: its payer is answered, and the payment stays open.
    private mutating func rejectUnverified(
        _ verdict: Verdict, in session: IntakeSession, into batch: inout DecidedBatch
    ) {
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
            batch.before.append(row)
            book.ended(token, as: .unknown, arrival: verdict.arrival)
        }
        let incoming = incoming(verdict.reported, token: token, answers: answers, correction: nil, session)
        batch.rejected.append(RejectedTransaction(transaction: incoming, reported: verdict.reported))
    }

    // MARK: The present user's

    /// Records a transaction for its owner, who is present or absent; `nil` is the owner when all users share one state.
    mutating func prepare(
        _ verdict: Verdict, for owner: UserID?, isGuessed: Bool? = nil,
        describing transaction: StoreTransaction? = nil,
        in session: IntakeSession, _ absent: inout StoreRecords?, into batch: inout DecidedBatch
    ) {
        if let owner, owner != session.user {
            prepareAbsent(
                verdict, for: owner, isGuessed: isGuessed, describing: transaction, in: session, &absent, into: &batch)
        } else {
            preparePresent(
                verdict, isGuessed: isGuessed, describing: transaction, in: session, &absent, into: &batch)
        }
    }

    private mutating func preparePresent(
        _ verdict: Verdict, isGuessed: Bool?, describing transaction: StoreTransaction?,
        in session: IntakeSession, _ absent: inout StoreRecords?, into batch: inout DecidedBatch
    ) {
        let decision = verdict.decision
        let answers = awaited(decision, session) ?? batch.endedNow(decision)
        let correction = correction(verdict)
        let intent = accept(verdict, in: session, into: &batch)
        // Nearly always it ends later, or never.
        if answers != nil, let end = verdict.reported.transaction.expirationTime, end <= session.time {
            batch.returnedOver.append(verdict.reported.transaction)
        }
        if decision.rule == .guessCorrected {
            removeFromHolder(verdict, in: session, &absent, into: &batch)
        }
        var incoming = incoming(
            verdict.reported, describing: transaction, token: token(of: verdict), answers: answers,
            correction: correction, paidBy: intent, session)
        if session.user != nil, isGuessed ?? verdict.guessesHolder { incoming.marks = .userGuessed }
        batch.transactions.append(incoming)
    }

    /// Carries out a decision.
    ///
    /// - Returns: the payment of the transaction as it was requested, if it was open.
    @discardableResult
    mutating func accept(
        _ verdict: Verdict, in session: IntakeSession, into batch: inout DecidedBatch
    ) -> PaymentIntent? {
        let (decision, start) = (verdict.decision, batch.before.count)
        let intent = book.accept(decision, on: verdict.report, changed: &batch.before)
        if let token = decision.reopened { batch.ended.removeAll { $0.token == token } }
        if session.user != nil, let intent {
            batch.ended.append(EndedPayment(intent.token, .answered, isRecorded: false))
        }
        if let ended = decision.ended, let row = batch.before[start...].first(where: { $0.token == ended }) {
            batch.ended.append(EndedPayment(ended, .answered, isRecorded: row.guess == nil))
        }
        if batch.before.count > start + 1 {
            for row in batch.before[start...] where !row.isReplaced && book.payments[row.token]?.isReplaced == true {
                batch.ended.append(EndedPayment(row.token, .cancelled))
            }
        }
        // It may turn out to belong to an open payment.
        if verdict.isNew, verdict.report.namedPayment == nil, book.payments.size > 0 {
            note(arrival: verdict.arrival, of: verdict.reported.transaction)
        }
        return intent
    }

    /// The payment of a transaction: the one that was found, or a named one that is no longer open.
    func token(of verdict: Verdict) -> PaymentToken? {
        if let token = verdict.decision.payment { return token }
        return switch verdict.decision.rule {
        case .launch, .accountAlone: verdict.report.namedPayment
        default: nil
        }
    }

    func correction(_ verdict: Verdict) -> PaymentCorrection? {
        let decision = verdict.decision
        guard verdict.isKnown || decision.displaced != nil else { return nil }
        let isFoundLater = decision.rule == .paymentFoundLater || decision.rule == .guessCorrected
        let reopened = decision.reopened.flatMap { token in
            book.payments[token].map { EndedPayment(token, ($0.guess?.state ?? .unknown).recorded ?? .unknown) }
        }
        return PaymentCorrection(
            isFoundLater: isFoundLater && verdict.isKnown, reopened: reopened,
            displaced: decision.displaced, knownAs: verdict.otherID)
    }

    // MARK: Callers

    /// The payment whose caller a decision answers; `nil` when no call waits here.
    func awaited(_ decision: PaymentDecision, _ session: IntakeSession) -> PaymentToken? {
        if case .answers(let token) = decision.match { return token }
        return decision.match == .rejected || decision.payment == nil ? awaited(decision.ended, session) : nil
    }

    private func awaited(_ token: PaymentToken?, _ session: IntakeSession) -> PaymentToken? {
        guard let token else { return nil }
        return book.payments.read(token) { session.isPayer($0) && $0.state.isAwaited } == true ? token : nil
    }

    /// The transaction for the ledger; as reported, unless another description of it is to be recorded.
    func incoming(
        _ reported: borrowing BackendTransaction, describing transaction: StoreTransaction? = nil, token: PaymentToken?,
        answers: PaymentToken?, correction: PaymentCorrection?, paidBy intent: PaymentIntent? = nil,
        _ session: IntakeSession
    ) -> IncomingTransaction {
        var restore: RestoreID?
        if case .restore(let id) = reported.origin { restore = id }
        let phase: StoreUpdate.Phase =
            answers != nil ? .payment : restore != nil && restore == session.activeRestore ? .restore : .complete
        return IncomingTransaction(
            transaction ?? reported.transaction, phase: phase, token: token, needsFinish: reported.needsFinish,
            restore: restore, answers: answers, correction: correction, intent: intent)
    }
}

extension IntakeState.Verdict {
    var isNew: Bool { !isKnown }

    /// The recorded identifier of a purchase that was reported by another one.
    var otherID: String? {
        holder.flatMap { $0.purchase.transaction.id == reported.transaction.id ? nil : $0.purchase.transaction.id }
    }

    /// The version that the user has who was guessed, if the report that names another one is older; that user has it then.
    var laterVersion: StoreTransaction? {
        guard decision.rule == .guessCorrected, let purchase = holder?.purchase,
            reported.transaction.isOlder(than: purchase.transaction)
        else { return nil }
        return purchase.transaction.completed(from: reported.transaction)
    }

    /// Whether no report names the holder.
    var guessesHolder: Bool {
        if report.account != nil { return false }
        if let holder, !holder.isGuessed { return false }
        return decision.isGuess || decision.payment == nil && decision.rule != .launch
    }
}

extension DecidedBatch {
    /// The named payment of a decision, if its end was reported just before: the transaction takes precedence (M5).
    fileprivate func endedNow(_ decision: PaymentDecision) -> PaymentToken? {
        guard let token = decision.payment, !decision.isGuess, endings.contains(where: { $0.token == token }) else {
            return nil
        }
        return token
    }
}

extension KnownTransaction {
    /// The known data of a transaction that a user has.
    fileprivate init(_ holder: HeldPurchase, _ book: borrowing PaymentBook) {
        self.init(
            holder.purchase.transaction, of: holder.user, isGuessed: holder.isGuessed,
            paidBy: holder.purchase.payment, book)
    }

    /// The known data of a transaction that is recorded, or about to be.
    fileprivate init(
        _ transaction: StoreTransaction, of holder: UserID?, isGuessed: Bool = false, paidBy token: PaymentToken?,
        _ book: borrowing PaymentBook
    ) {
        self.init(
            productID: transaction.productID, purchaseTime: transaction.purchaseTime,
            signedTime: transaction.signedTime, holder: holder, isHolderGuessed: isGuessed)
        guard let token else { return }
        payment = book.payments[token]?.guess?.transaction == transaction.id ? .guessed(token) : .named(token)
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
            id: transaction.id, productID: transaction.productID, quantity: transaction.purchasedQuantity,
            account: transaction.user, origin: origin,
            isPurchase: transaction.reason == .purchase && transaction.ownershipType == .purchased,
            purchaseTime: transaction.purchaseTime, signedTime: transaction.signedTime, firstArrival: firstArrival)
        // A copy that a restore has made.
        if isRestored, transaction.originalID != transaction.id { isPurchase = false }
    }
}
