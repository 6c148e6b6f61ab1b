import Purser

// Reports without their payments and accounts, and reports beside the answers.
extension FaultState {
    /// Returns the events with some payments and accounts removed; answers to payments keep their payment.
    mutating func withoutNames(_ events: [BackendEvent]) -> [BackendEvent] {
        guard plan.unnamedPayments > 0 || plan.unnamedAccounts > 0 || plan.renamedRefunds > 0 else { return events }
        return events.map { event in
            switch event {
            case .transaction(var reported):
                if reported.isNamed, generator.happens(plan.unnamedPayments) { reported.forgetPayment() }
                if reported.transaction.appAccountToken != nil, generator.happens(plan.unnamedAccounts) {
                    reported.forgetAccount()
                }
                if reported.isRefund, finished.contains(reported.transaction.id), generator.happens(plan.renamedRefunds)
                {
                    reported.rename()
                }
                return .transaction(reported)
            case .paymentEnded(var ending):
                guard ending.appAccountToken != nil, generator.happens(plan.unnamedAccounts) else { return event }
                ending.appAccountToken = nil
                return .paymentEnded(ending)
            default: return event
            }
        }
    }

    /// Returns the purchases among answers to payments again, each separately and without its payment.
    mutating func reportsBeside(_ events: [BackendEvent]) -> [Batch] {
        guard plan.reportsBesideAnswers > 0 else { return [] }
        return events.compactMap { event in
            guard case .transaction(var reported) = event, case .payment = reported.origin,
                generator.happens(plan.reportsBesideAnswers)
            else { return nil }
            reported.forgetPayment()
            let delay = generator.delay(plan.answerDelay) ?? .zero
            return Batch(events: [.transaction(reported)], delay: delay, keepsOrder: false, isDuplicate: true)
        }
    }

    /// The delay between the activation and the reports of unfinished transactions; `nil` for none.
    mutating func lateness(ofUnfinished events: [BackendEvent]) -> Duration? {
        events.isEmpty || isCalm ? nil : generator.delay(plan.lateUnfinished)
    }
}

// Refunds that are reported under another identifier.
extension FaultState {
    /// The suffix of the other identifier.
    fileprivate static let otherName = "-2"

    /// The purchase's own identifier, from either of the two.
    static func ownID(_ id: String) -> String {
        id.hasSuffix(otherName) ? String(id.dropLast(otherName.count)) : id
    }

    /// Records finished transactions by their own identifiers.
    mutating func noteFinished(_ ids: [String]) {
        if plan.renamedRefunds > 0 { finished.formUnion(ids) }
    }
}

extension BackendTransaction {
    /// Whether it contains the payment that bought it, but answers none.
    fileprivate var isNamed: Bool {
        switch origin {
        case .other(let token): token != nil
        case .restore: restoredToken != nil
        case .payment, .elsewhere: false
        }
    }

    /// Whether it reports a refund, and answers no payment.
    fileprivate var isRefund: Bool {
        switch origin {
        case .other, .elsewhere: transaction.revocationTime != nil
        case .payment, .restore: false
        }
    }

    fileprivate mutating func rename() {
        var fields = transaction.fields
        fields.id += FaultState.otherName
        transaction = StoreTransaction(fields)
    }

    fileprivate mutating func forgetPayment() {
        restoredToken = nil
        switch origin {
        case .payment, .other: origin = .other(nil)
        case .restore, .elsewhere: break
        }
    }

    fileprivate mutating func forgetAccount() {
        var fields = transaction.fields
        fields.appAccountToken = nil
        transaction = StoreTransaction(fields)
    }
}
