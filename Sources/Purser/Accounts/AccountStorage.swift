#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The storage of one user's ledger for one session: it marks a new ledger with its user, and refuses another's.
///
/// Once closed it takes nothing, whatever is beneath it: the user's next session may write there by then.
package struct AccountStorage: LedgerStorage {
    private let base: any LedgerStorage
    private let user: UUID?
    private let place: String
    private let isClosed = Lock(false)

    /// - Parameters:
    ///   - user: whose ledger it has to be; `nil` for the one that all share.
    ///   - place: where it is kept, for messages.
    package init(_ base: any LedgerStorage, user: UUID?, place: String) {
        self.base = base
        self.user = user
        self.place = place
    }

    package func load(_ body: (LedgerRecord) throws -> Void) throws {
        var owner: UUID?
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
        guard owner == user else { throw PurchaseFailure(place, of: owner, openedFor: user) }
    }

    package func append(_ records: [LedgerRecord], isUrgent: Bool) throws {
        guard !isClosed.withLock({ $0 }) else {
            throw PurchaseFailure(
                .ledgerUnavailable, "The ledger \(place) is closed: its session is over. Ask the store again.")
        }
        try base.append(records, isUrgent: isUrgent)
    }

    package func close() {
        isClosed.withLock { $0 = true }
        base.close()
    }

    package func compact(keeping floor: @Sendable () -> UInt64) throws { try base.compact(keeping: floor) }
    package var history: LedgerHistory? { base.history }
    package var worker: BlockingWorker { base.worker }
}

extension PurchaseFailure {
    fileprivate init(_ place: String, of owner: UUID?, openedFor user: UUID?) {
        func name(_ user: UUID?) -> String { user.map { "user \($0)" } ?? "nobody in particular" }
        self.init(
            .wrongAccount,
            "The ledger \(place) belongs to \(name(owner)) and was opened for \(name(user)). Nothing was changed. "
                + "Each user's folder has to stay where the store made it.")
    }
}
