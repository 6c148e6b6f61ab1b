/// For whom, and when, a session decides about what was reported.
package struct IntakeSession: Sendable {
    /// The present user; `nil` where all users share one state.
    package let user: UserID?
    /// What becomes of a transaction for which the store names another user than the one who has it.
    package let policy: AccountMovePolicy
    /// The restore that is under way; the transactions of others count as completes.
    package var activeRestore: RestoreID?
    /// The number of the arrival that is decided about first; each batch is one, counted from 1.
    package var firstArrival: UInt64
    /// The monotonic time.
    package var now: Duration
    /// The date at which something is revoked that has moved to another user.
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
