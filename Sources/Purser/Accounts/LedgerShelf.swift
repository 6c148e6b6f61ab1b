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

/// The ledgers of a store: one for each user, and one for the claims.
///
/// Owns the claims, and what is kept in memory, for as long as the store is open. Opens nothing by itself.
package final class LedgerShelf: Sendable {
    package let claims: ClaimBook
    private let make: @Sendable (LedgerKey) -> any LedgerStorage
    private let location: LedgerLocation

    init(_ configuration: PurchaseStore.Configuration) {
        location = configuration.ledger
        if let storages = configuration.storages {
            make = storages
        } else if let storage = configuration.storage {
            make = Self.remembering(shared: storage)
        } else if location.isMemory {
            make = Self.remembering(shared: MemoryLedgerStorage())
        } else {
            make = { [location] in location.makeStorage(for: $0) }
        }
        claims = ClaimBook(storage: make(.claims))
    }

    /// The storage of an account's ledger.
    func storage(for account: StoreAccount) -> any LedgerStorage {
        if account == .unnamed { return MemoryLedgerStorage() }
        let key = account.userID.map { LedgerKey.user($0) } ?? .shared
        return AccountStorage(make(key), user: account.userID, place: location.place(of: key))
    }

    /// What lets through only what is an account's; `nil` when that is everything.
    ///
    /// - Throws: what the claims' storage throws.
    func filter(for account: StoreAccount) async throws -> AccountFilter? {
        guard let user = account.userID else { return nil }
        try await claims.open()
        return AccountFilter(rule: AccountRule(user: user), claims: claims)
    }

    /// Each user's memory is kept as long as the store is open: users come back.
    private static func remembering(shared: any LedgerStorage) -> @Sendable (LedgerKey) -> any LedgerStorage {
        let kept = Lock<[LedgerKey: any LedgerStorage]>([.shared: shared])
        return { key in
            kept.withLock { kept in
                let storage = kept[key] ?? RememberingStorage()
                kept[key] = storage
                return storage
            }
        }
    }
}

/// Keeps a user's records in memory from one session to the next.
package struct RememberingStorage: LedgerStorage {
    private let records = Lock<[LedgerRecord]>([])

    package init() {}

    package func load(_ body: (LedgerRecord) throws -> Void) throws {
        for record in records.withLock({ $0 }) { try body(record) }
    }

    package func append(_ new: [LedgerRecord], isUrgent: Bool) { records.withLock { $0 += new } }
}
