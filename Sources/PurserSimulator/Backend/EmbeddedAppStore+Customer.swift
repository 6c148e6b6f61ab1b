public import Purser
package import PurserFormats

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// Reading the account.
extension EmbeddedAppStore {
    /// The waiting payments, oldest first.
    public var pendingPayments: [PendingPayment] { caughtUp.book.payments.waiting }

    /// All charges, oldest first.
    public var charges: [SimulatedCharge] { caughtUp.book.transactions.wholeHistory.compactMap(\.charge) }

    /// The number of charges, including renewals, and free trials with the amount zero.
    public var chargeCount: Int { caughtUp.book.transactions.chargeCount }

    /// All refunds, oldest first.
    public var refunds: [SimulatedRefund] { Array(caughtUp.book.refunds.all) }

    /// Descriptions of requests that a correct caller never makes; a test expects none.
    ///
    /// These are: finishing a transaction that does not exist or whose signature is invalid; submitting, restoring or
    /// redelivering before the first `activate()`; and requests above the limits of ``capabilities``. A request for a
    /// product that is not sold is no violation: it gets `.storeProductNotAvailable`.
    public var violations: [String] { kept.state.violations }

    /// All transactions of the account in their current states, oldest first.
    public var transactions: [StoreTransaction] { caughtUp.book.transactions.history.map(\.transaction) }

    /// Returns some of the account's transactions, newest first.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of transactions.
    ///   - transactionID: the last transaction of the previous page; `nil` for the first page.
    ///   - isWanted: the filter; all transactions by default.
    package func latestTransactions(
        _ limit: Int, before transactionID: String? = nil,
        where isWanted: @Sendable (StoreTransaction) -> Bool = { _ in true }
    ) -> [StoreTransaction] {
        caughtUp.book.transactions.latest(limit, before: transactionID, where: isWanted)
    }

    /// The unfinished transactions in their current states, oldest first.
    package var unfinishedTransactions: [StoreTransaction] {
        caughtUp.book.transactions.history.filter { !$0.isFinished }.map(\.transaction)
    }

    /// The number of unfinished transactions of the first device; devices of ``addDevice()`` are not counted.
    ///
    /// `purchase` returns before its transaction is finished with the App Store. So a test that continues with a new
    /// ledger first waits until this number is 0; otherwise the new ledger gets the purchase, too.
    public var unfinishedCount: Int {
        let book = caughtUp.book
        return book.transactions.unfinishedCount + book.payments.failed.count
    }

    /// The reasons of the messages that the app has displayed on the first device, in the order of their display.
    public var displayedMessages: [StoreMessage.Reason] { kept.state.journal.messages.displayed.withLock { $0 } }

    /// The App Store's behavior; see ``updateSettings(_:)``.
    public var settings: SimulatorSettings { kept.state.catalog.settings }
}

// The customer's actions outside the app, on another device, or in a sheet of the app. Their results are reported
// through the inbox, or at the next `activate()` if no store is open.
extension EmbeddedAppStore {
    /// Buys a product on another device, or outside the app; an owned product is not bought again.
    ///
    /// - Parameters:
    ///   - productID: the product.
    ///   - quantity: the quantity.
    ///   - appAccountToken: the app's user on the other device; `nil` outside the app.
    ///   - options: the options of the purchase, such as an offer.
    /// - Returns: the transaction; for an owned product its existing transaction, and for a change at the renewal the
    ///   transaction of the current period.
    /// - Throws: `BackendFailure` if the product is not sold, or the customer is not eligible for the offer.
    @discardableResult
    public func buyElsewhere(
        _ productID: String, quantity: Int = 1, appAccountToken: UUID? = nil, options: Set<PurchaseOption> = []
    ) throws -> StoreTransaction {
        let payment = BackendPayment.ofNobody(
            productID, quantity: quantity, appAccountToken: appAccountToken, options)
        let place = try actWithResult { try $0.boughtElsewhere(payment, at: $1) }
        return kept.state.book.transactions[place].transaction
    }

    /// Begins a purchase in the App Store, outside the app; it is reported to an open store, or at the next
    /// `activate()`.
    @discardableResult
    public func promote(_ productID: String, options: Set<PurchaseOption> = []) -> PromotedPurchase {
        let purchase = plans.promote(productID, options)
        route.sendOrKeep([.promotedPurchase(purchase)], &kept.state)
        return purchase
    }

    /// Redeems an offer code outside the app.
    ///
    /// - Parameters:
    ///   - offerID: the offer, by its reference name.
    ///   - productID: the subscription with this offer.
    /// - Returns: the transaction; the current period's transaction if the offer begins with the next period.
    /// - Throws: `BackendFailure` with `.invalidOfferIdentifier` if there is no such offer, `.ineligibleForOffer` if it
    ///   is for other customers.
    @discardableResult
    public func redeemCode(_ offerID: String, for productID: String) throws -> StoreTransaction {
        let place = try actWithResult { try $0.redeemed(offerID, for: productID, at: $1) }
        return kept.state.book.transactions[place].transaction
    }

    /// Sets the code that the customer enters into the next sheet for codes; without a code, they close the sheet.
    public func enterCode(_ offerID: String, for productID: String) { plans.addCode(offerID, for: productID) }

    /// Adds the result of a coming purchase: each further call is for the purchase after that.
    public func nextPurchase(_ script: PurchaseScript) { kept.state.scripts.append(script) }

    /// Adds the answer to a coming refund request: each further call is for the request after that.
    ///
    /// A request without an answer is approved.
    public func nextRefundRequest(_ answer: RefundRequestAnswer) { plans.add(answer) }

    /// Moves the customer to another country, such as `StoreStorefront(countryCode: "JPN")`.
    ///
    /// Without a currency the storefront gets the App Store's there, and all prices are in it.
    ///
    /// - Throws: `BackendFailure` if the account's file cannot be written.
    public func setStorefront(_ storefront: StoreStorefront) throws {
        try act { $0.moved(to: storefront, at: $1) }
    }

    /// Adds a device of the customer, on which another store can be open at the same time.
    public func addDevice() -> EmbeddedDevice {
        defer { kept.state.journal.devices.append(DeviceQueue()) }
        return EmbeddedDevice(self, number: kept.state.journal.devices.count)
    }
}

// Decisions about the customer's purchases.
extension EmbeddedAppStore {
    /// Approves a waiting payment, or resolves its interruption: its transaction is reported as `.other`.
    ///
    /// - Throws: `BackendFailure` if no such payment is waiting.
    public func approve(_ id: PendingPayment.ID) throws {
        try act { try $0.approved(id, at: $1) }
    }

    /// Approves a waiting payment, one of ``pendingPayments``.
    ///
    /// - Throws: `BackendFailure` if it is no longer waiting.
    public func approve(_ payment: PendingPayment) throws { try approve(payment.id) }

    /// Approves all waiting payments, oldest first, and reports them as one batch.
    ///
    /// - Throws: `BackendFailure` if the account's file cannot be written.
    public func approveAll() throws {
        try act { account, now in try account.book.payments.waiting.flatMap { try account.approved($0.id, at: now) } }
    }

    /// Plans the answer to a waiting payment, after a delay on the App Store's clock.
    ///
    /// - Parameters:
    ///   - id: the payment.
    ///   - approves: `true` to approve it, `false` to decline it.
    ///   - delay: the time from now.
    /// - Throws: `BackendFailure` with `.unknownTransaction` if no such payment is waiting.
    public func answer(_ id: PendingPayment.ID, approves: Bool, after delay: Duration) throws {
        try attempt { try $0.planned(id, approves: approves, at: $1.advanced(by: delay)) }
        changes.advance()
    }

    /// Declines a waiting payment: it ends as cancelled.
    ///
    /// The app gets no update. `PurchaseStore.state(of:)` changes from `pending` to `valid`.
    ///
    /// - Throws: `BackendFailure` if no such payment is waiting.
    public func decline(_ id: PendingPayment.ID) throws {
        route.sendOrKeep(try attempt { account, _ in try account.declined(id) }, &kept.state)
    }

    /// Declines a waiting payment, one of ``pendingPayments``.
    ///
    /// - Throws: `BackendFailure` if it is no longer waiting.
    public func decline(_ payment: PendingPayment) throws { try decline(payment.id) }

    /// Refunds a transaction, in full or in part, and revokes it; a revoked transaction stays unchanged.
    ///
    /// The refund never exceeds the price less earlier refunds. For a period that a change of products has replaced,
    /// this is the part that was not refunded at the change. For a copy of StoreKit 1, the original transaction is
    /// refunded.
    ///
    /// If the transaction is the current period of a subscription, the subscription is revoked and its planned changes
    /// are dropped. Renewal stays as it was: if it is on, the next period begins at its normal date. A commitment ends.
    ///
    /// - Parameters:
    ///   - transactionID: the transaction.
    ///   - reason: the reason for the refund.
    ///   - percentage: the refunded part, from 0 to 100.
    /// - Throws: `BackendFailure` with `.unknownTransaction` if there is no such transaction; with `.invalidRequest` if
    ///   the percentage is not a number from 0 to 100.
    public func refund(
        _ transactionID: String, reason: StoreTransaction.RevocationReason = .other, percentage: Decimal = 100
    ) throws {
        try Self.check(percentage)
        try act { try $0.revoked(transactionID, reason: reason, percentage: percentage, at: $1) }
    }

    /// Rejects an invalid percentage.
    static func check(_ percentage: Decimal) throws(BackendFailure) {
        guard percentage.isFinite, 0 <= percentage, percentage <= 100 else {
            throw BackendFailure(
                .invalidRequest, "\(percentage) percent cannot be refunded; pass a number from 0 to 100.")
        }
    }

    /// Changes the refunded part of a refunded transaction; `nil` refunds the whole price without a reported
    /// percentage.
    ///
    /// - Throws: `BackendFailure` if there is no such transaction.
    package func correctRefund(_ transactionID: String, percentage: Decimal?) throws {
        try act { try $0.refundCorrected(transactionID, percentage: percentage, at: $1) }
    }

    /// Revokes a transaction without a refund, as at the end of family sharing.
    ///
    /// If it is the current period of a subscription, the subscription does not renew.
    ///
    /// - Throws: `BackendFailure` if there is no such transaction.
    public func revoke(_ transactionID: String, reason: StoreTransaction.RevocationReason = .other) throws {
        try act { try $0.revoked(transactionID, reason: reason, percentage: nil, at: $1) }
    }

    /// Undoes a refund or a revocation; refunded money stays refunded.
    ///
    /// The current period of a subscription then runs to its end. It renews if renewal is still on:
    /// ``refund(_:reason:percentage:)`` leaves renewal as it was, and ``revoke(_:reason:)`` turns it off.
    ///
    /// - Throws: `BackendFailure` if there is no such transaction.
    public func reinstate(_ transactionID: String) throws {
        try act { try $0.reinstated(transactionID, at: $1) }
    }

    /// Sets the app account token of a transaction, like Set App Account Token of the App Store Server API.
    ///
    /// The transaction gets a new signature date and is reported as unfinished again, without a payment. For a
    /// subscription, the current period and all later ones get the token; earlier periods stay unchanged. The StoreKit
    /// 1 copies of a purchase get it too.
    ///
    /// - Parameters:
    ///   - user: the app's user.
    ///   - transactionID: the transaction, or any period of the subscription.
    /// - Throws: `BackendFailure` with `.unknownTransaction` if there is no such transaction; with `.invalidRequest` if a
    ///   family member bought it, because the App Store sets no token for such purchases.
    public func setAppAccountToken(_ user: UUID, of transactionID: String) throws {
        try act { try $0.named(user, of: transactionID, at: $1) }
    }
}

// The App Store's behavior and faults.
extension EmbeddedAppStore {
    /// Changes the App Store's behavior from now on; the storefront is changed by ``setStorefront(_:)`` only.
    public func updateSettings(_ change: @Sendable (inout SimulatorSettings) -> Void) {
        // Everything that is due by now still happens with the old settings.
        try? catchUp()
        var settings = kept.state.catalog.settings
        change(&settings)
        settings.storefront = kept.state.catalog.settings.storefront
        kept.state.catalog.settings = settings
        // The new settings change prices, grace periods and lapses.
        kept.state.journal.makeAgenda()
        changes.advance()
        publish(.settings(settings))
    }

    /// Makes the network unavailable or available; without it, calls fail with `.networkError`.
    ///
    /// While it is unavailable, nothing is reported. The store repeats failed calls by its retry policies. A purchase
    /// throws `.networkError` after the last attempt of `retries.payment`, and nothing is charged. By default this takes
    /// at most 15 seconds of the store's clock; with `RetryPolicy.once` it throws after the first attempt.
    public func setOnline(_ online: Bool) {
        route.isOnline = online
        changes.advance()
        route.flush(kept.state)
        if route.hasChanges(kept.state) { route.send([], answersCall: false, &kept.state) }
        publish(.network(isOnline: online))
    }

    /// Sets the fault plan from now on; ``FaultPlan/none`` ends all faults.
    ///
    /// Batches already on their way are not affected.
    public func setFaults(_ plan: FaultPlan) {
        route.setFaults(plan)
        publish(.faults(plan))
    }

    /// Moves the clock forward; everything that is due by then happens.
    ///
    /// - Throws: `BackendFailure` with `.invalidRequest` unless the clock is a ``MovableClock``.
    public func advanceTime(by duration: Duration) throws {
        guard let clock = clock as? MovableClock else {
            throw BackendFailure(
                .invalidRequest, "The App Store's clock cannot be moved. Pass a MovableClock to its initializer.")
        }
        clock.advance(by: duration)
        try catchUp()
        changes.advance()
        publish(.timeMoved)
    }

    /// Holds all reports until ``releaseAnswers(shuffledBy:)``.
    public func holdAnswers() { route.outbox.isHeld = true }

    /// Releases held reports in their order; with a seed, the answers to payments are shuffled.
    public func releaseAnswers(shuffledBy seed: UInt64? = nil) { route.release(shuffledBy: seed, kept.state) }

    /// Listens on a Unix domain socket until the task is cancelled, so that other programs of this user can control the
    /// App Store while the app runs.
    ///
    /// A program that can open the socket can do everything that a test can do to this App Store, so use it for
    /// development only. The folder must belong to the user. The socket has the mode 0600, and processes of other users
    /// are rejected. The guide <doc:SteeringARunningApp> describes the protocol.
    ///
    /// - Parameters:
    ///   - socket: the file URL of the socket; the stale socket of a killed process is replaced.
    ///   - store: the app's store on this App Store, to be controlled too; `nil` for the App Store alone.
    ///   - onListening: called once the socket listens.
    /// - Throws: `BackendFailure` with `.invalidRequest` if other users may write to the folder, the file is not a socket
    ///   or is too long, or another process listens there; with `.systemError`.
    public nonisolated func listen(
        at socket: URL, store: PurchaseStore? = nil, onListening: @Sendable () -> Void = {}
    ) async throws {
        try await listen(path: socket.path, store: store, onListening: onListening)
    }

    /// Listens on a Unix domain socket at a path, absolute or relative to the current folder; otherwise as
    /// ``listen(at:store:onListening:)``.
    ///
    /// - Throws: `BackendFailure`.
    package nonisolated func listen(
        path: String, store: PurchaseStore? = nil, onListening: @Sendable () -> Void = {}
    ) async throws {
        let loop = try SocketLoop(ListeningSocket(at: path))
        onListening()
        await SteeredClients(stores: SteeredStores(appStore: self, store: store), loop: loop).serve()
    }

    /// Performs a command of ``listen(at:store:onListening:)`` within this program.
    ///
    /// - Parameter store: the store for commands such as `restore`; `nil` for none.
    /// - Returns: the content of the answer.
    /// - Throws: `BackendFailure` or `PurchaseFailure`.
    package func perform(
        _ command: String, _ members: [String: JSONValue] = [:], store: PurchaseStore? = nil
    ) async throws -> JSONValue {
        try await SteeredStores(appStore: self, store: store).perform(SteeringRequest(command, members))
    }

    /// Deletes a transaction from the account's history, as if it had never been bought.
    ///
    /// Xcode's `deleteTransaction(identifier:)`. The product can be bought again, and a used introductory offer is
    /// available again. If the transaction is the current period of a subscription, the subscription returns to an
    /// earlier period without renewing, or is removed. No money is refunded, and ``charges`` still contains the charge.
    /// An open store gets a report that the transaction is revoked. A store that is opened later keeps its recorded
    /// transaction, because a missing transaction in a list removes nothing.
    ///
    /// - Throws: `BackendFailure` with `.unknownTransaction` if there is no such transaction.
    public func deleteTransaction(_ transactionID: String) throws {
        route.sendOrKeep(try attempt { try $0.deleted(transactionID, at: $1) }, &kept.state)
    }

    /// Removes all transactions, charges, subscriptions and waiting payments: the customer is new.
    ///
    /// Xcode's `clearTransactions()`. An open store gets reports that waiting payments are cancelled and active
    /// purchases are revoked, and identifiers are not used again. Without an open store nothing is reported, and
    /// identifiers are used again. A store that is later opened on the same ledger rejects purchases with these
    /// identifiers (`PurchaseFailure.Code.conflictingTransaction`): open it on another ledger. To clear an account in a
    /// folder, remove the folder.
    ///
    /// - Throws: `BackendFailure` with `.invalidRequest` if the account is stored in a folder.
    public func clearTransactions() throws {
        guard !kept.isInFolder else {
            throw BackendFailure(
                .invalidRequest, "The account is stored in a folder. Remove the folder, and open another App Store.")
        }
        let isKnown = route.isActive || kept.state.journal.devices.contains(where: \.isActive)
        let events = try attempt { $0.cleared(isKnown: isKnown, at: $1) }
        route.removeAll()
        receipt = nil
        route.sendOrKeep(events, &kept.state)
        changes.advance()
    }

    /// Resets the settings to their initial values, such as those of the `.storekit` file; transactions stay.
    ///
    /// Xcode's `resetToDefaultState()`. Pending scripts, codes and answers are removed, payments are allowed, and the
    /// network is available.
    ///
    /// - Throws: `BackendFailure` if the account's file cannot be written.
    public func resetToDefaultState() throws {
        try setStorefront(defaults.storefront)
        updateSettings { [defaults] in $0 = defaults }
        kept.state.scripts = []
        plans.removeAll()
        setCanMakePayments(true)
        setOnline(true)
    }

    /// Releases the account's folder, so that another App Store can open it; without a folder it has no effect.
    ///
    /// From then on every change fails with `.systemError`; the account can still be read.
    public func releaseFolder() { kept.leaveHome() }
}
