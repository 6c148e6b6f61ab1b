// The recorded payments and users, when a store opens, and after a failed write.
extension IntakeState {
    /// Restores a recorded payment in a new launch: without an ending its outcome is unknown (M8).
    mutating func restore(_ intent: PaymentIntent, _ ending: IntentEnding?, of user: UserID?) {
        book.registered(PaymentRow(intent, of: user))
        book.ended(intent.token, as: ending.map { PaymentRow.State($0) } ?? .unknown, arrival: 0)
    }

    /// Adds the records of the storage; of the payments of this launch more is known here.
    mutating func adopt(_ read: FolderRecords.Content) {
        accounts = read.accounts
        for (launch, user) in accounts.payers { book.made(launch, by: user) }
        for payment in read.payments where book.payments[payment.intent.token] == nil {
            restore(payment.intent, payment.ending, of: payment.intent.request.user)
        }
    }

    /// A user's session begins: no call waits any more for the open payments of earlier sessions.
    ///
    /// - Returns: how many batches were counted in them; those of this session are counted from there.
    mutating func becomePresent() -> UInt64 {
        for row in book.payments.all where row.state.isWithBackend {
            book.ended(row.token, as: .unknown, arrival: arrivalCount)
        }
        return arrivalCount
    }
}
