#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The storage of one user's ledger during one session: it records the user in a new ledger, and rejects another
/// user's.
///
/// After `close()` it accepts no more records, even if the underlying storage would. By then the user's next session
/// may write there.
package struct AccountStorage: LedgerStorage {
    private let base: any LedgerStorage
    private let user: UserID?
    private let path: String
    private let isClosed = Lock(false)

    /// Makes a storage for one session on the storage of a ledger.
    ///
    /// - Parameters:
    ///   - base: the underlying storage, which keeps the records.
    ///   - user: the user that the ledger must have; `nil` for the one that all share.
    ///   - path: the ledger's path, for messages.
    package init(_ base: any LedgerStorage, user: UUID?, path: String) {
        self.base = base
        self.user = user.map(UserID.init)
        self.path = path
    }

    /// The account of the ledger.
    package var account: StoreAccount { user.map { .user($0.token) } ?? .shared }

    /// The secret of the underlying storage, which may throw.
    package func secret() throws -> LedgerSecret { try base.secret() }

    /// Reads the records of the underlying storage; a new ledger first gets a record of its user.
    ///
    /// - Throws: ``PurchaseFailure`` with `.wrongAccount` when the ledger is another user's; otherwise the error of
    ///   the underlying storage.
    package func load(_ body: (LedgerRecord) throws -> Void) throws {
        var owner: UserID?
        var isNew = true
        try base.load { record in
            isNew = false
            if case .account(let user) = record { owner = user }
            try body(record)
        }
        if isNew, let user {
            try base.append([.account(user)], isUrgent: true)
            return try body(.account(user))
        }
        guard owner == user else {
            func name(_ user: UserID?) -> String { user.map { "user \($0)" } ?? "no particular user" }
            throw PurchaseFailure(
                .wrongAccount,
                "The ledger \(path) belongs to \(name(owner)) and was opened for \(name(user)). Nothing was changed. "
                    + "Do not move the folder of a user.")
        }
    }

    /// Stores records in the underlying storage.
    ///
    /// - Throws: ``PurchaseFailure`` with `.ledgerUnavailable` after `close()`; otherwise the error of the underlying
    ///   storage.
    package func append(_ records: [LedgerRecord], isUrgent: Bool) throws {
        guard !isClosed.withLock({ $0 }) else {
            throw PurchaseFailure(
                .ledgerUnavailable, "The ledger \(path) is closed: its session is over. Call the store again.")
        }
        try base.append(records, isUrgent: isUrgent)
    }

    /// Closes the underlying storage; records that are appended from now on are rejected.
    package func close() {
        isClosed.withLock { $0 = true }
        base.close()
    }

    /// Compacts the underlying storage, and throws its errors.
    package func compact(keeping floor: @Sendable () -> UInt64) throws { try base.compact(keeping: floor) }
    /// The updates in the underlying storage.
    package var history: LedgerHistory? { base.history }
    /// Makes the calls of the underlying storage.
    package var worker: BlockingWorker { base.worker }
}
