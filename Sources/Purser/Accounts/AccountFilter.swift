/// Keeps from the present user what is another's: it is not recorded, granted, finished, told or counted, and so stays
/// with the backend until its user is named.
package struct AccountFilter: Sendable {
    package let rule: AccountRule
    private let claims: TransactionClaims

    package init(rule: AccountRule, claims: TransactionClaims) {
        self.rule = rule
        self.claims = claims
    }

    /// Leaves out what says by itself that it is another user's.
    package func withoutForeign(_ batches: [[BackendEvent]]) -> [[BackendEvent]] {
        batches.map { batch in batch.compactMap(own) }
    }

    /// The transactions that name nobody, and so have to be claimed.
    package func unclaimed(in batches: [[BackendEvent]]) -> [BackendTransaction] {
        batches.joined().compactMap(\.transaction).filter { $0.isGenuine && rule.verdict(on: $0) == .unclaimed }
    }

    /// Claims transactions for the present user, and leaves out those that another one has.
    ///
    /// - Throws: ``PurchaseFailure`` with `.ledgerUnavailable` when a claim could not be written; nothing counts then.
    package func claim(_ transactions: [BackendTransaction], in batches: [[BackendEvent]]) async throws
        -> [[BackendEvent]]
    {
        let lines = transactions.map(\.transaction.originalID)
        let lost = Set(try await claims.claim(lines, for: rule.user))
        guard !lost.isEmpty else { return batches }
        return batches.map { batch in
            batch.compactMap { event in
                guard let told = event.transaction, rule.verdict(on: told) == .unclaimed,
                    lost.contains(told.transaction.originalID)
                else { return event }
                return told.refused(.foreign(told.transaction))
            }
        }
    }

    /// The same batches without these transactions, which could not be claimed; who pays for one is told.
    package func refuse(_ error: BackendError, _ batches: [[BackendEvent]]) -> [[BackendEvent]] {
        batches.map { batch in
            batch.compactMap { event in
                guard let told = event.transaction, told.isGenuine, rule.verdict(on: told) == .unclaimed else {
                    return event
                }
                return told.refused(error)
            }
        }
    }

    private func own(_ event: BackendEvent) -> BackendEvent? {
        switch event {
        case .transaction(let told):
            rule.verdict(on: told) == .foreign ? told.refused(.foreign(told.transaction)) : event
        case .paymentEnded(let ending):
            ending.token.map(rule.isOwn) == false ? nil : event
        case .restoreEnded, .storefrontChanged, .promotedPurchase: event
        }
    }
}

extension BackendTransaction {
    /// Whether it may be recorded at all.
    fileprivate var isGenuine: Bool { verification == .verified }

    /// What is told in its place: the end of the payment that it would have answered, so that nobody waits for ever.
    fileprivate func refused(_ error: BackendError) -> BackendEvent? {
        guard case .payment(let token?) = origin else { return nil }
        return .paymentEnded(
            PaymentEnding(token: token, productID: transaction.productID, result: .failed(error)))
    }
}

extension BackendError {
    /// What the customer asks for belongs to another user of the app.
    fileprivate static func foreign(_ transaction: StoreTransaction) -> BackendError {
        BackendError(
            .ownedByAnotherAccount,
            "This customer of the store owns \(transaction.productID) already, and another user of the app bought it. "
                + "Nothing was charged; that user has it.")
    }
}
