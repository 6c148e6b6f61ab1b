// The rules, in their order: the first that applies decides.
extension PaymentBook {
    /// The user or users for whom a decision is made.
    package enum Audience: Sendable, Hashable {
        /// The current user.
        case user(UserID)
        /// All users, who share one state.
        case everybody
    }

    /// Finds the payment that a transaction answers or belongs to, and its user.
    ///
    /// It changes nothing: see ``accept(_:on:)``.
    ///
    /// - Parameters:
    ///   - known: its record; `nil` when it is reported for the first time.
    ///   - now: the monotonic time.
    package func decision(
        on report: PaymentReport, known: KnownTransaction? = nil, for audience: Audience, at now: Duration
    ) -> PaymentDecision {
        let question = Question(report: report, audience: audience, now: now)
        if let known { return decision(about: known, question) }
        return decisionOnNew(question)
    }
}

extension PaymentBook {
    /// Finds the payment that has ended, when the backend does not name it.
    ///
    /// It is the current user's oldest submitted payment that fits the ending, and otherwise that of another user.
    /// Every ending has a payment, as long as one is open (M7).
    ///
    /// - Parameters:
    ///   - quantity: the quantity of the payment; `nil` when the platform does not report it.
    ///   - account: the account token; `nil` when the platform does not report it, or there was none.
    package func payment(
        endedFor productID: String, quantity: Int?, account: UserID?, audience: Audience
    ) -> PaymentToken? {
        func fits(_ row: Row) -> Bool {
            (quantity ?? row.quantity) == row.quantity && (account ?? row.account) == row.account
        }
        func oldest(_ rows: some Sequence<Row>) -> Row? {
            let fitting = rows.filter(fits)
            let own = fitting.filter { row in
                if case .user(let user) = audience { row.user == user } else { row.account == account }
            }
            return (own.isEmpty ? fitting : own).min { $0.order < $1.order }
        }
        let row = oldest(payments.firstSubmitted(of: productID)) ?? oldest(payments.late(of: productID, [.overdue]))
        return row?.token
    }
}

/// One query to the book.
///
/// It does not contain the book: a copy would cost more than most answers.
private struct Question {
    let report: PaymentReport
    let audience: PaymentBook.Audience
    let now: Duration

    var present: UserID? { if case .user(let user) = audience { user } else { nil } }
    var isShared: Bool { audience == .everybody }

    func owner(_ user: UserID?) -> PaymentDecision.Owner {
        isShared ? .everybody : user.map { .user($0) } ?? .undecided
    }

    /// The match of a transaction without a payment, for waiting calls.
    var unpaid: PaymentDecision.Match { report.isRestored ? .restored(nil) : .none }

    /// The likely user when no payment decides: the named one, the holder of the earlier purchase, or the current one.
    var likely: UserID? { report.account ?? report.earlierHolder ?? present }

    func match(_ row: borrowing PaymentRow) -> PaymentDecision.Match {
        if row.state.isAwaited, isShared || row.user == present { return .answers(row.token) }
        return report.isRestored ? .restored(row.token) : .belongs(row.token)
    }

    /// Whether the named payment bought the transaction: a backend may also answer a payment with an earlier purchase.
    func asked(_ row: PaymentRow, _ known: KnownTransaction) -> Bool {
        guard known.mayTakePayment(row.token) else { return false }
        return report.namesAsker ? row.mayHaveAsked(for: report) : row.mayBe(report, at: now)
    }
}

extension PaymentBook {
    private typealias Decision = PaymentDecision
    private typealias Query = Question

    private func namedRow(_ query: Query) -> Row? { query.report.namedPayment.flatMap { payments[$0] } }

    // MARK: Known transactions

    private func decision(about known: KnownTransaction, _ query: Query) -> Decision {
        if known.isAnother(than: query.report) {
            var decision = Decision(.rejected, .nobody, .anotherPurchase)
            decision.ended = namedRow(query)?.token ?? unnamedAnswer(.anotherPurchase, query)?.payment
            return decision
        }
        if let corrected = corrected(known, query) { return corrected }
        if let contested = contested(known, query) { return contested }
        return paid(known, query)
    }

    private func corrected(_ known: KnownTransaction, _ query: Query) -> Decision? {
        guard known.isHolderGuessed, query.report.account == nil, let row = namedRow(query), let user = row.user,
            user != known.holder, query.asked(row, known)
        else { return nil }
        return settled(Decision(query.match(row), .user(user), .guessCorrected), known, row, query)
    }

    private func contested(_ known: KnownTransaction, _ query: Query) -> Decision? {
        guard !query.isShared, let holder = known.holder, !known.isNewer(than: query.report) else { return nil }
        let payer = query.report.account == nil && !known.isHolderGuessed ? asker(of: known, query) : nil
        guard let named = query.report.account ?? payer, named != holder else { return nil }
        var decision = Decision(.none, .contested(holder: holder, named: named), .holderContested)
        // Its payment gets no other answer.
        decision.ended = namedRow(query)?.token ?? unnamedAnswer(.holderContested, query)?.payment
        return decision
    }

    private func paid(_ known: KnownTransaction, _ query: Query) -> Decision {
        guard let row = namedRow(query) else {
            if let later = answeredLater(known, query) { return later }
            var decision = Decision(query.unpaid, query.owner(known.holder), .known)
            // Another user has it, and its payment gets no other answer.
            if let answer = unnamedAnswer(.answeredWithKnown, query),
                known.payment == .none || answer.owner != decision.owner
            {
                decision.ended = answer.payment
                if decision.ended != nil { decision.rule = .answeredWithKnown }
            }
            return decision
        }
        guard query.isShared || row.user == known.holder, query.asked(row, known) else {
            var decision = Decision(query.unpaid, query.owner(known.holder), .answeredWithKnown)
            decision.ended = row.token
            return decision
        }
        return settled(Decision(query.match(row), query.owner(known.holder), .paymentFoundLater), known, row, query)
    }

    /// A known transaction now answers a payment that it does not name.
    private func answeredLater(_ known: KnownTransaction, _ query: Query) -> Decision? {
        guard known.payment == .none || wasPutOff(known), var decision = unnamedAnswer(.paymentFoundLater, query),
            query.isShared || decision.owner == query.owner(known.holder)
        else { return nil }
        if case .guessed(let token) = known.payment { decision.reopened = token }
        return decision
    }

    /// Whether it was assigned to a payment that no call waited for: it cannot be the answer to a call.
    private func wasPutOff(_ known: KnownTransaction) -> Bool {
        guard case .guessed(let token) = known.payment, let guess = payments[token]?.guess else { return false }
        return !guess.state.isWithBackend
    }

    /// Makes a decision by name, which undoes the guesses that it contradicts.
    private func settled(
        _ decision: consuming Decision, _ known: KnownTransaction?, _ row: borrowing Row, _ query: Query
    ) -> Decision {
        if case .guessed(let token) = known?.payment, token != row.token { decision.reopened = token }
        if let other = row.guess?.transaction, other != query.report.id { decision.displaced = other }
        return decision
    }

    /// The user of the transaction's payment, if it is named and recorded in this folder.
    private func asker(of known: KnownTransaction, _ query: Query) -> UserID? {
        guard let token = query.report.namedPayment else { return nil }
        if let row = payments[token] { return query.asked(row, known) ? row.user : nil }
        guard query.report.namesAsker, known.mayTakePayment(token) else { return nil }
        if case .user(let user) = payer(ofLaunch: token.launch) { return user }
        return nil
    }

    // MARK: New transactions

    private func decisionOnNew(_ query: Query) -> Decision {
        named(query) ?? continuing(query) ?? elsewhere(query) ?? answer(query) ?? late(query)
            ?? Decision(query.unpaid, query.owner(query.likely), .nothing)
    }

    private func named(_ query: Query) -> Decision? {
        guard let token = query.report.namedPayment else { return nil }
        if let decision = payments.read(token, { byName(of: $0, query) }) { return decision }
        if let account = query.report.account { return Decision(query.unpaid, query.owner(account), .accountAlone) }
        switch payer(ofLaunch: token.launch) {
        case .user(let user): return Decision(query.unpaid, query.owner(user), .launch)
        case .everybody: return Decision(query.unpaid, query.owner(query.present), .launch)
        case nil where query.isShared || query.report.isRestored: return nil
        case nil: return Decision(.none, .nobody, .otherFolder)
        }
    }

    private func byName(of row: borrowing Row, _ query: Query) -> Decision {
        guard !query.isShared, let account = query.report.account else {
            let decision = Decision(query.match(row), query.owner(row.user ?? query.present), .payment)
            return settled(decision, nil, row, query)
        }
        guard row.user == account || row.user == nil else {
            var decision = Decision(query.unpaid, .user(account), .accountAgainstPayment)
            decision.ended = row.token
            return decision
        }
        return settled(Decision(query.match(row), .user(account), .accountAndPayment), nil, row, query)
    }

    private func continuing(_ query: Query) -> Decision? {
        guard !query.report.isPurchase else { return nil }
        return Decision(query.unpaid, query.owner(query.likely), .continuation)
    }

    private func elsewhere(_ query: Query) -> Decision? {
        guard query.report.origin == .elsewhere else { return nil }
        if mayBeNamedLater(query) { return Decision(.waits, query.owner(query.report.account), .elsewhereOrAnswer) }
        // An absent user is not waited for; what names nobody must still not become the current user's, unless a payment of
        // the current user fits as well.
        let late =
            query.isShared || query.report.account != nil || !answersNamePayments
            ? [] : payments.late(of: query.report.productID, [.overdue, .unknown])
        let isPerhapsAbsent = late.contains { $0.user != query.present && $0.mayBe(query.report, at: query.now) }
        return (isPerhapsAbsent ? chosen(of: late, .elsewhereOrAnswer, query) : nil)
            ?? Decision(.none, query.owner(query.likely), .elsewhere)
    }

    private func answer(_ query: Query) -> Decision? {
        if let decision = unnamedAnswer(.unnamedAnswer, query) { return decision }
        // The end of a restore must not wait for a payment: a later name corrects the record.
        guard mayBeNamedLater(query), !query.report.isRestored else { return nil }
        return Decision(.waits, query.owner(query.report.account), .perhapsAnswer)
    }

    private func unnamedAnswer(_ rule: Decision.Rule, _ query: Query) -> Decision? {
        guard payments.size > 0, query.report.origin == .payment(nil) else { return nil }
        return chosen(of: submitted(query) + payments.late(of: query.report.productID, [.overdue]), rule, query)
    }

    private func late(_ query: Query) -> Decision? {
        guard payments.size > 0 else { return nil }
        let productID = query.report.productID
        let open = chosen(of: payments.late(of: productID, [.unknown, .overdue]), .openPayment, query)
        guard
            let late = open ?? chosen(of: payments.late(of: productID, [.pending]), .openPayment, query) ?? ended(query)
        else { return nil }
        // It may also belong to a submitted payment; the end of that payment will decide.
        guard query.report.isRestored || !isPerhapsSubmitted(query) else {
            return Decision(.waits, query.owner(query.report.account), .perhapsAnswer)
        }
        return late
    }

    private func ended(_ query: Query) -> Decision? {
        let user = query.report.account ?? query.present
        let rows = payments.late(of: query.report.productID, [.cancelled, .failed])
        return chosen(of: rows.filter { query.isShared || $0.user == user }, .endedPayment, query)
    }

    // MARK: Choosing

    /// Whether it may belong to a submitted payment, whose answer will name it.
    private func mayBeNamedLater(_ query: Query) -> Bool {
        answersNamePayments && isPerhapsSubmitted(query)
    }

    private func isPerhapsSubmitted(_ query: Query) -> Bool {
        payments.size > 0 && submitted(query).contains { $0.mayBe(query.report, at: query.now) }
    }

    /// The oldest submitted payments that fit: the current user's, and if there is none all others'.
    private func submitted(_ query: Query) -> [Row] {
        let (report, account) = (query.report, query.report.account ?? query.present)
        let own = payments.firstSubmitted(
            Row.Terms(productID: report.productID, quantity: report.quantity, account: account),
            by: query.isShared ? nil : account)
        if let own, own.mayBe(report, at: query.now) || report.account != nil { return [own] }
        return report.account != nil && !query.isShared ? [] : payments.firstSubmitted(of: report.productID)
    }

    /// The oldest payment that fits: the current user's, or the only user's.
    ///
    /// With several absent users it waits.
    private func chosen(of rows: [Row], _ rule: Decision.Rule, _ query: Query) -> Decision? {
        let (report, isShared) = (query.report, query.isShared)
        let possible = rows.filter { row in
            row.mayBe(report, at: query.now) && (isShared || report.account == nil || row.user == report.account)
        }
        guard !possible.isEmpty else { return nil }
        let mine = possible.filter {
            isShared ? $0.account == report.account : $0.user == (report.account ?? query.present)
        }
        let parties = Set(possible.map { isShared ? $0.account : $0.user })
        guard !mine.isEmpty || parties.count == 1 else {
            // A shared state has no other user who could come and decide.
            return isShared ? nil : Decision(.waits, .undecided, rule)
        }
        guard let row = (mine.isEmpty ? possible : mine).min(by: { $0.order < $1.order }) else { return nil }
        return Decision(query.match(row), query.owner(row.user), rule, isGuess: true)
    }
}

extension KnownTransaction {
    /// Whether a payment that is named now may be the transaction's: it came without one, or with another by a guess.
    fileprivate func mayTakePayment(_ token: PaymentToken) -> Bool {
        switch payment {
        case .none: true
        case .guessed(let guess): guess != token
        case .named: false
        }
    }
}
