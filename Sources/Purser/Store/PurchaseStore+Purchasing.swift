#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension PurchaseStore {
    /// Buys a product and waits until it is paid for, recorded and handed over.
    ///
    /// When it returns, the update is in the ledger, visible to every reader and counted in ``entitlements``.
    /// Cancelling the task, or passing the deadline, ends the waiting but never the payment.
    ///
    /// - Parameters:
    ///   - productID: what to buy.
    ///   - quantity: how many, 1 to ``PaymentRequest/maximumQuantity``.
    ///   - appAccountToken: the app's own user; it comes back on the transaction. With a user named it is that user, and
    ///     any other is `.invalidRequest`.
    ///   - context: what the app wants to find again on the update, however late it comes; at most
    ///     ``PaymentRequest/maximumContextBytes``.
    ///   - offer: an offer to apply.
    ///   - finishing: `.atomic` lets Purser finish, `.manual` leaves that to the app.
    ///   - deadline: how long to wait at most; `nil` waits for ever.
    /// - Throws: ``PurchaseFailure``.
    @discardableResult
    public func purchase(
        _ productID: String, quantity: Int = 1, appAccountToken: UUID? = nil, context: [String: String] = [:],
        offer: OfferRequest? = nil, finishing: Finishing = .atomic, deadline: Duration? = nil
    ) async throws(PurchaseFailure) -> PurchaseOutcome {
        let (engine, intent) = try admitted(productID, quantity, appAccountToken, context, offer, finishing)
        return try engine.outcome(await engine.queue.purchase(intent, deadline: deadline))
    }

    /// Buys what a request describes; otherwise as the other `purchase`.
    ///
    /// - Throws: ``PurchaseFailure``.
    @discardableResult
    public func purchase(_ request: PaymentRequest, deadline: Duration? = nil) async throws(PurchaseFailure)
        -> PurchaseOutcome
    {
        let (engine, intent) = try admitted(request)
        return try engine.outcome(await engine.queue.purchase(intent, deadline: deadline))
    }

    // Not inlined, both of them: what they need while they work would be kept for as long as the caller waits, a
    // kilobyte for each.

    @inline(never)
    private func admitted(
        _ productID: String, _ quantity: Int, _ appAccountToken: UUID?, _ context: [String: String],
        _ offer: OfferRequest?, _ finishing: Finishing
    ) throws(PurchaseFailure) -> (StoreEngine, PaymentIntent) {
        try admitted(
            PaymentRequest(
                productID: productID, quantity: quantity, appAccountToken: appAccountToken, context: context,
                offer: offer,
                finishing: finishing))
    }

    /// Whom a payment goes to, and as what.
    @inline(never)
    private func admitted(_ request: consuming PaymentRequest) throws(PurchaseFailure) -> (StoreEngine, PaymentIntent) {
        try request.validate()
        let engine = try sessions.named(productID: request.productID)
        guard engine.backend.canMakePayments else {
            throw PurchaseFailure(
                .paymentNotAllowed, "Payments are switched off on this device; offer nothing while that is so.",
                productID: request.productID)
        }
        guard !Task.isCancelled else { throw .stoppedWaiting(.waitCancelled, productID: request.productID) }
        if let rule = engine.rule { request.appAccountToken = try rule.account(of: request) }
        return (engine, engine.queue.makeIntent(request))
    }

    /// Asks the store for everything this customer owns; callers at the same time share one restore.
    ///
    /// When it returns, all it brought is recorded, visible to every reader and counted in ``entitlements``.
    ///
    /// - Throws: ``PurchaseFailure``.
    @discardableResult
    public func restorePurchases(deadline: Duration? = nil) async throws(PurchaseFailure) -> RestoreOutcome {
        guard !Task.isCancelled else { throw .stoppedWaiting(.waitCancelled) }
        let engine = engine
        try engine.checkNamed()
        return try engine.told(await engine.queue.restore(deadline: deadline))
    }

    // MARK: Finishing

    /// Says that the app has handed over a manual purchase; a second call is harmless.
    ///
    /// - Throws: ``PurchaseFailure`` with `.unknownTransaction`, `.ledgerUnavailable`, `.accountNotNamed`,
    ///   `.accountSwitched` or `.storeClosed`.
    public func finish(_ transactionID: String) async throws(PurchaseFailure) {
        let engine = engine
        try engine.checkNamed()
        do {
            try await StoreEngine.finish(transactionID, engine.ledger, engine.finisher)
        } catch {
            throw engine.told(error)
        }
    }

    /// Everything that is recorded and not finished, in the order of its updates.
    public func unfinished() async -> [StorePurchase] {
        let engine = engine
        return await engine.ledger.outstanding().filter(\.life.isUnfinished).map {
            engine.makePurchase($0.update, $0.life.isLeftToApp)
        }
    }

    /// Drives the unfinished ones again: asks the backend for all it has, and resumes what the ledger has.
    ///
    /// - Throws: ``PurchaseFailure`` when the backend could not be asked.
    public func redeliver() async throws(PurchaseFailure) {
        let engine = engine
        try engine.checkNamed()
        // A backend tells everything when the store begins to listen, so that until then there is nothing to ask.
        guard engine.readiness.isReady else { return try await waitUntilReady() }
        engine.deliverer.handOverAgain()
        await engine.recover()
        do {
            try await engine.retrier.run(.activation, policy: engine.policies.restore) { [backend = engine.backend] _ in
                try await backend.redeliver()
            }
        } catch {
            try engine.checkOpen()
            throw PurchaseFailure(
                wrapping: error, as: error is CancellationError ? .waitCancelled : .systemError,
                "The store could not be asked for its unfinished transactions; ask again later.")
        }
    }

    // MARK: Dead letters

    /// What was paid for and recorded, but could not be handed over, in the order of its updates.
    public func deadLetters() async -> [DeadLetter] {
        await engine.ledger.deadLetters().map { DeadLetter(update: $0.transaction.update, reason: $0.reason) }
    }

    /// Puts a dead letter back on its way.
    ///
    /// - Throws: ``PurchaseFailure`` with `.unknownTransaction` or `.ledgerUnavailable`.
    public func release(_ transactionID: String) async throws(PurchaseFailure) {
        let engine = engine
        try engine.checkNamed()
        guard await engine.ledger.transaction(transactionID)?.life.state == .setAside else {
            throw PurchaseFailure(
                .unknownTransaction, "No such dead letter; see deadLetters() for those there are.",
                transactionID: transactionID)
        }
        do {
            _ = try await engine.ledger.append([.step(transactionID, .released)])
        } catch {
            throw PurchaseFailure(
                wrapping: error, as: .ledgerUnavailable, "The release could not be recorded; release it again.")
        }
        await engine.recover()
    }
}

/// A purchase that could not be handed over and waits for a person.
public struct DeadLetter: Sendable {
    /// Its update.
    public let update: StoreUpdate
    /// What the last attempt failed with.
    public let reason: String
}
