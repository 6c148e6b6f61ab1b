// What is on record of payments and users, when a store opens, and after a write that failed.
extension IntakeState {
    /// A payment that is on record, as a new launch finds it: nobody knows what became of one without an end (M8).
    mutating func restore(_ intent: PaymentIntent, _ ending: IntentEnding?, of user: UserID?) {
        book.registered(PaymentRow(intent, of: user))
        book.ended(intent.token, as: ending.map { PaymentRow.State($0) } ?? .unknown, arrival: 0)
    }

    /// Takes in what was read from storage; of the payments of this launch more is known here.
    mutating func adopt(_ read: FolderRecords.Content) {
        accounts = read.accounts
        for (launch, user) in accounts.payers { book.made(launch, by: user) }
        for payment in read.payments where book.payments[payment.intent.token] == nil {
            restore(payment.intent, payment.ending, of: payment.intent.request.user)
        }
    }

    /// A user's session begins: nobody waits any more for what was under way in the sessions before.
    ///
    /// - Returns: how many batches were counted in them; those of this session are counted from there.
    mutating func becomePresent() -> UInt64 {
        for row in book.payments.all where row.state.isWithBackend {
            book.ended(row.token, as: .unknown, arrival: arrivalCount)
        }
        return arrivalCount
    }
}
