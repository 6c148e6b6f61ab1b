/// What a store records: its journal, the payments of all users, and the promoted purchases.
///
/// Owns them as long as the store is open. It does not open ledgers.
package final class AccountLedgers: Sendable {
    /// The open payments of all users, and what is decided about absent ones.
    package let register: PaymentRegister
    /// The promoted purchases that were neither bought nor declined.
    package let promotions = PromotedPurchases()
    private let journal: Journal
    private let secret: LedgerSecret?

    /// - Parameters:
    ///   - storage: the storage of the journal.
    ///   - secret: that of ledgers in memory; `nil` draws one for each.
    ///   - answersNamePayments: the backend's capability; `nil` when it is not known.
    package init(
        in storage: any LedgerStorage, steps: DeliverySteps = DeliverySteps(), secret: LedgerSecret? = nil,
        answersNamePayments: Bool? = nil
    ) {
        self.secret = secret
        journal = Journal(storage: storage, steps: steps)
        register = PaymentRegister(
            journal: journal, promotions: promotions, answersNamePayments: answersNamePayments)
    }

    /// The storage of an account's ledger, for one session.
    ///
    /// That of `.unnamed` is empty and in memory.
    func storage(for account: StoreAccount) -> any LedgerStorage {
        if account == .unnamed { return MemoryLedgerStorage(secret: secret) }
        return journal.ledger(of: account.userID.map { .user(UserID($0)) } ?? .shared)
    }

    /// Forgets a user who has no session, and leaves no byte of what was recorded.
    ///
    /// - Parameter ledger: that of the present session.
    /// - Throws: ``PurchaseFailure`` with `.ledgerUnavailable`.
    func forget(_ user: UserID, beside ledger: TransactionLedger) async throws {
        try await register.forget(user)
        try await ledger.compactWholly(journal.storage)
    }

    /// Closes the storage.
    func close() async { await journal.close() }
}
