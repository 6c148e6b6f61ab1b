#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Leaves out of the backend's events what belongs to another user than the present one.
///
/// What is left out is not recorded, granted, finished, published or counted in this session. It stays with the
/// backend, which reports it again once its user is named.
package struct AccountFilter: Sendable {
    /// Tells whose a transaction is.
    package let rule: AccountRule
    let claims: TransactionClaims
    /// What becomes of a transaction for which the store names another user than the one who has it.
    let policy: AccountMovePolicy

    /// A filter for the user of a rule.
    ///
    /// - Parameters:
    ///   - claims: who has claimed the transactions that name no user.
    ///   - policy: what becomes of those for which the store names another user later.
    package init(rule: AccountRule, claims: TransactionClaims, policy: AccountMovePolicy = .move) {
        self.rule = rule
        self.claims = claims
        self.policy = policy
    }

    /// Whether others use the store here too.
    var hasNeighbours: Bool { claims.users.withLock { users in users.contains { $0 != rule.user } } }

    /// Whether it was written down of anything who has it.
    var hasClaims: Bool { claims.hasClaims.withLock { $0 } }

    /// The users who have the lines of these transactions, by the original identifiers.
    func holders(of transactions: [StoreTransaction]) async throws -> [String: UUID] {
        hasClaims ? try await claims.holders(of: transactions) : [:]
    }

    /// Records whose payments are, before the backend hears of them (U3).
    ///
    /// - Throws: what the claims' storage throws; the payments must not be made then.
    package func asked(_ intents: [PaymentIntent]) async throws {
        try await claims.asked(intents, by: rule.user)
    }

    /// Whether payments are open that a transaction without a token may belong to.
    package var hasOpenPayments: Bool { claims.hasOpenPayments.withLock { $0 } }

    /// Payments ended or were put off; `nil` for those that have their transaction.
    package func ended(_ payments: [(token: PaymentToken, ending: IntentEnding?)]) async {
        if hasOpenPayments { await claims.ended(payments) }
    }

    /// Leaves out what names another user itself, by its account token or by its payment.
    ///
    /// - Parameter moving: the transactions that are dealt with by themselves.
    func withoutForeign(_ batches: [[BackendEvent]], moving: [String: AccountMove] = [:]) -> [[BackendEvent]] {
        batches.map { batch in
            batch.compactMap { event in
                event.transaction.map { moving[$0.transaction.id] != nil } == true ? event : own(event)
            }
        }
    }

    /// The same batches without these transactions, because whose they are could not be read or written.
    ///
    /// Payments that wait for one of them end with this error.
    func refuse(_ transactions: [String: AccountMove], _ error: BackendError, in batches: [[BackendEvent]])
        -> [[BackendEvent]]
    {
        batches.map { batch in
            batch.compactMap { event in
                guard let told = event.transaction, transactions[told.transaction.id] != nil else { return event }
                return told.refused(error)
            }
        }
    }

    /// The genuine transactions that name no user, and so have to be claimed.
    package func unclaimed(in batches: [[BackendEvent]]) -> [BackendTransaction] {
        batches.joined().compactMap(\.transaction).filter { $0.isGenuine && rule.verdict(on: $0) == .unclaimed }
    }

    /// Claims transactions for the present user, and leaves out those that another user has claimed before.
    ///
    /// - Throws: ``PurchaseFailure`` with `.ledgerUnavailable` when a claim could not be written; then none is claimed.
    package func claim(_ transactions: [BackendTransaction], in batches: [[BackendEvent]]) async throws
        -> [[BackendEvent]]
    {
        let lost = try await claims.claim(transactions, for: rule.user)
        guard !lost.isEmpty else { return batches }
        return batches.map { batch in
            batch.compactMap { event in
                guard let reported = event.transaction, rule.verdict(on: reported) == .unclaimed,
                    lost.contains(reported.transaction.originalID)
                else { return event }
                return reported.refused(.ownedByAnotherAccount(reported.transaction.productID))
            }
        }
    }

    /// The same batches without the unclaimed transactions, because they could not be claimed.
    ///
    /// Payments that wait for one of them end with this error.
    package func refuse(_ error: BackendError, _ batches: [[BackendEvent]]) -> [[BackendEvent]] {
        batches.map { batch in
            batch.compactMap { event in
                guard let reported = event.transaction, reported.isGenuine, rule.verdict(on: reported) == .unclaimed
                else {
                    return event
                }
                return reported.refused(error)
            }
        }
    }

    private func own(_ event: BackendEvent) -> BackendEvent? {
        switch event {
        case .transaction(let reported):
            rule.verdict(on: reported) == .foreign
                ? reported.refused(.ownedByAnotherAccount(reported.transaction.productID)) : event
        case .paymentEnded(let ending):
            ending.token.map(rule.isOwn) == false ? nil : event
        case .renewalInfo(let told):
            told.renewalInfo.appAccountToken ?? rule.user == rule.user ? event : nil
        // They name no user; what they are about is looked for among the present user's transactions only.
        case .subscriptionStatus, .entitlementsRevoked: event
        case .restoreEnded, .storefrontChanged, .promotedPurchase, .message, .caughtUp: event
        }
    }
}

extension BackendTransaction {
    /// Whether it may be recorded: nothing that failed verification is.
    var isGenuine: Bool { verification == .verified }

    /// The event that takes its place: the end of the payment that it would have answered, so that its caller does not
    /// wait for ever.
    ///
    /// `nil` when no payment waits for it.
    func refused(_ error: BackendError) -> BackendEvent? {
        guard case .payment(let token?) = origin else { return nil }
        return .paymentEnded(
            PaymentEnding(token: token, productID: transaction.productID, result: .failed(error)))
    }
}
