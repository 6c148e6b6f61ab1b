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

    /// Records payments that the backend did not accept, and that may be submitted again: until then no transaction can
    /// be theirs (M8).
    package nonisolated func notTaken(_ tokens: [PaymentToken]) {
        changeIntake { state in for token in tokens { state.book.notTaken(token) } }
    }

    /// Ends payments before the backend accepted them, and returns the ends that have to be recorded; payments that were
    /// never submitted are withdrawn (M8).
    package nonisolated func failed(_ ended: [EndedPayment]) -> [EndedPayment] {
        changeIntake { state in
            ended.filter { payment in
                guard payment.state == .withdrawn else {
                    return state.book.ended(payment.token, as: payment.state, arrival: 0)
                }
                state.book.withdrawn(payment.token)
                return true
            }
        }
    }

    /// Records payments that the backend has for longer than the limit, and for which no call waits (C4).
    package nonisolated func overdue(_ tokens: [PaymentToken]) {
        changeIntake { state in for token in tokens { state.book.overdue(token) } }
    }
}
