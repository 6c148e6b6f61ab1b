/// Whose records these are, among those of a store's journal.
package enum LedgerKey: Sendable, Hashable {
    /// The state that all users share.
    case shared
    /// A user's.
    case user(UserID)
    /// Those about all users where they are kept apart: the launches with payments, and the promoted purchases.
    case everybody

    /// A user's; those that all users share, if there is none.
    package init(_ user: UserID?) { self = user.map { .user($0) } ?? .shared }

    /// The user whose they are; `nil` when they are nobody's alone.
    package var user: UserID? { if case .user(let user) = self { user } else { nil } }

    /// The account of the updates among them.
    package var account: StoreAccount { user.map { .user($0.token) } ?? .shared }
}

extension LedgerKey: Comparable {
    /// The shared ones come first, and the users' are in the order of their tokens' texts.
    package static func < (lhs: LedgerKey, rhs: LedgerKey) -> Bool {
        switch (lhs, rhs) {
        case (.user(let left), .user(let right)): left < right
        case (.shared, .user), (.shared, .everybody), (.user, .everybody): true
        default: false
        }
    }
}
