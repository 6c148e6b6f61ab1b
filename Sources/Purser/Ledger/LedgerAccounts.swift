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
    /// The user who has transactions that another one had before, by the same identifier (U5).
    package private(set) var moves: [String: UUID] = [:]
    /// The user whom transactions named when they were first reported, by the same identifier.
    package private(set) var firstNames: [String: UUID] = [:]
    /// The user who makes the payments of a launch.
    package private(set) var payers: [UInt64: UUID] = [:]
    /// The users who are known to have used the store here.
    package private(set) var knownUsers: Set<UUID> = []

    /// A ledger that records nothing about users.
    package init() {}

    /// Whether nothing about users is recorded.
    package var isEmpty: Bool {
        owner == nil && claims.isEmpty && moves.isEmpty && firstNames.isEmpty && payers.isEmpty && knownUsers.isEmpty
    }

    /// Takes in a record; of what is not about users nothing.
    mutating func apply(_ record: LedgerRecord) {
        switch record {
        case .account(let user): owner = user
        case .claim(let id, let user): claims[id] = claims[id] ?? user
        case .move(let id, let user): moves[id] = user
        case .firstName(let id, let user): firstNames[id] = firstNames[id] ?? user
        case .payer(let user, let launch): payers[launch] = user
        case .knownUser(let user): knownUsers.insert(user)
        default: break
        }
    }

    /// Gives it as records.
    func write(_ body: (LedgerRecord) throws -> Void) rethrows {
        if let owner { try body(.account(owner)) }
        for (id, user) in claims.sorted(by: { $0.key < $1.key }) { try body(.claim(id, user)) }
        for (id, user) in moves.sorted(by: { $0.key < $1.key }) { try body(.move(id, to: user)) }
        for (id, user) in firstNames.sorted(by: { $0.key < $1.key }) { try body(.firstName(id, user)) }
        for (launch, user) in payers.sorted(by: { $0.key < $1.key }) { try body(.payer(user, launch: launch)) }
        for user in knownUsers.sorted(by: { $0.uuidString < $1.uuidString }) { try body(.knownUser(user)) }
    }
}
