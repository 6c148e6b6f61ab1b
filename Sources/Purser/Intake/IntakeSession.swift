/// The user, the time and the policy of a session that decides about reports.
package struct IntakeSession: Sendable {
    /// The current user; `nil` when all users share one state.
    package let user: UserID?
    /// What happens to a transaction that is reported for another user than the one who has it.
    package let policy: AccountMovePolicy
    /// The running restore; the transactions of others count as completes.
    package var activeRestore: RestoreID?
    /// The number of the first arrival of the decisions; each batch is one, counted from 1.
    package var firstArrival: UInt64
    /// Whether the backend has reported all that it had when the session began.
    package var isCaughtUp = false
    /// The monotonic time.
    package var now: Duration
    /// The date of the revocation of purchases that have moved to another user.
    package var time: Timestamp

    /// A session's view at a moment.
    package init(
        user: UserID?, policy: AccountMovePolicy = .move, activeRestore: RestoreID? = nil, firstArrival: UInt64 = 1,
        now: Duration = .zero, time: Timestamp = Timestamp(milliseconds: 0)
    ) {
        (self.user, self.policy, self.activeRestore) = (user, policy, activeRestore)
        (self.firstArrival, self.now, self.time) = (firstArrival, now, time)
    }

    var audience: PaymentBook.Audience { user.map { .user($0) } ?? .everybody }
}
