public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// The calls of every backend.
extension EmbeddedAppStore {
    /// Activates reporting, and first puts all unfinished transactions into the inbox, as one batch.
    ///
    /// All due events happen before this, and the renewal info of each subscription follows the transactions. If there
    /// are very many renewals, the first ones are in the inbox immediately, and ``run()`` adds the others in batches.
    ///
    /// - Throws: `BackendFailure` if offline.
    public func activate() async throws {
        route.willActivate()
        try enter(.activate)
        let renamed = kept.state.book.subscriptions.all.map(\.id).filter { _ in route.faults.shows(.originalIDChanged) }
        let now = clock.timestamp()
        if !renamed.isEmpty { try change { for id in renamed { $0.changedOriginalID(of: id, at: now) } } }
        route.activate(&kept.state)
        await takeTime()
    }

    /// Stops reporting; unfinished transactions are reported again after the next `activate()`.
    public func deactivate() async { route.deactivate(&kept.state) }

    /// Returns products of the catalog, and the identifiers that it does not contain.
    ///
    /// - Throws: `BackendFailure`, for example if the request has more identifiers than the limit.
    public func products(for ids: [String]) async throws -> BackendProducts {
        guard ids.count <= capabilities.productRequestLimit else {
            kept.state.violations.append("asked for \(ids.count) products at once")
            throw BackendFailure(
                .invalidRequest,
                "A request may have at most \(capabilities.productRequestLimit) products, not \(ids.count). Split it."
            )
        }
        try enter(.products)
        if let error = kept.state.catalog.settings.failures.loadProducts { throw error }
        var answer = BackendProducts(products: [])
        var seen: Set<String> = []
        for id in ids where seen.insert(id).inserted {
            if let product = kept.state.catalog[id] {
                answer.products.append(product)
            } else {
                answer.invalidIDs.append(id)
            }
        }
        await takeTime()
        return answer
    }

    /// Processes payments in order; their answers are one batch.
    ///
    /// - Throws: `BackendFailure` if none was accepted: with `.networkError` if offline, with `.clientInvalid` before
    ///   `activate()`, and with `.invalidRequest` if there are more payments than the limit.
    public func submit(_ payments: [BackendPayment]) async throws {
        try check(payments)
        try enter(.submit)
        try route.checkActive(route.isActive, "submitted payments", &kept.state)
        let now = clock.timestamp()
        let stuck = route.stuckPlaces(of: payments, kept.state)
        let events = try change { account in
            guard !stuck.isEmpty else { return account.paymentsSubmitted(payments, at: now) }
            return payments.flatMap { payment in
                stuck[payment.productID].map { [account.answered(payment, by: $0)] }
                    ?? account.paymentsSubmitted([payment], at: now)
            }
        }
        route.send(events, answersCall: true, &kept.state)
        await takeTime()
    }

    /// Begins a restore; its transactions and its end are one batch.
    ///
    /// There is only one customer, so `user` has no effect.
    ///
    /// - Throws: `BackendFailure` if offline or before `activate()`.
    public func restore(_ id: RestoreID, for user: UUID?) async throws {
        try enter(.restore)
        try route.checkActive(route.isActive, "restored", &kept.state)
        let now = clock.timestamp()
        let events =
            options.followsStoreKit1
            ? try change { $0.restoredAnew(id, at: now) } : kept.state.restoreRequested(id)
        route.send(route.restorable(events), answersCall: true, &kept.state)
        await takeTime()
    }

    /// Finishes transactions in the states of the requests; a transaction that has changed since stays unfinished.
    public func finish(_ requests: [FinishRequest]) async -> [String: BackendFailure] {
        let errors: [String: BackendFailure]
        do throws(BackendFailure) {
            try enter(.finish)
            var finishable = route.finishable(requests, kept.state)
            let failed = try change { [ids = finishable.ids] in $0.finished(ids) }
            route.faults.noteFinished(finishable.ids)
            if !finishable.ids.isEmpty { publish(.finished(transactionIDs: finishable.ids)) }
            finishable.errors.merge(failed) { first, _ in first }
            errors = finishable.errors
        } catch {
            return requests.allFailing(with: error)
        }
        await takeTime()
        return errors
    }

    /// Puts every unfinished transaction into the inbox again, as one batch.
    ///
    /// - Throws: `BackendFailure` if offline or before `activate()`.
    public func redeliver() async throws {
        try enter(.redeliver)
        try route.checkActive(route.isActive, "asked for unfinished transactions", &kept.state)
        route.redeliver(&kept.state)
        await takeTime()
    }

    /// The last fetched receipt; `nil` before the first `refreshReceipt()`.
    public func localReceipt() async -> StoreReceipt? { receipt }

    /// Returns a new receipt: JSON with `environment`, `creationDate` (milliseconds since 1970), `storefront` and
    /// `transactions`.
    ///
    /// The transactions are those of the account, oldest first, with the fields of `StoreTransaction.Fields`, without
    /// finished consumables. An App Store with a signer writes a signed receipt (PKCS#7) instead.
    ///
    /// - Throws: `BackendFailure`.
    public func refreshReceipt() async throws -> StoreReceipt {
        try enter(.refreshReceipt)
        if let error = settings.failures.receipt { throw error }
        let fresh = try route.signer.receipt(of: kept.state, at: clock.timestamp())
        receipt = fresh
        await takeTime()
        return fresh
    }

    /// The customer's storefront.
    public func storefront() async -> StoreStorefront? { settings.storefront }

    /// Refunds the transaction immediately, unless ``nextRefundRequest(_:)`` plans another answer; the inbox reports
    /// the revoked transaction.
    ///
    /// A refund request for a subscription turns its renewal off, regardless of the answer.
    ///
    /// - Throws: `BackendFailure` with `.unknownTransaction` if the account has no such transaction, with
    ///   `.duplicateRefundRequest` if it is already revoked, or if offline.
    public func beginRefundRequest(for transactionID: String, in presentation: PurchasePresentation?) async throws
        -> RefundRequestStatus
    {
        try await requestRefund(transactionID, isActive: route.isActive)
    }

    /// Requests a refund from any of the customer's devices.
    func requestRefund(_ transactionID: String, isActive: Bool) async throws -> RefundRequestStatus {
        try enter(.beginRefundRequest)
        try route.checkActive(isActive, "asked for a refund", &kept.state)
        if let error = settings.failures.refundRequest { throw error }
        if let place = kept.state.book.transactions.index(of: transactionID),
            kept.state.book.transactions[place].transaction.revocationTime != nil
        {
            throw BackendFailure(.duplicateRefundRequest, "Transaction \(transactionID) is already revoked.")
        }
        let answer = plans.takeRefundAnswer()
        if answer != .cancelled {
            try act { try $0.refundRequested(transactionID, isDeclined: answer == .declined, at: $1) }
        }
        if answer == .approved {
            try refund(transactionID)
        } else {
            _ = try kept.state.book.transactions.known(transactionID)
        }
        await takeTime()
        return answer == .cancelled ? .userCancelled : .success
    }

    /// Redeems the code that ``enterCode(_:for:)`` has prepared; without a code, the customer closes the sheet.
    ///
    /// - Throws: `BackendFailure` with `.invalidOfferIdentifier` if there is no such offer, `.ineligibleForOffer` if it
    ///   is for other customers, or if offline.
    public func redeemCode(in presentation: PurchasePresentation?) async throws {
        try await redeemEnteredCode(isActive: route.isActive)
    }

    /// Shows the sheet for codes on any of the customer's devices.
    func redeemEnteredCode(isActive: Bool) async throws {
        try enter(.redeemCode)
        try route.checkActive(isActive, "redeemed a code", &kept.state)
        if let error = settings.failures.redeemCode { throw error }
        if let code = plans.takeCode() { try redeemCode(code.offerID, for: code.productID) }
        await takeTime()
    }

    /// Returns immediately: the sheet is not shown to anyone.
    ///
    /// Other calls, such as ``setAutoRenew(_:for:)``, perform the customer's actions in the sheet.
    ///
    /// - Throws: `BackendFailure` if offline.
    public func showManageSubscriptions(
        subscriptionGroupID: String?, in presentation: PurchasePresentation?
    ) async throws {
        try enter(.showManageSubscriptions)
        if let error = settings.failures.manageSubscriptions { throw error }
        await takeTime()
    }

    /// The environment of the settings.
    public func environment() async -> StoreEnvironment? { settings.environment }

    /// Returns the app as the settings describe it, also while no store is open; its purchase date is that of the first purchase, or now.
    ///
    /// - Throws: `BackendFailure` if offline.
    public func appTransaction(refresh: Bool) async throws -> StoreAppTransaction {
        try enter(.appTransaction)
        if let error = settings.failures.receipt { throw error }
        var transaction = settings.appTransaction(
            since: kept.state.book.transactions.firstPurchaseTime, at: clock.timestamp())
        transaction.jwsRepresentation = signature(of: .appTransaction(transaction))
        await takeTime()
        return transaction
    }

    /// Runs until cancelled: subscriptions renew, lapse and expire when due, and delayed batches are put into the
    /// inbox.
    public func run() async {
        await work(
            for: inbox, hasChanges: { $0.route.hasChanges($0.kept.state) },
            send: { $0.route.send([], answersCall: false, &$0.kept.state) })
    }

    /// Runs for one of the customer's devices until cancelled.
    ///
    /// - Parameters:
    ///   - inbox: receives the reports of the device.
    ///   - hasChanges: whether there are unreported changes for the device.
    ///   - send: reports some of them.
    func work(
        for inbox: BackendInbox, hasChanges: @Sendable (isolated EmbeddedAppStore) -> Bool,
        send: @Sendable (isolated EmbeddedAppStore) -> Void
    ) async {
        while !Task.isCancelled {
            let seen = changes.count
            flush()
            let isCaughtUp = (try? catchUp()) != nil
            if hasChanges(self) {
                // Limited, so that reports do not pile up in front of a slow consumer.
                send(self)
                await inbox.waitForRoom(ReportRoute.unreadLimit)
                await Task.yield()
                continue
            }
            // A failed write is repeated later.
            let due = nextDue(isCaughtUp: isCaughtUp)
            guard await changes.wait(after: seen, until: due, on: clock) != .over else { return }
        }
    }

    /// Rejects more payments than may be submitted at once.
    func check(_ payments: [BackendPayment]) throws(BackendFailure) {
        guard payments.count > capabilities.concurrentPayments else { return }
        kept.state.violations.append("submitted \(payments.count) payments at once")
        throw BackendFailure(
            .invalidRequest,
            "A call may have at most \(capabilities.concurrentPayments) payments, not \(payments.count). Split it.")
    }

    /// Puts all batches that have arrived into the inbox.
    func flush() { route.flush(kept.state) }

    /// The first step of every call.
    func enter(_ call: BackendCall) throws(BackendFailure) {
        flush()
        try catchUp()
        if let error = route.failure(of: call) { throw error }
    }

    /// Waits for the delay that the fault plan sets for a call; if cancelled, it returns immediately, because the work
    /// is done.
    func takeTime() async {
        guard let delay = route.faults.returnDelay() else { return }
        try? await clock.sleep(until: clock.now() + delay)
    }

    /// The time of the next work, by the monotonic clock.
    private func nextDue(isCaughtUp: Bool) -> Duration? {
        guard isCaughtUp else { return clock.now() + .seconds(1) }
        let arrival = route.nextArrival
        guard let next = kept.state.journal.nextDue else { return arrival }
        let (wait, isTooLong) = next.milliseconds.subtractingReportingOverflow(clock.timestamp().milliseconds)
        let due = clock.now() + .milliseconds(isTooLong ? 0 : max(0, wait))
        return arrival.map { min($0, due) } ?? due
    }
}

extension EmbeddedAppStore {
    /// Opens a store on this App Store with the default configuration and this App Store's clock.
    ///
    /// The closure changes the configuration. To use your own configuration, pass it to `PurchaseStore.open(_:)`, with
    /// this App Store as its backend, and set its `clock` to this App Store's clock. A store whose clock stands still
    /// waits without end before each retry.
    ///
    /// - Parameters:
    ///   - isolation: the actor on which `configure` is called: that of the caller.
    ///   - configure: changes the configuration, which has this backend and its clock.
    /// - Throws: `PurchaseFailure`, as from `PurchaseStore.open(_:)`: `.alreadyOpen` if a store is open on this backend
    ///   or on the ledger, `.invalidRequest` if a consumer's name in the configuration exceeds its limits, or
    ///   `.ledgerUnavailable`.
    public func openStore(
        isolation: isolated (any Actor)? = #isolation,
        _ configure: (inout PurchaseStore.Configuration) -> Void = { _ in }
    ) async throws(PurchaseFailure) -> PurchaseStore {
        try await Self.openStore(on: self, clock: clock, isolation: isolation, configure)
    }

    static func openStore(
        on backend: any StoreBackend, clock: any StoreClock, isolation: isolated (any Actor)?,
        _ configure: (inout PurchaseStore.Configuration) -> Void
    ) async throws(PurchaseFailure) -> PurchaseStore {
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.clock = clock
        configure(&configuration)
        return try await PurchaseStore.open(configuration)
    }
}

extension [FinishRequest] {
    /// The same error for every transaction.
    func allFailing(with error: BackendFailure) -> [String: BackendFailure] {
        Dictionary(map { ($0.transactionID, error) }, uniquingKeysWith: { first, _ in first })
    }
}
