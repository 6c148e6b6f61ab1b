public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// What a test or a tool does to the store and its customer. All that is told comes through the inbox; nothing is told
// while no store is open, but what changed a transaction is then told at the next `activate()`.
extension EmbeddedAppStore {
    /// The payments that wait for somebody, oldest first.
    public var pendingPayments: [PendingPayment] { caughtUp.book.payments.waiting }

    /// Every charge, oldest first.
    public var charges: [SimulatedCharge] { caughtUp.book.transactions.wholeHistory.compactMap(\.charge) }

    /// How many charges there were.
    public var chargeCount: Int { caughtUp.book.transactions.chargeCount }

    /// Every refund, oldest first.
    public var refunds: [SimulatedRefund] { Array(caughtUp.book.refunds.all) }

    /// Requests that no correct caller makes, in words; a test expects none.
    ///
    /// Such are: to finish a transaction that does not exist or whose signature is not valid, to submit, restore or
    /// redeliver before the first `activate()`, and requests above the limits of ``capabilities``. To ask for a product
    /// that is not sold is none: an app may do so by mistake, and is told with `.storeProductNotAvailable`.
    public var violations: [String] { account.violations }

    /// Every transaction of the account in its present state, oldest first.
    public var transactions: [StoreTransaction] { caughtUp.book.transactions.history.map(\.transaction) }

    /// The transactions that wait to be finished, each in its present state, oldest first.
    package var unfinishedTransactions: [StoreTransaction] {
        caughtUp.book.transactions.history.filter { !$0.isFinished }.map(\.transaction)
    }

    /// How many transactions wait to be finished.
    public var unfinishedCount: Int { caughtUp.book.transactions.unfinishedCount + account.book.payments.failed.count }

    /// The product that each subscription group changes to at its next renewal, where a downgrade was bought.
    public var pendingSubscriptionChanges: [String: String] {
        caughtUp.book.lines.own.all.compactMapValues(\.preferredProductID)
    }

    /// How the store behaves; see ``updateSettings(_:)``.
    public var settings: SimulatorSettings { account.catalog.settings }

    /// Changes how the store behaves from now on; the storefront changes by ``setStorefront(_:)`` only.
    public func updateSettings(_ change: @Sendable (inout SimulatorSettings) -> Void) {
        // What was due by now happened as the store behaved until now.
        try? catchUp()
        var settings = account.catalog.settings
        change(&settings)
        settings.storefront = account.catalog.settings.storefront
        account.catalog.settings = settings
        // Other settings, other prices, grace periods and lapses.
        account.journal.makeAgenda()
        changes.advance()
    }

    /// Says what happens to the next purchase that no earlier script decides.
    public func nextPurchase(_ script: PurchaseScript) { account.scripts.append(script) }

    /// Allows or forbids this customer to pay.
    public func setCanMakePayments(_ allowed: Bool) {
        account.canMakePayments = allowed
        isPayable.withLock { $0 = allowed }
    }

    /// Takes the network away, or gives it back: without it every call fails and nothing is told.
    public func setOnline(_ online: Bool) {
        isOnline = online
        changes.advance()
        flush()
        if hasNews { send([], answersCall: false) }
    }

    /// Approves a waiting payment, or settles what interrupted it: its transaction comes as `.other`.
    ///
    /// - Throws: `BackendError` when no such payment waits.
    public func approve(_ id: PendingPayment.ID) throws {
        try act { (account, now) throws(BackendError) in try account.approved(id, at: now) }
    }

    /// Approves a waiting payment, one of ``pendingPayments``.
    ///
    /// - Throws: `BackendError` when it does not wait any more.
    public func approve(_ payment: PendingPayment) throws { try approve(payment.id) }

    /// Approves every waiting payment, oldest first, and tells them as one batch.
    ///
    /// - Throws: `BackendError` when the account's file cannot be written.
    public func approveAll() throws {
        try act { (account, now) throws(BackendError) in
            var events: [BackendEvent] = []
            for payment in account.book.payments.waiting { events += try account.approved(payment.id, at: now) }
            return events
        }
    }

    /// Lets somebody answer a waiting payment later: when so much time has passed on the store's clock.
    ///
    /// - Parameters:
    ///   - id: which payment.
    ///   - approves: whether it is approved; otherwise it is declined.
    ///   - delay: how long from now.
    /// - Throws: `BackendError` with `.unknownTransaction` when no such payment waits.
    public func answer(_ id: PendingPayment.ID, approves: Bool, after delay: Duration) throws {
        try act { (account, now) throws(BackendError) in
            try account.planned(id, approves: approves, at: now.advanced(by: delay))
            return []
        }
        changes.advance()
    }

    /// Declines a waiting payment: it ends as cancelled.
    ///
    /// - Throws: `BackendError` when no such payment waits.
    public func decline(_ id: PendingPayment.ID) throws {
        let (_, events) = try attempt { (account, _) throws(BackendError) in ((), try account.declined(id)) }
        if isActive { send(events, answersCall: false) } else { untold += events }
    }

    /// Declines a waiting payment, one of ``pendingPayments``.
    ///
    /// - Throws: `BackendError` when it does not wait any more.
    public func decline(_ payment: PendingPayment) throws { try decline(payment.id) }

    /// Gives the money back, or a part of it, and revokes the transaction; once is enough.
    ///
    /// No more is given back than was paid and not given back before: of a period that a change of products has replaced that is the
    /// rest. Of a copy that StoreKit 1 has made the original is refunded.
    ///
    /// Where it is the present period of a subscription, that ends: it does not renew, and nothing that was planned comes.
    ///
    /// - Parameters:
    ///   - transactionID: which transaction.
    ///   - reason: why it is given back.
    ///   - percentage: how much is given back, from 0 to 100.
    /// - Throws: `BackendError` with `.unknownTransaction` when there is no such transaction; with `.invalidRequest` when the
    ///   percentage is no number from 0 to 100.
    public func refund(
        _ transactionID: String, reason: StoreTransaction.RevocationReason = .other, percentage: Decimal = 100
    ) throws {
        try Self.check(percentage)
        try act { (account, now) throws(BackendError) in
            try account.revoked(transactionID, reason: reason, percentage: percentage, at: now)
        }
    }

    /// Rejects what is no percentage.
    static func check(_ percentage: Decimal) throws(BackendError) {
        guard percentage.isFinite, 0 <= percentage, percentage <= 100 else {
            throw BackendError(
                .invalidRequest, "\(percentage) percent cannot be given back; say a number from 0 to 100.")
        }
    }

    /// Changes how much of a refunded transaction is paid back; `nil` pays back all of it and names no percentage.
    ///
    /// - Throws: `BackendError` when there is no such transaction.
    package func correctRefund(_ transactionID: String, percentage: Decimal?) throws {
        try act { (account, now) throws(BackendError) in
            try account.refundCorrected(transactionID, percentage: percentage, at: now)
        }
    }

    /// Revokes the transaction without giving money back, as when family sharing ends.
    ///
    /// - Throws: `BackendError` when there is no such transaction.
    public func revoke(_ transactionID: String, reason: StoreTransaction.RevocationReason = .other) throws {
        try act { (account, now) throws(BackendError) in
            try account.revoked(transactionID, reason: reason, percentage: nil, at: now)
        }
    }

    /// Undoes a refund or a revocation; a subscription runs to its end, and does not renew any more.
    ///
    /// - Throws: `BackendError` when there is no such transaction.
    public func reinstate(_ transactionID: String) throws {
        try act { (account, now) throws(BackendError) in try account.reinstated(transactionID, at: now) }
    }

    /// Moves the customer to another country.
    ///
    /// - Throws: `BackendError` when the account's file cannot be written.
    public func setStorefront(_ storefront: StoreStorefront) throws {
        try act { (account, now) throws(BackendError) in account.moved(to: storefront, at: now) }
    }

    /// Lets the customer begin a purchase in the App Store, outside the app; told at the next `activate()` if need be.
    @discardableResult
    public func promote(_ productID: String, options: Set<PurchaseOption> = []) -> PromotedPurchase {
        promotions += 1
        let purchase = PromotedPurchase(id: "promoted-\(promotions)", productID: productID, options: options)
        if isActive {
            send([.promotedPurchase(purchase)], answersCall: false)
        } else {
            untold.append(.promotedPurchase(purchase))
        }
        return purchase
    }

    /// Lets the customer buy on another device, or outside the app; what is owned already is not bought again.
    ///
    /// - Parameters:
    ///   - productID: what is bought.
    ///   - quantity: how many.
    ///   - appAccountToken: the user that the app named there; `nil` outside the app.
    ///   - options: what is asked for there, such as an offer.
    /// - Returns: the transaction, also where it is the one of what is owned, or of the present period of a subscription
    ///   that changes at its renewal.
    /// - Throws: `BackendError` when the product is not sold, or the customer may not have the offer.
    @discardableResult
    public func buyElsewhere(
        _ productID: String, quantity: Int = 1, appAccountToken: UUID? = nil, options: Set<PurchaseOption> = []
    ) throws -> StoreTransaction {
        let payment = BackendPayment.ofNobody(
            productID, quantity: quantity, appAccountToken: appAccountToken, options)
        let place = try actWithResult { (account, now) throws(BackendError) in
            try account.boughtElsewhere(payment, at: now)
        }
        return account.book.transactions[place].transaction
    }

    /// Lets things go wrong by another plan from now on, or by ``FaultPlan/none``; what is on its way stays so.
    public func setFaults(_ plan: FaultPlan) { faults = FaultState(plan, finished: faults.finished) }

    /// Keeps all that is to be told back until ``releaseAnswers(shuffledBy:)``.
    public func holdAnswers() { outbox.isHeld = true }

    /// Tells what was kept back, in its order; with a seed the answers to payments in an order drawn from it.
    public func releaseAnswers(shuffledBy seed: UInt64? = nil) {
        if let seed {
            var generator = SplitMix64(seed: seed)
            outbox.shuffleAnswers(using: &generator)
        }
        outbox.isHeld = false
        changes.advance()
        flush()
    }

    /// Does something to the account once everything has happened that is due by now, and tells what comes of it.
    func act(
        _ body: (inout SimulatedAccountState, Timestamp) throws(BackendError) -> [BackendEvent]
    ) throws(BackendError) {
        try actWithResult { (account, now) throws(BackendError) in ((), try body(&account, now)) }
    }

    /// The same, with something that comes of it.
    func actWithResult<Result>(
        _ body: (inout SimulatedAccountState, Timestamp) throws(BackendError) -> (Result, [BackendEvent])
    ) throws(BackendError) -> Result {
        let (result, events) = try attempt(body)
        send(events, answersCall: false)
        return result
    }

    /// Changes the account by a step that may refuse.
    private func attempt<Result>(
        _ body: (inout SimulatedAccountState, Timestamp) throws(BackendError) -> (Result, [BackendEvent])
    ) throws(BackendError) -> (Result, [BackendEvent]) {
        try catchUp()
        let now = clock.timestamp()
        return try change { account in
            Swift.Result<(Result, [BackendEvent]), BackendError> { () throws(BackendError) in try body(&account, now) }
        }.get()
    }
}
