/// A recorded transaction, with the user who has it.
package struct Holding: Sendable {
    /// The user; `nil` when all users share one state.
    package let user: UserID?
    /// The transaction as it is recorded for that user.
    package let recorded: LedgerTransaction

    /// What a user has; `nil` for nothing, and for what has moved away: nobody has it if the user to whom it has moved was
    /// forgotten.
    package init?(_ recorded: LedgerTransaction?, of user: UserID?) {
        guard let recorded, !recorded.progress.steps.contains(.movedAway) else { return nil }
        (self.user, self.recorded) = (user, recorded)
    }

    var transaction: StoreTransaction { recorded.transaction }

    /// Whether this user has it rather than another who has a record of it, too: the one with the latest version.
    func follows(_ other: Holding) -> Bool {
        other.transaction.signedTime.isEarlier(than: transaction.signedTime)
    }

    func isBehind(_ version: StoreTransaction) -> Bool {
        guard let signedTime = transaction.signedTime, let reported = version.signedTime else {
            return transaction.isRevokedOrUpgraded != version.isRevokedOrUpgraded
        }
        return signedTime < reported
    }
}
