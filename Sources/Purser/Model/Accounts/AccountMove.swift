/// What happens to a transaction that is reported for another user than its holder (U5), with any current user.
///
/// Stores on devices and the book of several servers decide by it. A report that was signed before the latest recorded
/// version of a purchase changes nothing for any user.
package enum AccountMove: Sendable, Hashable {
    /// The report names no user or the user who has it, or it was signed before the latest recorded version.
    case none
    /// It is revoked for the holder and granted to the named user.
    case moved
    /// It stays with the holder, where the change is recorded.
    case kept
    /// It stays with the holder, where the change is recorded without the other user's name; the report is listed as rejected.
    case rejected

    /// Decides about a transaction; a consumable never moves.
    ///
    /// - Parameters:
    ///   - latest: when its latest recorded version was signed, of all users' versions; `nil` when it was not signed.
    ///   - holder: the user who has that version.
    ///   - named: the user whom the report names; `nil` when it names none.
    package init<User: Equatable>(
        of transaction: StoreTransaction, after latest: Timestamp?, from holder: User, to named: User?,
        by policy: AccountMovePolicy
    ) {
        guard let named, named != holder, !transaction.signedTime.isEarlier(than: latest) else {
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
