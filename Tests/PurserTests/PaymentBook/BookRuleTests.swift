import PurserTesting
import Testing

@testable import Purser

/// Inputs of the rules from all over their space, held to the promises.
///
/// `PURSER_SEEDS=1009` tries all nine millions.
@Suite("The payment book: one decision") struct BookRuleTests {
    /// Made once, because making them takes longer than deciding them.
    private static let sample = stride(from: 0, to: BookInput.count, by: 1_009).map { BookInput($0) }.map {
        ($0, $0.decision)
    }

    private func forInputs(_ check: (BookInput, PaymentDecision) -> String?) {
        var wrong: [String] = []
        func hold(_ input: BookInput, _ decision: PaymentDecision) {
            guard wrong.count < 3, let fault = check(input, decision) else { return }
            wrong.append("\(fault): \(input)")
        }
        for (input, decision) in Self.sample { hold(input, decision) }
        if Seeds.factor > 1 {
            for number in stride(from: 1, to: BookInput.count, by: max(1, 1_009 / Seeds.factor)) {
                let input = BookInput(number)
                hold(input, input.decision)
            }
        }
        #expect(wrong.isEmpty, "\(wrong.joined(separator: "\n\n"))")
    }

    @Test("M7: every rule decides some input, and none is left over") func everyRule() {
        var met: Set<PaymentDecision.Rule> = []
        for (_, decision) in Self.sample { met.insert(decision.rule) }
        #expect(met == Set(PaymentDecision.Rule.allCases))
    }

    @Test("U3: no payment is found for a transaction of another user than the payer") func payerOwns() {
        forInputs { input, decision in
            guard let row = decision.payment.flatMap({ input.book.payments[$0] }), let payer = row.user else {
                return nil
            }
            return decision.owner == .user(payer) ? nil : "\(payer) pays"
        }
    }

    @Test("M1: a named open payment is found, unless its transaction is known, or its account is another's")
    func namedIsFound() {
        forInputs { input, decision in
            guard input.known == nil, let row = input.report.namedPayment.flatMap({ input.book.payments[$0] }) else {
                return nil
            }
            if let account = input.report.account, let user = row.user, account != user {
                return decision.payment == nil && decision.ended == row.token && decision.owner == .user(account)
                    ? nil : "contradiction"
            }
            return decision.payment == row.token ? nil : "not found"
        }
    }

    @Test("M2: without a name, no payment is found that was submitted after the first report") func noLeftover() {
        forInputs { input, decision in
            guard let row = decision.payment.flatMap({ input.book.payments[$0] }),
                input.report.namedPayment != row.token
            else { return nil }
            return input.report.firstArrival > row.arrival && row.state != .registered
                ? nil : "left over"
        }
    }

    @Test("M2: a caller is answered only by name, or by an answer") func onlyAnswersAnswer() {
        forInputs { input, decision in
            guard case .answers(let token) = decision.match else { return nil }
            if input.report.namedPayment == token { return nil }
            return input.report.origin == .payment(nil) ? nil : "answered"
        }
    }

    @Test("U3: an account that is named owns what was not known") func accountOwns() {
        forInputs { input, decision in
            guard input.known == nil, let account = input.report.account, input.audience != .everybody else {
                return nil
            }
            switch decision.owner {
            case .user(account): return nil
            default: return "not the account's"
            }
        }
    }

    @Test("M7: where the account is not reported, a payment that would have been found with it still may be")
    func unsaidIsNotNone() {
        forInputs { input, decision in
            guard let account = input.report.account, input.known == nil, let payment = decision.payment else {
                return nil
            }
            var less = input
            less.report.account = nil
            let other = less.decision
            // A late charge joins an ended payment of the present user alone (M5); one state has nobody who could decide later.
            let isAbsent = decision.rule == .endedPayment && input.audience != .user(account)
            // What may answer a submitted payment, also of another user, takes no other in a restore.
            let isRestored = input.report.isRestored && other.rule == .perhapsAnswer
            return other.payment != nil || other.match == .waits || isAbsent || isRestored ? nil : "\(payment) is lost"
        }
    }

    @Test("U5: who has a known transaction changes by the policy alone")
    func holderStays() {
        forInputs { input, decision in
            guard let known = input.known, let holder = known.user, decision.rule != .anotherPurchase else {
                return nil
            }
            switch decision.owner {
            case .user(holder): return nil
            case .contested(holder, let named): return named != holder ? nil : "contested with itself"
            default: return "lost"
            }
        }
    }

    @Test("D3: another product under a known identifier is rejected, and nothing else is") func identity() {
        forInputs { input, decision in
            let isAnother = input.known.map { $0.transaction.productID != input.report.productID } ?? false
            return (decision.match == .rejected) == isAnother ? nil : "identity"
        }
    }

    @Test("O3: what waits is undecided, and only a payment that may be its own lets it wait") func waiting() {
        forInputs { input, decision in
            guard decision.match == .waits else { return nil }
            let possible = input.book.payments.all.filter { $0.mayBe(input.report, at: .seconds(100)) }
            return !possible.isEmpty && input.known == nil
                && input.report.namedPayment.map { $0 == BookInput.foreign } ?? true
                ? nil : "waits for nobody"
        }
    }

    @Test("M1: the present user's payment comes before those of others") func presentFirst() {
        forInputs { input, decision in
            guard decision.isUnnamed(input.report), input.report.account == nil,
                case .user(let present) = input.audience,
                let row = decision.payment.flatMap({ input.book.payments[$0] }), row.user != present
            else { return nil }
            let states =
                input.report.origin == .payment(nil) && row.state.isWithBackend
                ? [.submitted, .overdue] : [row.state]
            let own = input.book.payments.all.contains {
                $0.user == present && states.contains($0.state) && $0.mayBe(input.report, at: .seconds(100))
            }
            return own ? "the present user's was passed over" : nil
        }
    }

    @Test("M1: of several payments of one user, or of absent ones, the oldest is chosen") func oldestFirst() {
        forInputs { input, decision in
            guard decision.isUnnamed(input.report), let row = decision.payment.flatMap({ input.book.payments[$0] }),
                case .user(let present) = input.audience, input.report.account == nil, row.user != present
            else { return nil }
            let isOlder = input.book.payments.all.contains {
                $0.state == row.state && $0.order < row.order && $0.mayBe(input.report, at: .seconds(100))
            }
            return isOlder ? "an older one was passed over" : nil
        }
    }

    @Test("M3: in a restore nothing waits, and what may answer a submitted payment takes no other") func restored() {
        forInputs { input, decision in
            guard input.report.isRestored, input.known == nil else { return nil }
            if decision.match == .waits { return "waits" }
            let isPerhapsSubmitted = input.book.payments.all.contains {
                $0.state == .submitted && $0.mayBe(input.report, at: .seconds(100))
                    && (input.report.account == nil || $0.user == input.report.account)
            }
            return isPerhapsSubmitted && input.report.isPurchase && decision.payment != nil
                && decision.isUnnamed(input.report) ? "takes another" : nil
        }
    }

    @Test("M1: a name excludes every guess, with every backend") func nameExcludesGuess() {
        forInputs { input, decision in
            guard decision.isUnnamed(input.report), let name = input.report.namedPayment else { return nil }
            // A payment of another folder is none of these; a restore is the present user's all the same (U3).
            return name == BookInput.foreign && (input.report.isRestored || input.audience == .everybody)
                ? nil : "guessed against a name"
        }
    }

    @Test("M1: also where answers name payments, what names none takes a payment of unknown outcome")
    func guessAfterKill() {
        var book = PaymentBook(answersNamePayments: true)
        func report(_ id: String, boughtAt time: Int64) -> PaymentReport {
            PaymentReport(
                id: id, productID: "p", account: 1, origin: .other(nil), purchaseTime: Timestamp(milliseconds: time),
                firstArrival: 1)
        }
        func decision(_ report: PaymentReport) -> PaymentDecision {
            book.decision(on: report, for: .user(1), at: .seconds(1))
        }
        // It was submitted, and the app was killed before the answer.
        let row = PaymentRow(
            token: BookInput.first, user: 1, terms: .init(productID: "p", quantity: 1, account: 1),
            requestTime: Timestamp(milliseconds: 0), trustedTime: Timestamp(milliseconds: 10_000_000))
        book.registered(row)
        book.submitted(row.token, arrival: 0, at: .zero)
        book.ended(row.token, as: .unknown, arrival: 0)
        #expect(decision(report("older", boughtAt: 9_000_000)).payment == nil, "the App Store's dates exclude it")
        // Whether it is the killed payment's or was bought otherwise, nothing says.
        let leftover = report("leftover", boughtAt: 10_000_000)
        let guess = decision(leftover)
        #expect(guess.match == .belongs(row.token) && guess.rule == .openPayment)
        book.accept(guess)
        #expect(decision(report("its own", boughtAt: 10_000_000)).payment == nil, "it comes without its context")
    }

    @Test("M3: a decision that is carried out leaves no payment for a second transaction") func oneTransaction() {
        forInputs { input, decision in
            guard let token = decision.payment else { return nil }
            var book = input.book
            book.accept(decision)
            var second = input.report
            (second.id, second.origin, second.firstArrival) = ("u", .payment(nil), 99)
            let other = book.decision(on: second, for: input.audience, at: .seconds(100))
            return other.payment == token ? "twice" : nil
        }
    }
}

extension PaymentDecision {
    /// Whether it has found a payment that the report does not name.
    fileprivate func isUnnamed(_ report: PaymentReport) -> Bool { payment != nil && payment != report.namedPayment }
}
