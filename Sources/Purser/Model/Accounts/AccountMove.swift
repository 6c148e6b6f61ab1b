/// What happens to a transaction that is reported for another user than its holder (U5), with any current user.
package enum AccountMove: Sendable, Hashable {
    /// The report names no user, or the user who has it.
    case none
    /// It is revoked for the holder and granted to the named user.
    case moved
    /// It stays with the holder, where the change is recorded.
    case kept
    /// It stays with the holder, where the change is recorded without the other user's name; the report is listed as rejected.
    case rejected

    /// Decides about a transaction whose holder is not the named user; a consumable never moves.
    package init<User: Equatable>(
        of transaction: StoreTransaction, from holder: User, to named: User?, by policy: AccountMovePolicy
    ) {
        guard let named, named != holder else {
            self = .none
            return
        }
        self =
            switch policy {
            case .move: transaction.isConsumable ? .kept : .moved
            case .keep: .kept
            case .reject: .rejected
            }
    }
}
