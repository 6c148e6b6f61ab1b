// The recorded payments and users, when a store opens, and after a failed write.
extension IntakeState {
    /// Restores a recorded payment in a new launch: without an ending its outcome is unknown (M8).
    mutating func restore(_ intent: PaymentIntent, _ ending: IntentEnding?, of user: UserID?) {
        book.registered(PaymentRow(intent, of: user))
        book.ended(intent.token, as: ending.map { PaymentRow.State($0) } ?? .unknown, arrival: 0)
    }

    /// Adds the records of the storage.
    ///
    /// - Parameter payments: those of all users; of the payments of this launch more is known here.
    mutating func adopt(_ read: RecordedLaunches, payments: [(user: UserID, payment: RecordedPayment)]) {
        launches = read
        for (launch, user) in launches.payers { book.made(launch, by: user) }
        let age = Dictionary(uniqueKeysWithValues: zip(launches.ordered, 0...))
        func isOlder(_ token: PaymentToken, _ other: PaymentToken) -> Bool {
            (age[token.launch] ?? .max, token.number) < (age[other.launch] ?? .max, other.number)
        }
        for (user, payment) in payments.sorted(by: { isOlder($0.payment.intent.token, $1.payment.intent.token) })
        where book.payments[payment.intent.token] == nil {
            restore(payment.intent, payment.ending, of: user)
        }
    }

    /// Forgets a user who has no session.
    mutating func forget(_ user: UserID) {
        launches.apply(.forgotten(user))
        for row in book.payments.all where row.user == user { book.withdrawn(row.token) }
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
