#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The storage of one user's ledger during one session: it marks a new ledger with its user, and refuses another
/// user's.
///
/// After `close()` it takes no more records, even if the storage beneath it would. By then the user's next session may
/// write there.
package struct AccountStorage: LedgerStorage {
    private let base: any LedgerStorage
    private let user: UserID?
    private let path: String
    private let isClosed = Lock(false)

    /// A storage for one session on the storage of a ledger.
    ///
    /// - Parameters:
    ///   - base: the storage beneath, which keeps the records.
    ///   - user: whose ledger it has to be; `nil` for the one that all share.
    ///   - path: where the ledger is kept, for messages.
    package init(_ base: any LedgerStorage, user: UUID?, path: String) {
        self.base = base
        self.user = user.map(UserID.init)
        self.path = path
    }

    /// The user, or everybody.
    package var account: StoreAccount { user.map { .user($0.token) } ?? .shared }

    /// The secret of the storage beneath, which it may throw for.
    package func secret() throws -> LedgerSecret { try base.secret() }

    /// Gives the records of the storage beneath; a new ledger first gets a record of its user.
    ///
    /// - Throws: ``PurchaseFailure`` with `.wrongAccount` when the ledger is another user's, and what the storage beneath throws.
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
            func name(_ user: UserID?) -> String { user.map { "user \($0)" } ?? "nobody in particular" }
            throw PurchaseFailure(
                .wrongAccount,
                "The ledger \(path) belongs to \(name(owner)) and was opened for \(name(user)). Nothing was changed. "
                    + "Each user's folder has to stay where the store made it.")
        }
    }

    /// Stores records in the storage beneath.
    ///
    /// - Throws: ``PurchaseFailure`` with `.ledgerUnavailable` after `close()`, and what the storage beneath throws.
    package func append(_ records: [LedgerRecord], isUrgent: Bool) throws {
        guard !isClosed.withLock({ $0 }) else {
            throw PurchaseFailure(
                .ledgerUnavailable, "The ledger \(path) is closed: its session is over. Ask the store again.")
        }
        try base.append(records, isUrgent: isUrgent)
    }

    /// Closes the storage beneath; what is appended from now on is refused.
    package func close() {
        isClosed.withLock { $0 = true }
        base.close()
    }

    /// Compacts the storage beneath, and throws what it throws.
    package func compact(keeping floor: @Sendable () -> UInt64) throws { try base.compact(keeping: floor) }
    /// The updates in the storage beneath.
    package var history: LedgerHistory? { base.history }
    /// What makes the calls of the storage beneath.
    package var worker: BlockingWorker { base.worker }
}
