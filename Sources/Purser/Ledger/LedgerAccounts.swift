#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// What a ledger records about users.
package struct LedgerAccounts: Sendable, Hashable {
    /// The user whose ledger it is; `nil` when all users share it.
    package private(set) var owner: UUID?
    /// For transactions that name no user: the user who has them, by the identifier of the original transaction, which all
    /// renewals of a subscription share.
    package private(set) var claims: [String: UUID] = [:]

    /// A ledger that records nothing about users.
    package init() {}

    /// Whether nothing about users is recorded.
    package var isEmpty: Bool { owner == nil && claims.isEmpty }

    mutating func apply(_ record: LedgerRecord) {
        switch record {
        case .account(let user): owner = user
        case .claim(let id, let user): claims[id] = user
        default: break
        }
    }

    /// Gives it as records.
    func write(_ body: (LedgerRecord) throws -> Void) rethrows {
        if let owner { try body(.account(owner)) }
        for (id, user) in claims.sorted(by: { $0.key < $1.key }) { try body(.claim(id, user)) }
    }
}
