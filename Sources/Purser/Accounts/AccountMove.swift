#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A transaction for which the store names another user than the one who has it.
struct AccountMove: Sendable {
    /// What is done with what the store told, in the session of the present user.
    enum Step: Sendable, Hashable {
        /// It is the present user's, and taken in as it was told.
        case take
        /// It was the present user's, and is recorded as revoked.
        case takeBack
        /// It is not taken in.
        case leave
        /// It is not taken in, and that is told.
        case refuse
        /// It is taken in without the user that it names, and that is told.
        case takeUnnamed
    }

    /// The present user.
    let user: UUID
    /// The user that the store names.
    let named: UUID
    /// Whether it is a consumable.
    let isConsumable: Bool
    /// What the present user's ledger knows of it; `nil` when nothing.
    let known: Known?
    /// Who has it, as far as that was written down.
    let holder: UUID?

    /// Whether it was given to somebody else than the present user, who had it.
    private var hasGone: Bool { known == .takenBack && holder.map { $0 != user } ?? false }

    /// What a ledger knows of a transaction.
    enum Known: Sendable, Hashable {
        /// It stands.
        case standing
        /// It was taken back.
        case takenBack
        /// The store has signed a later description of it.
        case newer
    }

    /// What is done in the present user's session, and who has it from then on; `nil` where that stays as it is.
    ///
    /// Whatever is told again afterwards comes to the same: a description that is older than the known one moves nothing.
    func decision(_ policy: AccountMovePolicy) -> (step: Step, owner: UUID?) {
        if known == .newer { return (.leave, nil) }
        if named == user {
            switch policy {
            case .move: return isConsumable ? (.leave, nil) : (.take, user)
            case .keep: return (.leave, nil)
            case .refuse: return (.refuse, nil)
            }
        }
        switch policy {
        case .move where !isConsumable: return (known == .standing ? .takeBack : .leave, named)
        // What is not the present user's any more does not come back by being told again.
        case .move, .keep: return hasGone ? (.leave, nil) : (.take, user)
        case .refuse: return hasGone ? (.refuse, nil) : (.takeUnnamed, user)
        }
    }
}
