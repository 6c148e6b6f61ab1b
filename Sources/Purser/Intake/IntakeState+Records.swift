// The recorded payments and users, when a store opens, and after a failed write.
extension IntakeState {
    /// Adds the records of the storage.
    ///
    /// - Parameters:
    ///   - payers: the user of each launch's payments.
    ///   - payments: those of all users; of the payments of this launch more is known here.
    mutating func adopt(_ payers: [UInt64: UserID], payments: [PaymentRow]) {
        for (launch, user) in payers { book.made(launch, by: user) }
        book.adopt(payments)
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
