public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// What a store asks of its backend.
extension EmbeddedAppStore {
    /// Begins to listen, and first puts all unfinished transactions into the inbox, as one batch.
    ///
    /// What fell due meanwhile has happened then, and how each subscription goes on is told behind the transactions. Of very
    /// many renewals the first ones come at once, and the others in batches from ``run()``.
    ///
    /// - Throws: `BackendError` when offline.
    public func activate() async throws {
        wasActivated = true
        try enter(.activate)
        if !faults.isCalm { try changeOriginalIDs() }
        isActive = true
        account.journal.tellEverything()
        var events = unfinishedNow() + account.journal.takeRenewals(Self.batchLimit) + untold
        if account.journal.untoldRenewals.isEmpty { events += account.journal.takeLineNews() }
        untold = []
        unheard = []
        inbox.put(signed(events))
        changes.advance()
        await takeTime()
    }

    /// Stops listening; what was not finished is told again after the next `activate()`.
    public func deactivate() async {
        isActive = false
        outbox.removeAll()
        account.journal.tellNothing()
    }

    /// Describes products of the catalogue, and names the identifiers that it lacks.
    ///
    /// - Throws: `BackendError`, also when more identifiers are asked for than the limit allows.
    public func products(for ids: [String]) async throws -> BackendProducts {
        guard ids.count <= capabilities.productRequestLimit else {
            account.violations.append("asked for \(ids.count) products at once")
            throw BackendError(
                .invalidRequest,
                "At most \(capabilities.productRequestLimit) products in one request, not \(ids.count). Ask in parts."
            )
        }
        try enter(.products)
        if let error = account.catalog.settings.failures.loadProducts { throw error }
        var answer = BackendProducts(products: [])
        var seen: Set<String> = []
        for id in ids where seen.insert(id).inserted {
            if let product = account.catalog[id] {
                answer.products.append(product)
            } else {
                answer.invalidIDs.append(id)
            }
        }
        await takeTime()
        return answer
    }

    /// Takes payments in order; their answers come as one batch.
    ///
    /// - Throws: `BackendError` when none was taken: offline, before `activate()`, more than allowed at once.
    public func submit(_ payments: [BackendPayment]) async throws {
        try check(payments)
        try enter(.submit)
        guard isActive else { throw notActive("submitted payments") }
        let now = clock.timestamp()
        send(try taken(payments, at: now), answersCall: true)
        await takeTime()
    }

    /// Refuses more payments than may be handed in at once.
    func check(_ payments: [BackendPayment]) throws(BackendError) {
        guard payments.count > capabilities.concurrentPayments else { return }
        account.violations.append("submitted \(payments.count) payments at once")
        throw BackendError(
            .invalidRequest,
            "At most \(capabilities.concurrentPayments) payments at once, not \(payments.count). Submit them in parts.")
    }

    /// Begins a restore; its transactions and its end come as one batch.
    ///
    /// There is one customer: whom the app names makes no difference.
    ///
    /// - Throws: `BackendError` when offline or before `activate()`.
    public func restore(_ id: RestoreID, for user: UUID?) async throws {
        try enter(.restore)
        guard isActive else { throw notActive("restored") }
        let now = clock.timestamp()
        let events =
            options.followsStoreKit1
            ? try change { $0.restoredAnew(id, at: now) } : account.restoreRequested(id)
        send(restorable(events), answersCall: true)
        await takeTime()
    }

    /// Finishes transactions in the states that are on record; one that has changed since stays unfinished.
    public func finish(_ requests: [FinishRequest]) async -> [String: BackendError] {
        let errors = finishNow(requests)
        await takeTime()
        return errors
    }

    /// Puts every unfinished transaction into the inbox again, as one batch.
    ///
    /// - Throws: `BackendError` when offline or before `activate()`.
    public func redeliver() async throws {
        try enter(.redeliver)
        guard isActive else { throw notActive("asked for unfinished transactions") }
        // What is still on its way for the first time is told by its own answer.
        let underWay = outbox.transactionIDs
        account.journal.tellEverything()
        for id in underWay { if let place = account.book.transactions.index(of: id) { account.journal.isTold(place) } }
        send(listed(account.unfinished().filter { !$0.isTransaction(in: underWay) }), answersCall: true)
        await takeTime()
    }

    /// The receipt that was fetched last; `nil` before the first `refreshReceipt()`.
    public func localReceipt() async -> StoreReceipt? { receipt }

    /// The storefront of the customer.
    public func storefront() async -> StoreStorefront? { account.catalog.settings.storefront }

    /// What every call goes through first.
    func enter(_ call: BackendCall) throws(BackendError) {
        flush()
        try catchUp()
        guard isOnline else {
            throw BackendError(
                .networkError, "The embedded App Store is offline (\(call.rawValue)). Call setOnline(true).",
                retry: .retryable())
        }
        if let error = faults.called(call, at: clock.now()) { throw error }
    }

    private func finishNow(_ requests: [FinishRequest]) -> [String: BackendError] {
        do throws(BackendError) {
            try enter(.finish)
            var errors: [String: BackendError] = [:]
            var able: [String] = []
            // A newer state that is still on its way was not seen by whoever finishes, so it stays unfinished.
            let unseen = outbox.transactionIDs.union(unheard)
            for request in requests {
                let id = FaultState.ownID(request.transactionID)
                if !faults.isCalm, let error = faults.finishing() {
                    errors[request.transactionID] = error
                } else if !unseen.contains(request.transactionID), !hasChanged(request),
                    faults.isCalm || !losesFinish(id)
                {
                    able.append(id)
                }
            }
            errors.merge(try change { [able] account in account.finished(able) }) { first, _ in first }
            faults.noteFinished(able)
            return errors
        } catch {
            return Dictionary(requests.map { ($0.transactionID, error) }, uniquingKeysWith: { first, _ in first })
        }
    }

    /// Whether the transaction has another state than the one that was seen by whoever finishes it.
    private func hasChanged(_ request: FinishRequest) -> Bool {
        guard let index = account.book.transactions.index(of: FaultState.ownID(request.transactionID)) else {
            return false
        }
        return !request.covers(account.book.transactions[index].transaction)
    }

    func notActive(_ what: String) -> BackendError {
        if !wasActivated { account.violations.append("\(what) before activate()") }
        return BackendError(
            .clientInvalid, "The embedded App Store does not listen yet. Call activate() first.", retry: .retryable())
    }
}

extension BackendEvent {
    /// Whether it tells a transaction of these identifiers.
    fileprivate func isTransaction(in ids: Set<String>) -> Bool {
        guard !ids.isEmpty, case .transaction(let told) = self else { return false }
        return ids.contains(told.transaction.id)
    }
}
