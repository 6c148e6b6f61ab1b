#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Which of a store's ledgers is meant.
package enum LedgerKey: Sendable, Hashable {
    /// The one that all users share.
    case shared
    /// The one of a user.
    case user(UUID)
    /// Whose the transactions are that name no user.
    case claims
}
