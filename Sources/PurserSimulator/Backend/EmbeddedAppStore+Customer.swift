public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// What can be read of the account.
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
    /// that is not sold is none: an app may do so by mistake, and gets `.storeProductNotAvailable`.
    public var violations: [String] { kept.state.violations }

    /// Every transaction of the account in its present state, oldest first.
    public var transactions: [StoreTransaction] { caughtUp.book.transactions.history.map(\.transaction) }

    /// Some of the account's transactions, the newest first.
    ///
    /// - Parameters:
    ///   - limit: how many at most.
    ///   - transactionID: the last one of the page before; `nil` for the first page.
    ///   - isWanted: which ones; by default all.
    public func latestTransactions(
        _ limit: Int, before transactionID: String? = nil,
        where isWanted: @Sendable (StoreTransaction) -> Bool = { _ in true }
    ) -> [StoreTransaction] {
        caughtUp.book.transactions.latest(limit, before: transactionID, where: isWanted)
    }

    /// The transactions that wait to be finished, each in its present state, oldest first.
    package var unfinishedTransactions: [StoreTransaction] {
        caughtUp.book.transactions.history.filter { !$0.isFinished }.map(\.transaction)
    }

    /// How many transactions wait to be finished.
    public var unfinishedCount: Int {
        let book = caughtUp.book
        return book.transactions.unfinishedCount + book.payments.failed.count
    }

    /// The reasons of the App Store's messages that the app has displayed on the first device, in that order.
    public var displayedMessages: [StoreMessage.Reason] { kept.state.journal.messages.displayed.withLock { $0 } }

    /// How the store behaves; see ``updateSettings(_:)``.
    public var settings: SimulatorSettings { kept.state.catalog.settings }
}

// What the customer does outside the app, on another device, or when the app shows a sheet. What comes of it is reported
// through the inbox, or at the next `activate()` where no store is open.
extension EmbeddedAppStore {
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
        let place = try actWithResult { try $0.boughtElsewhere(payment, at: $1) }
        return kept.state.book.transactions[place].transaction
    }

    /// Lets the customer begin a purchase in the App Store, outside the app; reported at the next `activate()` if need be.
    @discardableResult
    public func promote(_ productID: String, options: Set<PurchaseOption> = []) -> PromotedPurchase {
        let purchase = plans.promote(productID, options)
        route.sendOrKeep([.promotedPurchase(purchase)], &kept.state)
        return purchase
    }

    /// Lets the customer redeem an offer code outside the app.
    ///
    /// - Parameters:
    ///   - offerID: the offer, by its reference name.
    ///   - productID: the subscription that has it.
    /// - Returns: the transaction; that of the present period where the offer begins with the next one.
    /// - Throws: `BackendError` with `.invalidOfferIdentifier` when there is no such offer, `.ineligibleForOffer` when it is
    ///   for other customers.
    @discardableResult
    public func redeemCode(_ offerID: String, for productID: String) throws -> StoreTransaction {
        let place = try actWithResult { try $0.redeemed(offerID, for: productID, at: $1) }
        return kept.state.book.transactions[place].transaction
    }

    /// Says which code the customer enters when the app shows the sheet for codes next; without one they close the sheet.
    public func enterCode(_ offerID: String, for productID: String) { plans.addCode(offerID, for: productID) }

    /// Says what happens to the next purchase that no earlier script decides.
    public func nextPurchase(_ script: PurchaseScript) { kept.state.scripts.append(script) }

    /// Says what becomes of the next request for a refund that no earlier answer decides; without one it is approved.
    public func nextRefundRequest(_ answer: RefundRequestAnswer) { plans.add(answer) }

    /// Moves the customer to another country.
    ///
    /// - Throws: `BackendError` when the account's file cannot be written.
    public func setStorefront(_ storefront: StoreStorefront) throws {
        try act { $0.moved(to: storefront, at: $1) }
    }

    /// Gives the customer one more device, on which another store can be open at the same time.
    ///
    /// - Throws: `BackendError` with `.invalidRequest` where answers name no payment, as in StoreKit 1: there nobody could say
    ///   which device asked for what.
    public func addDevice() throws -> EmbeddedDevice {
        guard options.answersNamePayments else {
            throw BackendError(
                .invalidRequest, "Where answers name no payment there is one device. Set answersNamePayments.")
        }
        defer { kept.state.journal.devices.append(DeviceQueue()) }
        return EmbeddedDevice(self, number: kept.state.journal.devices.count)
    }
}

// What somebody decides about what the customer wants to buy, or has bought.
extension EmbeddedAppStore {
    /// Approves a waiting payment, or settles what interrupted it: its transaction comes as `.other`.
    ///
    /// - Throws: `BackendError` when no such payment waits.
    public func approve(_ id: PendingPayment.ID) throws {
        try act { try $0.approved(id, at: $1) }
    }

    /// Approves a waiting payment, one of ``pendingPayments``.
    ///
    /// - Throws: `BackendError` when it does not wait any more.
    public func approve(_ payment: PendingPayment) throws { try approve(payment.id) }

    /// Approves every waiting payment, oldest first, and reports them as one batch.
    ///
    /// - Throws: `BackendError` when the account's file cannot be written.
    public func approveAll() throws {
        try act { account, now in try account.book.payments.waiting.flatMap { try account.approved($0.id, at: now) } }
    }

    /// Lets somebody answer a waiting payment later: when so much time has passed on the store's clock.
    ///
    /// - Parameters:
    ///   - id: which payment.
    ///   - approves: whether it is approved; otherwise it is declined.
    ///   - delay: how long from now.
    /// - Throws: `BackendError` with `.unknownTransaction` when no such payment waits.
    public func answer(_ id: PendingPayment.ID, approves: Bool, after delay: Duration) throws {
        try attempt { try $0.planned(id, approves: approves, at: $1.advanced(by: delay)) }
        changes.advance()
    }

    /// Declines a waiting payment: it ends as cancelled.
    ///
    /// - Throws: `BackendError` when no such payment waits.
    public func decline(_ id: PendingPayment.ID) throws {
        route.sendOrKeep(try attempt { account, _ in try account.declined(id) }, &kept.state)
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
        try act { try $0.revoked(transactionID, reason: reason, percentage: percentage, at: $1) }
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
        try act { try $0.refundCorrected(transactionID, percentage: percentage, at: $1) }
    }

    /// Revokes the transaction without giving money back, as when family sharing ends.
    ///
    /// - Throws: `BackendError` when there is no such transaction.
    public func revoke(_ transactionID: String, reason: StoreTransaction.RevocationReason = .other) throws {
        try act { try $0.revoked(transactionID, reason: reason, percentage: nil, at: $1) }
    }

    /// Undoes a refund or a revocation; a subscription runs to its end, and does not renew any more.
    ///
    /// - Throws: `BackendError` when there is no such transaction.
    public func reinstate(_ transactionID: String) throws {
        try act { try $0.reinstated(transactionID, at: $1) }
    }

    /// Names a user of the app for a transaction, as Set App Account Token of the App Store Server API does.
    ///
    /// The transaction is described anew, is signed later, and is reported as unfinished again, without a payment. Of a subscription
    /// the present period and all later ones name the user; earlier periods stay as they are. The copies of a purchase that
    /// StoreKit 1 has made name the user as well.
    ///
    /// - Parameters:
    ///   - user: the user to name.
    ///   - transactionID: the transaction, or any period of the subscription.
    /// - Throws: `BackendError` with `.unknownTransaction` when there is no such transaction; with `.invalidRequest` when a member
    ///   of the family bought it, because the App Store names no user for that.
    public func setAppAccountToken(_ user: UUID, of transactionID: String) throws {
        try act { try $0.named(user, of: transactionID, at: $1) }
    }
}

// How the App Store behaves, and what goes wrong.
extension EmbeddedAppStore {
    /// Changes how the store behaves from now on; the storefront changes by ``setStorefront(_:)`` only.
    public func updateSettings(_ change: @Sendable (inout SimulatorSettings) -> Void) {
        // What was due by now happened as the store behaved until now.
        try? catchUp()
        var settings = kept.state.catalog.settings
        change(&settings)
        settings.storefront = kept.state.catalog.settings.storefront
        kept.state.catalog.settings = settings
        // Other settings, other prices, grace periods and lapses.
        kept.state.journal.makeAgenda()
        changes.advance()
        publish(.settings(settings))
    }

    /// Takes the network away, or gives it back: without it every call fails and nothing is reported.
    public func setOnline(_ online: Bool) {
        route.isOnline = online
        changes.advance()
        route.flush(kept.state)
        if route.hasChanges(kept.state) { route.send([], answersCall: false, &kept.state) }
        publish(.network(isOnline: online))
    }

    /// Lets things go wrong by another plan from now on, or by ``FaultPlan/none``; what is on its way stays so.
    public func setFaults(_ plan: FaultPlan) {
        route.setFaults(plan)
        publish(.faults(plan))
    }

    /// Lets so much time pass at once: everything that is due by then happens.
    ///
    /// - Throws: `BackendError` with `.invalidRequest` unless the clock is a ``MovableClock``.
    public func advanceTime(by duration: Duration) throws {
        guard let clock = clock as? MovableClock else {
            throw BackendError(
                .invalidRequest, "The App Store's clock cannot be moved. Give it a MovableClock when it is made.")
        }
        clock.move(by: duration)
        try catchUp()
        changes.advance()
        publish(.timeMoved)
    }

    /// Keeps all reports back until ``releaseAnswers(shuffledBy:)``.
    public func holdAnswers() { route.outbox.isHeld = true }

    /// Reports what was kept back, in its order; with a seed the answers to payments in an order drawn from it.
    public func releaseAnswers(shuffledBy seed: UInt64? = nil) { route.release(shuffledBy: seed, kept.state) }

    /// Lets other programs of this user steer the App Store while the app runs, by a Unix domain socket, until the task is
    /// cancelled.
    ///
    /// A program that can open the socket can do everything that a test can do to this App Store, so it is for development only. The
    /// folder must be the user's own; the socket has the mode 0600, and processes of other users are not served. The guide
    /// <doc:SteeringARunningApp> describes the protocol.
    ///
    /// - Parameters:
    ///   - path: where it listens; the socket of a process that was killed is replaced.
    ///   - store: the app's store that is open on this App Store, to be looked at and steered too; `nil` steers the App Store alone.
    ///   - onListening: called once it listens.
    /// - Throws: `BackendError` with `.invalidRequest` when others may write in the folder, something else is at the path, the path
    ///   is too long, or somebody listens there; with `.systemError`.
    public nonisolated func listen(
        at path: String, store: PurchaseStore? = nil, onListening: @Sendable () -> Void = {}
    ) async throws {
        let loop = try SocketLoop(ListeningSocket(at: path))
        onListening()
        await SteeredClients(stores: SteeredStores(appStore: self, store: store), loop: loop).serve()
    }

    /// Does what a command of ``listen(at:store:onListening:)`` does, inside this program.
    ///
    /// - Returns: what the answer says.
    /// - Throws: `BackendError`.
    package func perform(_ command: String, _ members: [String: JSONValue] = [:]) async throws -> JSONValue {
        try await SteeredStores(appStore: self, store: nil).perform(SteeringRequest(command, members))
    }

    /// Deletes a transaction from the account's history, as if the customer had never bought it.
    ///
    /// Xcode's `deleteTransaction(identifier:)`. What was owned by it can be bought again, and an introductory offer that it used
    /// can be had again. Where it is the present period of a subscription, that goes back to an earlier one, without
    /// renewing, or was never there. No money is given back: ``charges`` still has it. An open store gets a report that the
    /// transaction is revoked. One that is opened later keeps what it has recorded, because an App Store that lists nothing
    /// removes nothing.
    /// - Throws: `BackendError` with `.unknownTransaction` when there is no such transaction.
    public func deleteTransaction(_ transactionID: String) throws {
        route.sendOrKeep(try attempt { try $0.deleted(transactionID, at: $1) }, &kept.state)
    }

    /// Forgets all transactions, charges, subscriptions and waiting payments: the customer is new.
    ///
    /// Xcode's `clearTransactions()`. An open store gets a report that waiting payments are cancelled, and that everything
    /// which gave something is revoked; identifiers are then not given out again. While no store is open nothing is reported, and the
    /// same identifiers are given out again. A store that is opened on the same ledger afterwards rejects the purchases that have
    /// them (`PurchaseFailure.Code.conflictingTransaction`); open it on another ledger. An account that is kept in a folder is
    /// cleared by removing that.
    /// - Throws: `BackendError` with `.invalidRequest` where the account is kept in a folder.
    public func clearTransactions() throws {
        guard !kept.isInFolder else {
            throw BackendError(.invalidRequest, "The account is kept in a folder. Remove that, and open another.")
        }
        let isKnown = route.isActive || kept.state.journal.devices.contains(where: \.isActive)
        let events = try attempt { $0.cleared(isKnown: isKnown, at: $1) }
        route.removeAll()
        receipt = nil
        route.sendOrKeep(events, &kept.state)
        changes.advance()
    }

    /// Takes the settings back to what they were at the beginning, such as those of the `.storekit` file; transactions stay.
    ///
    /// Xcode's `resetToDefaultState()`. Scripts, codes and answers that wait for their turn are forgotten, the customer may pay,
    /// and the network is there.
    /// - Throws: `BackendError` when the account's file cannot be written.
    public func resetToDefaultState() throws {
        try setStorefront(defaults.storefront)
        updateSettings { [defaults] in $0 = defaults }
        kept.state.scripts = []
        plans.removeAll()
        setCanMakePayments(true)
        setOnline(true)
    }

    /// Gives the account's folder back, so that another App Store can open it; without a folder nothing happens.
    ///
    /// From then on every change fails with `.systemError`; what is known can still be read.
    public func leaveHome() { kept.leaveHome() }
}
