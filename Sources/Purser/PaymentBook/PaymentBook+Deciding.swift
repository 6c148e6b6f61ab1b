// The rules, in their order: the first that applies decides.
extension PaymentBook {
    /// The user or users for whom a decision is made.
    package enum Audience: Sendable, Hashable {
        /// The current user.
        case user(UserID)
        /// All users, who share one state.
        case everybody
    }

    /// Finds the payment that a transaction answers or belongs to, and its user; ``accept(_:changed:)`` carries that out.
    ///
    /// Here `known` is its record, `nil` when it is reported for the first time, and `now` is the monotonic time.
    package func decision(
        on report: PaymentReport, known: Holding? = nil, for audience: Audience, at now: Duration
    ) -> PaymentDecision {
        let question = Question(report: report, audience: audience, now: now)
        if let known { return decision(about: known, question) }
        return decisionOnNew(question)
    }

    /// Finds the payment that has ended, when the backend does not name it.
    ///
    /// It is the current user's oldest submitted payment that fits the ending, and otherwise that of another user.
    /// Every ending has a payment, as long as one is open (M7). The quantity and the account token are `nil` when the
    /// platform does not report them, the token also when there was none.
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
        isShared ? .everybody : user.map { .user($0) } ?? .nobody
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
    func asked(_ row: PaymentRow, _ known: Holding) -> Bool {
        guard known.recorded.intent == nil else { return false }
        return report.namesAsker ? row.mayHaveAsked(for: report) : row.mayBe(report, at: now)
    }
}

extension PaymentBook {
    private typealias Decision = PaymentDecision
    private typealias Query = Question

    private func namedRow(_ query: Query) -> Row? { query.report.namedPayment.flatMap { payments[$0] } }

    /// The payment that a report of a known transaction answers, named or not: it gets no other answer.
    private func answered(_ query: Query) -> PaymentToken? {
        namedRow(query)?.token ?? unnamedAnswer(.answeredWithKnown, query)?.payment
    }

    // MARK: Known transactions

    private func decision(about known: Holding, _ query: Query) -> Decision {
        if known.isAnother(than: query.report) {
            return Decision(.rejected, .nobody, .anotherPurchase, ended: answered(query))
        }
        return contested(known, query) ?? paid(known, query)
    }

    private func contested(_ known: Holding, _ query: Query) -> Decision? {
        guard !query.isShared, let holder = known.user, !known.isNewer(than: query.report),
            let named = query.report.account ?? asker(of: known, query), named != holder
        else { return nil }
        return Decision(.none, .contested(holder: holder, named: named), .holderContested, ended: answered(query))
    }

    private func paid(_ known: Holding, _ query: Query) -> Decision {
        let owner = query.owner(known.user)
        if let row = namedRow(query) {
            if query.isShared || row.user == known.user, query.asked(row, known) {
                return Decision(query.match(row), owner, .paymentFoundLater)
            }
            return Decision(query.unpaid, owner, .answeredWithKnown, ended: row.token)
        }
        guard let answer = unnamedAnswer(.paymentFoundLater, query),
            known.recorded.intent == nil || answer.owner != owner
        else { return Decision(query.unpaid, owner, .known) }
        if answer.owner == owner { return answer }
        // Another user has it, and its payment gets no other answer.
        return Decision(query.unpaid, owner, .answeredWithKnown, ended: answer.payment)
    }

    /// The user of the transaction's payment, if it is named and recorded in this folder.
    private func asker(of known: Holding, _ query: Query) -> UserID? {
        guard let token = query.report.namedPayment else { return nil }
        if let row = payments[token] { return query.asked(row, known) ? row.user : nil }
        guard query.report.namesAsker, known.recorded.intent == nil else { return nil }
        if case .user(let user) = payer(ofLaunch: token.launch) { return user }
        return nil
    }

    // MARK: New transactions

    private func decisionOnNew(_ query: Query) -> Decision {
        named(query) ?? continuing(query) ?? answer(query) ?? elsewhere(query) ?? late(query)
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
            return Decision(query.match(row), query.owner(row.user ?? query.present), .payment)
        }
        guard row.user == account || row.user == nil else {
            return Decision(query.unpaid, .user(account), .accountAgainstPayment, ended: row.token)
        }
        return Decision(query.match(row), .user(account), .accountAndPayment)
    }

    private func continuing(_ query: Query) -> Decision? {
        guard !query.report.isPurchase else { return nil }
        return Decision(query.unpaid, query.owner(query.likely), .continuation)
    }

    private func answer(_ query: Query) -> Decision? {
        if let decision = unnamedAnswer(.unnamedAnswer, query) { return decision }
        guard isPerhapsSubmitted(query) else { return nil }
        // The end of a restore must not wait for a payment, and its transaction takes no other.
        if query.report.isRestored { return Decision(.restored(nil), query.owner(query.likely), .perhapsAnswer) }
        return Decision(.waits, query.owner(query.report.account), .perhapsAnswer)
    }

    private func elsewhere(_ query: Query) -> Decision? {
        guard query.report.origin == .elsewhere else { return nil }
        return Decision(.none, query.owner(query.likely), .elsewhere)
    }

    private func unnamedAnswer(_ rule: Decision.Rule, _ query: Query) -> Decision? {
        guard payments.size > 0, query.report.origin == .payment(nil) else { return nil }
        return chosen(of: submitted(query) + payments.late(of: query.report.productID, [.overdue]), rule, query)
    }

    private func late(_ query: Query) -> Decision? {
        guard payments.size > 0 else { return nil }
        let productID = query.report.productID
        return chosen(of: payments.late(of: productID, [.unknown, .overdue]), .openPayment, query)
            ?? chosen(of: payments.late(of: productID, PaymentState.approvable), .openPayment, query) ?? ended(query)
    }

    private func ended(_ query: Query) -> Decision? {
        let user = query.report.account ?? query.present
        let rows = payments.late(of: query.report.productID, [.cancelled, .failed])
        return chosen(of: rows.filter { query.isShared || $0.user == user }, .endedPayment, query)
    }

    // MARK: Choosing

    /// Whether it may answer a submitted payment, whose end decides.
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

    /// The current user's oldest payment that fits, and otherwise the oldest.
    private func chosen(of rows: [Row], _ rule: Decision.Rule, _ query: Query) -> Decision? {
        let (report, isShared) = (query.report, query.isShared)
        let possible = rows.filter { row in
            row.mayBe(report, at: query.now) && (isShared || report.account == nil || row.user == report.account)
        }
        let mine = possible.filter {
            isShared ? $0.account == report.account : $0.user == (report.account ?? query.present)
        }
        guard let row = (mine.isEmpty ? possible : mine).min(by: { $0.order < $1.order }) else { return nil }
        return Decision(query.match(row), query.owner(row.user), rule)
    }
}
