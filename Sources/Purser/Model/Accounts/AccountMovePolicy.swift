/// What becomes of a purchase when the store later names another user for it than the one who has it (U5).
///
/// An app's server does that with the App Store's Set App Account Token. Only stores whose users are named distinguish them;
/// where all users share one ledger, another account token is an update like every other change.
public enum AccountMovePolicy: Sendable, Hashable, CaseIterable {
    /// The purchase moves: it is revoked for the one user and granted to the other, to each in a session of their own.
    ///
    /// Consumables stay with the user who has them and go on to count there: they may have been used up.
    case move
    /// The purchase stays with the user who has it, and is reported there as changed.
    case keep
    /// The purchase stays with the user who has it, as it was; that the store says something else is listed in
    /// ``PurchaseStore/refusedReports``.
    case refuse
}
