// What the payment queue reports.
extension Journal {
    /// The records of the users of payments, which are stored with the payments before these are submitted (M1, U3).
    package nonisolated func payers(of intents: [PaymentIntent], _ user: UserID?) -> [LedgerRecord] {
        guard let user else { return [] }
        let launches = changeIntake { state in
            Set(intents.map(\.token.launch)).filter { state.book.payer(ofLaunch: $0) == nil }.sorted()
        }
        return launches.isEmpty ? [] : [.section(.everybody)] + launches.map { .payer(launch: $0, user) }
    }

    /// Users of payments are recorded.
    package nonisolated func note(payers: [LedgerRecord]) {
        changeIntake { state in
            for case .payer(let launch, let user) in payers { state.book.made(launch, by: user) }
        }
    }

    /// Payments are recorded, and are submitted to the backend now: at this monotonic time, after so many arrivals.
    package nonisolated func submitted(
        _ payments: [BackendPayment], of user: UserID?, arrival: UInt64, at now: Duration
    ) {
        changeIntake { state in
            state.counted(arrival)
            payments.forEachInPlace { _, payment in
                state.book.submitted(PaymentRow(payment.intent, of: user), arrival: arrival, at: now)
            }
        }
    }

    /// Records payments that the backend did not accept: until they are submitted again, no transaction can be theirs
    /// (M8).
    ///
    /// - Returns: without those that it has answered nevertheless.
    package nonisolated func rejected(_ payments: [BackendPayment]) -> [BackendPayment] {
        changeIntake { state in payments.filter { state.book.rejected($0.token) } }
    }

    /// Ends payments that the backend has not accepted and will not be called with again (M8); returns their ends.
    package nonisolated func withdrawn(_ tokens: [PaymentToken]) -> [EndedPayment] {
        changeIntake { state in for token in tokens { state.book.withdrawn(token) } }
        return tokens.map { EndedPayment($0, .withdrawn) }
    }

    /// Ends payments of which it is not known whether the backend accepted them; returns their ends, without those that
    /// it has answered.
    package nonisolated func leftUnknown(_ tokens: [PaymentToken]) -> [EndedPayment] {
        changeIntake { state in tokens.filter { state.book.leftUnknown($0) } }.map { EndedPayment($0, .unknown) }
    }

    /// Records payments that the backend has for longer than the limit, and for which no call waits (C4).
    package nonisolated func overdue(_ tokens: [PaymentToken]) {
        changeIntake { state in for token in tokens { state.book.overdue(token) } }
    }
}
