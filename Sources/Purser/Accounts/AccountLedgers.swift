/// The ledgers of a store: one for each user, and one for the claims.
///
/// Owns the claims, and what is kept in memory, for as long as the store is open. Opens nothing by itself.
package final class AccountLedgers: Sendable {
    package let claims: TransactionClaims
    private let make: @Sendable (LedgerKey) -> any LedgerStorage
    private let location: LedgerLocation

    /// - Parameters:
    ///   - location: where the ledgers are kept.
    ///   - storages: in place of the location, for tests: the storage of each ledger, asked at each session anew.
    package init(at location: LedgerLocation, storages: (@Sendable (LedgerKey) -> any LedgerStorage)? = nil) {
        self.location = location
        if let storages {
            make = storages
        } else if location.isMemory {
            make = Self.remembering(shared: MemoryLedgerStorage())
        } else {
            make = { [location] in location.makeStorage(for: $0) }
        }
        claims = TransactionClaims(storage: make(.claims))
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
    package static func remembering(shared: any LedgerStorage) -> @Sendable (LedgerKey) -> any LedgerStorage {
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
