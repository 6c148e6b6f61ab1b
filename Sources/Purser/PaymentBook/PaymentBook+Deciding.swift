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
        if known.isAnother(than: report) {
            var decision = Decision(.rejected, .nobody, .anotherPurchase)
            decision.ended = namedRow?.token ?? unnamedAnswer(.anotherPurchase)?.payment
            return decision
        }
        if let corrected = corrected(known) { return corrected }
        if let contested = contested(known) { return contested }
        return paid(known)
    }

    /// A payment names another user than the one who was guessed: a name that comes later corrects a guess.
    private func corrected(_ known: KnownTransaction<User>) -> Decision? {
        guard known.isHolderGuessed, report.account == nil, let row = namedRow, let user = row.user,
            user != known.holder, asked(row, known)
        else { return nil }
        return settled(Decision(match(row), .user(user), .guessCorrected), known, row)
    }

    private func contested(_ known: KnownTransaction<User>) -> Decision? {
        guard !isShared, let holder = known.holder, !known.isNewer(than: report) else { return nil }
        let payer = report.account == nil && !known.isHolderGuessed ? asker(of: known) : nil
        guard let named = report.account ?? payer, named != holder else { return nil }
        var decision = Decision(.none, .contested(holder: holder, named: named), .holderContested)
        decision.ended = namedRow?.token
        return decision
    }

    private func paid(_ known: KnownTransaction<User>) -> Decision {
        guard let row = namedRow else {
            if let later = answeredLater(known) { return later }
            var decision = Decision(unpaid, owner(known.holder), .known)
            // Another user has it, and whoever asked for it gets no other answer.
            if let answer = unnamedAnswer(.answeredWithKnown), known.payment == .none || answer.owner != decision.owner
            {
                decision.ended = answer.payment
                if decision.ended != nil { decision.rule = .answeredWithKnown }
            }
            return decision
        }
        guard isShared || row.user == known.holder, asked(row, known) else {
            var decision = Decision(unpaid, owner(known.holder), .answeredWithKnown)
            decision.ended = row.token
            return decision
        }
        return settled(Decision(match(row), owner(known.holder), .paymentFoundLater), known, row)
    }

    /// A transaction that was told as news answers a payment now, which it does not name.
    private func answeredLater(_ known: KnownTransaction<User>) -> Decision? {
        guard known.payment == .none || wasPutOff(known), var decision = unnamedAnswer(.paymentFoundLater),
            isShared || decision.owner == owner(known.holder)
        else { return nil }
        if case .guessed(let token) = known.payment { decision.reopened = token }
        return decision
    }

    /// Whether it was assigned to a payment that no call waited for: the answer to a call cannot be that one's.
    private func wasPutOff(_ known: KnownTransaction<User>) -> Bool {
        guard case .guessed(let token) = known.payment, let guess = book.payments[token]?.guess else { return false }
        return !guess.state.isWithBackend
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
        named() ?? continuing() ?? elsewhere() ?? answer() ?? late() ?? Decision(unpaid, owner(likely), .nothing)
    }

    /// Whose it is where no payment says so: who is named, or has what it continues, or is there.
    private var likely: User? { report.account ?? report.earlierHolder ?? present }

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
        return Decision(unpaid, owner(likely), .continuation)
    }

    private func elsewhere() -> Decision? {
        guard report.origin == .elsewhere else { return nil }
        if mayBeNamedLater { return Decision(.waits, owner(report.account), .elsewhereOrAnswer) }
        // An absent user's is not waited for; its transaction must still not become the present user's.
        let absent =
            isShared || book.answersNamePayments == false
            ? [] : book.payments.late(of: report.productID, [.overdue, .unknown])
        return chosen(of: absent.filter { $0.user != present }, .elsewhereOrAnswer)
            ?? Decision(.none, owner(likely), .elsewhere)
    }

    private func answer() -> Decision? {
        if let decision = unnamedAnswer(.unnamedAnswer) { return decision }
        // The end of a restore is not to wait for a payment: a name that comes later corrects what was recorded.
        guard mayBeNamedLater, !report.isRestored else { return nil }
        return Decision(.waits, owner(report.account), .perhapsAnswer)
    }

    /// An answer that names no payment.
    private func unnamedAnswer(_ rule: Decision.Rule) -> Decision? {
        guard report.origin == .payment(nil) else { return nil }
        return chosen(of: submitted + book.payments.late(of: report.productID, [.overdue]), rule)
    }

    private func late() -> Decision? {
        let open = chosen(of: book.payments.late(of: report.productID, [.unknown, .overdue]), .openPayment)
        guard
            let late = open ?? chosen(of: book.payments.late(of: report.productID, [.pending]), .openPayment) ?? ended()
        else { return nil }
        // A payment under way may have asked for it as well; the end of that one will tell.
        guard report.isRestored || !submitted.contains(where: { $0.mayBe(report, at: now) }) else {
            return Decision(.waits, owner(report.account), .perhapsAnswer)
        }
        return late
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
        return report.account != nil && !isShared ? [] : book.payments.firstSubmitted(of: report.productID)
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
        if row.isAwaited, isShared || row.user == present { return .answers(row.token) }
        return report.isRestored ? .restored(row.token) : .belongs(row.token)
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
    /// Whether the payment that is named asked for the transaction: a store may also answer with what was owned before.
    private func asked(_ row: Row, _ known: KnownTransaction<User>) -> Bool {
        guard known.mayTakePayment(row.token) else { return false }
        return report.namesAsker ? row.mayHaveAsked(for: report) : row.mayBe(report, at: now)
    }

    /// The user whose payment asked for the transaction, as far as it is named and this folder knows.
    private func asker(of known: KnownTransaction<User>) -> User? {
        guard let token = report.namedPayment else { return nil }
        if let row = book.payments[token] { return asked(row, known) ? row.user : nil }
        guard report.namesAsker, known.mayTakePayment(token) else { return nil }
        if case .user(let user) = book.payer(ofLaunch: token.launch) { return user }
        return nil
    }
}
