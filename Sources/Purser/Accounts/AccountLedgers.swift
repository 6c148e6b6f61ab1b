/// The ledgers of a store: one for each user, and one for the data of all of them.
///
/// Owns the payment register and the promoted purchases of all users, and the ledgers that are kept in memory, as long
/// as the store is open. It does not open ledgers.
package final class AccountLedgers: Sendable {
    /// The open payments of all users, and the holders of transactions.
    package let register: PaymentRegister
    /// The promoted purchases that were neither bought nor declined.
    package let promotions = PromotedPurchases()
    private let make: @Sendable (LedgerKey) -> any LedgerStorage
    private let location: LedgerLocation
    private let secret: LedgerSecret?

    /// - Parameters:
    ///   - location: the place of the ledgers.
    ///   - secret: that of the ledgers that are kept in memory; `nil` draws one for each.
    ///   - answersNamePayments: the backend's capability; `nil` when it is not known.
    ///   - storages: makes the storage of a ledger, once for each session; for tests. `nil` makes those of
    ///     `location`.
    package init(
        at location: LedgerLocation, secret: LedgerSecret? = nil, answersNamePayments: Bool? = nil,
        storages: (@Sendable (LedgerKey) -> any LedgerStorage)? = nil
    ) {
        self.secret = secret
        self.location = location
        if let storages {
            make = storages
        } else if location.isMemory {
            make = Self.remembering(shared: MemoryLedgerStorage(secret: secret), secret: secret)
        } else {
            make = { [location] in location.makeStorage(for: $0) }
        }
        register = PaymentRegister(
            records: FolderRecords(storage: make(.claims)), promotions: promotions,
            answersNamePayments: answersNamePayments)
    }

    /// The storage of an account's ledger.
    ///
    /// That of `.unnamed` is empty and in memory.
    func storage(for account: StoreAccount) -> any LedgerStorage {
        if account == .unnamed { return MemoryLedgerStorage(secret: secret) }
        let key = account.userID.map { LedgerKey.user($0) } ?? .shared
        return AccountStorage(make(key), user: account.userID, path: location.place(of: key))
    }

    /// Storages in memory that keep each user's records while the store is open, because users come back.
    ///
    /// - Parameters:
    ///   - shared: the storage of the ledger that all users share.
    ///   - secret: that of the others; `nil` draws one for each.
    package static func remembering(
        shared: any LedgerStorage, secret: LedgerSecret? = nil
    ) -> @Sendable (LedgerKey) -> any LedgerStorage {
        let kept = Lock<[LedgerKey: any LedgerStorage]>([.shared: shared])
        return { key in
            kept.withLock { kept in
                let storage = kept[key] ?? RememberingStorage(secret: secret)
                kept[key] = storage
                return storage
            }
        }
    }
}

/// A storage in memory that keeps one user's records from one session to the next.
package struct RememberingStorage: LedgerStorage {
    private let records = Lock<[LedgerRecord]>([])
    private let drawn: LedgerSecret

    /// A storage without records.
    ///
    /// - Parameter secret: the ledger's secret; `nil` draws one.
    package init(secret: LedgerSecret? = nil) {
        var generator = SystemRandomNumberGenerator()
        drawn = secret ?? LedgerSecret(using: &generator)
    }

    /// The secret that was drawn or given.
    package func secret() -> LedgerSecret { drawn }

    /// Reads the records of all sessions so far, in order.
    package func load(_ body: (LedgerRecord) throws -> Void) throws {
        for record in records.withLock({ $0 }) { try body(record) }
    }

    /// Keeps the records until the process ends.
    package func append(_ new: [LedgerRecord], isUrgent: Bool) { records.withLock { $0 += new } }
}
