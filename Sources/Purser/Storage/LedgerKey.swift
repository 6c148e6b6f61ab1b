#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Names one of a store's ledgers.
package enum LedgerKey: Sendable, Hashable {
    /// The one that all users share.
    case shared
    /// The one of a user.
    case user(UUID)
    /// The one that records the users of transactions that name no user.
    case claims

    /// The account of the updates in it.
    var account: StoreAccount { if case .user(let id) = self { .user(id) } else { .shared } }
}
