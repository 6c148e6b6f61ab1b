// The rules, in their order: the first that applies decides.
extension PaymentBook {
    /// For whom the question is asked.
    package enum Audience: Sendable, Hashable {
        /// The present user.
        case user(User)
        /// All users, who share one state.
        case everybody
    }

    /// Which payment a transaction answers or belongs to, and who owns it.
    ///
    /// It changes nothing: see ``accept(_:on:)``.
    ///
    /// - Parameters:
    ///   - known: what is on record of it; `nil` when it is reported for the first time.
    ///   - now: the monotonic time.
    package func decision(
        on report: PaymentReport<User>, known: KnownTransaction<User>? = nil, for audience: Audience, at now: Duration
    ) -> PaymentDecision<User> {
        let question = Question(book: self, report: report, audience: audience, now: now)
        return known.map(question.decision(about:)) ?? question.decisionOnNew()
    }
}

extension PaymentBook {
    /// Which payment has ended, where the backend does not name it.
    ///
    /// It is the present user's oldest under way that fits as far as the ending says, and otherwise that of another user. Every
    /// ending has its payment, as long as one is open (M7).
    ///
    /// - Parameters:
    ///   - quantity: how many were to be bought; `nil` when the platform does not say.
    ///   - account: the account token; `nil` when the platform does not say, or there was none.
    package func payment(
        endedFor productID: String, quantity: Int?, account: User?, audience: Audience
    ) -> PaymentToken? {
        func fits(_ row: Row) -> Bool {
            (quantity ?? row.terms.quantity) == row.terms.quantity
                && (account ?? row.terms.account) == row.terms.account
        }
        func oldest(_ rows: some Sequence<Row>) -> Row? {
            let fitting = rows.filter(fits)
            let own = fitting.filter { row in
                if case .user(let user) = audience { row.user == user } else { row.terms.account == account }
            }
            return (own.isEmpty ? fitting : own).min { $0.order < $1.order }
        }
        let row = oldest(payments.firstSubmitted(of: productID)) ?? oldest(payments.late(of: productID, [.overdue]))
        return row?.token
    }
}

/// One question to the book.
private struct Question<User: Hashable & Sendable> {
    typealias Decision = PaymentDecision<User>
    typealias Row = PaymentRow<User>

    let book: PaymentBook<User>
    let report: PaymentReport<User>
    let audience: PaymentBook<User>.Audience
    let now: Duration

    /// The payment that is named, if it is open.
    private var namedRow: Row? { report.namedPayment.flatMap { book.payments[$0] } }
    private var present: User? { if case .user(let user) = audience { user } else { nil } }
    private var isShared: Bool { audience == .everybody }

    private func owner(_ user: User?) -> Decision.Owner { isShared ? .everybody : user.map { .user($0) } ?? .undecided }

    /// What a transaction without a payment is to those who wait.
    private var unpaid: Decision.Match { report.isRestored ? .restored(nil) : .none }

    // MARK: Known transactions

    func decision(about known: KnownTransaction<User>) -> Decision {
        if known.isAnother(than: report) { return Decision(.rejected, .nobody, .anotherPurchase) }
        if let corrected = corrected(known) { return corrected }
        if let contested = contested(known) { return contested }
        return paid(known)
    }

    /// A payment names another user than the one who was guessed: a name that comes later corrects a guess.
    private func corrected(_ known: KnownTransaction<User>) -> Decision? {
        guard known.isHolderGuessed, report.account == nil, let row = namedRow, let user = row.user,
            user != known.holder
        else { return nil }
        return settled(Decision(match(row), .user(user), .guessCorrected), known, row)
    }

    private func contested(_ known: KnownTransaction<User>) -> Decision? {
        guard !isShared, let holder = known.holder, !known.isNewer(than: report) else { return nil }
        let payer = report.account == nil && !known.isHolderGuessed ? namedUser : nil
        guard let named = report.account ?? payer, named != holder else { return nil }
        var decision = Decision(.none, .contested(holder: holder, named: named), .holderContested)
        decision.ended = namedRow?.token
        return decision
    }

    private func paid(_ known: KnownTransaction<User>) -> Decision {
        guard let row = namedRow, isShared || row.user == known.holder else {
            return Decision(unpaid, owner(known.holder), .known)
        }
        guard known.mayTakePayment(row.token), row.mayBe(report, at: now) else {
            var decision = Decision(unpaid, owner(known.holder), .answeredWithKnown)
            decision.ended = row.token
            return decision
        }
        return settled(Decision(match(row), owner(known.holder), .paymentNamedLater), known, row)
    }

    /// A decision by name, which undoes the guesses that it contradicts.
    private func settled(_ decision: Decision, _ known: KnownTransaction<User>?, _ row: Row) -> Decision {
        var decision = decision
        if case .guessed(let token) = known?.payment, token != row.token { decision.reopened = token }
        if let other = row.guess?.transaction, other != report.id { decision.displaced = other }
        return decision
    }

    // MARK: New transactions

    func decisionOnNew() -> Decision {
        named() ?? continuing() ?? elsewhere() ?? answer() ?? late()
            ?? Decision(unpaid, owner(report.account ?? present), .nothing)
    }

    private func named() -> Decision? {
        guard let token = report.namedPayment else { return nil }
        if let row = namedRow { return byName(of: row) }
        if let account = report.account { return Decision(unpaid, owner(account), .accountAlone) }
        switch book.payer(ofLaunch: token.launch) {
        case .user(let user): return Decision(unpaid, owner(user), .launch)
        case .everybody: return Decision(unpaid, owner(present), .launch)
        case nil where isShared || report.isRestored: return nil
        case nil: return Decision(.none, .nobody, .otherFolder)
        }
    }

    private func byName(of row: Row) -> Decision {
        guard !isShared, let account = report.account else {
            return settled(Decision(match(row), owner(row.user ?? present), .payment), nil, row)
        }
        guard row.user == account || row.user == nil else {
            var decision = Decision(unpaid, .user(account), .accountAgainstPayment)
            decision.ended = row.token
            return decision
        }
        return settled(Decision(match(row), .user(account), .accountAndPayment), nil, row)
    }

    private func continuing() -> Decision? {
        guard !report.isPurchase else { return nil }
        return Decision(unpaid, owner(report.account ?? report.earlierHolder ?? present), .continuation)
    }

    private func elsewhere() -> Decision? {
        guard report.origin == .elsewhere else { return nil }
        if mayBeNamedLater { return Decision(.waits, owner(report.account), .elsewhereOrAnswer) }
        // What is under way for too long is not waited for; its transaction must still not become somebody else's.
        let overdue = book.answersNamePayments == false ? [] : book.payments.late(of: report.productID, [.overdue])
        return chosen(of: overdue, .elsewhereOrAnswer) ?? Decision(.none, owner(report.account ?? present), .elsewhere)
    }

    private func answer() -> Decision? {
        if report.origin == .payment(nil) {
            return chosen(of: submitted + book.payments.late(of: report.productID, [.overdue]), .unnamedAnswer)
        }
        guard mayBeNamedLater else { return nil }
        return Decision(.waits, owner(report.account), .perhapsAnswer)
    }

    private func late() -> Decision? {
        chosen(of: book.payments.late(of: report.productID, [.unknown, .overdue]), .openPayment)
            ?? chosen(of: book.payments.late(of: report.productID, [.pending]), .openPayment)
            ?? ended()
    }

    private func ended() -> Decision? {
        let user = report.account ?? present
        let rows = book.payments.late(of: report.productID, [.cancelled, .failed])
        return chosen(of: rows.filter { isShared || $0.user == user }, .endedPayment)
    }

    // MARK: Choosing

    /// Whether a payment under way may have asked for it, and its answer will say so.
    private var mayBeNamedLater: Bool {
        book.answersNamePayments != false && submitted.contains { $0.mayBe(report, at: now) }
    }

    /// The oldest payments under way that may be asked: the present user's, and where there is none all others'.
    private var submitted: [Row] {
        let account = report.account ?? present
        let own = book.payments.firstSubmitted(
            Row.Terms(productID: report.productID, quantity: report.quantity, account: account),
            by: isShared ? nil : account)
        if let own, own.mayBe(report, at: now) || report.account != nil { return [own] }
        return report.account != nil && !isShared ? [] : Array(book.payments.firstSubmitted(of: report.productID))
    }

    /// The oldest that may be meant: the present user's, or the only user's.
    ///
    /// With several absent users it waits.
    private func chosen(of rows: [Row], _ rule: Decision.Rule) -> Decision? {
        let possible = rows.filter { row in
            row.mayBe(report, at: now) && (isShared || report.account == nil || row.user == report.account)
        }
        guard !possible.isEmpty else { return nil }
        let mine = possible.filter {
            isShared ? $0.terms.account == report.account : $0.user == (report.account ?? present)
        }
        let parties = Set(possible.map { isShared ? $0.terms.account : $0.user })
        guard !mine.isEmpty || parties.count == 1 else {
            // One state has nobody who could come and decide.
            return isShared ? nil : Decision(.waits, .undecided, rule)
        }
        guard let row = (mine.isEmpty ? possible : mine).min(by: { $0.order < $1.order }) else { return nil }
        return Decision(match(row), owner(row.user), rule, isGuess: true)
    }

    private func match(_ row: Row) -> Decision.Match {
        if report.isRestored { return .restored(row.token) }
        let isAwaited = row.state == .submitted || row.state == .registered
        return isAwaited && (isShared || row.user == present) ? .answers(row.token) : .belongs(row.token)
    }
}

extension KnownTransaction {
    /// Whether a payment that is named now may have asked for it: it came without one, or with another by a guess.
    fileprivate func mayTakePayment(_ token: PaymentToken) -> Bool {
        switch payment {
        case .none: true
        case .guessed(let guess): guess != token
        case .named: false
        }
    }
}

extension Question {
    /// The user whose payment is named, as far as this folder knows.
    private var namedUser: User? {
        guard let token = report.namedPayment else { return nil }
        if let row = book.payments[token] { return row.user }
        if case .user(let user) = book.payer(ofLaunch: token.launch) { return user }
        return nil
    }
}
