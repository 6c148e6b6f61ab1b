/// What happens to a purchase that the backend later reports for another user than the one who has it (U5).
///
/// An app's server causes that with the App Store's Set App Account Token. It applies only to stores whose users are
/// named. Where all users share one ledger, another account token is an update like every other change.
public enum AccountMovePolicy: Sendable, Hashable, CaseIterable {
    /// The purchase moves: it is revoked for one user and granted to the other, each in that user's own session.
    ///
    /// Consumables stay with the user who has them and continue to count there, because they may have been used up.
    case move
    /// The purchase stays with the user who has it, and is reported there as changed.
    case keep
    /// The purchase stays unchanged with the user who has it; the report is listed in ``PurchaseStore/rejectedReports``.
    case reject
}
