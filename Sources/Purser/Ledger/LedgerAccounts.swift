#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// What a ledger says of users.
package struct LedgerAccounts: Sendable, Hashable {
    /// The user whose ledger it is; `nil` when it is nobody's in particular.
    package private(set) var owner: UUID?
    /// Whose each line of transactions is that names no user, by its original transaction.
    package private(set) var claims: [String: UUID] = [:]

    /// A ledger that says nothing of users.
    package init() {}

    /// Whether it says nothing of users.
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
