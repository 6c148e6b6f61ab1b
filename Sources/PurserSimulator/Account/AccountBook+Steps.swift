import Purser

/// The account as it was in all that ``AccountBook`` notes no changes of, for the case that a step cannot be kept.
struct AccountStep: Sendable {
    fileprivate let counts: AccountCounts
}

// Only what a folder keeps needs these: they note what a step changes, and take the step back.
extension AccountBook {
    /// Notes changes from now on; all that is there counts as kept.
    mutating func startNoting() {
        records.startNoting()
        payments.startNoting()
        pending.startNoting()
        failed.startNoting()
        owned.startNoting()
        lines.startNoting()
        sharedLines.startNoting()
        deleted.startNoting()
        renewals.startNoting()
        refunds.startNoting()
    }

    /// A step begins.
    mutating func begin() -> AccountStep {
        records.begin()
        payments.begin()
        pending.begin()
        failed.begin()
        owned.begin()
        lines.begin()
        sharedLines.begin()
        deleted.begin()
        renewals.begin()
        refunds.begin()
        return AccountStep(counts: counts)
    }

    /// Takes a step back.
    mutating func undo(_ step: AccountStep) {
        records.undo()
        payments.undo()
        pending.undo()
        failed.undo()
        owned.undo()
        lines.undo()
        sharedLines.undo()
        deleted.undo()
        renewals.undo()
        refunds.undo()
        refundSums = RefundSums()
        counts = step.counts
    }

    /// All changes are kept.
    mutating func kept() {
        records.kept()
        payments.kept()
        pending.kept()
        failed.kept()
        owned.kept()
        lines.kept()
        sharedLines.kept()
        deleted.kept()
        renewals.kept()
        refunds.kept()
    }
}
