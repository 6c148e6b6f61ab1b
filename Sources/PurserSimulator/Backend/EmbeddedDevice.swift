public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An additional device of an ``EmbeddedAppStore``'s customer: a backend for another store, at the same time as the App
/// Store's own.
///
/// All devices share one account. Each device gets reports of every charge, renewal, change and refund after
/// ``EmbeddedAppStore/addDevice()`` added it; earlier purchases require a restore, as on a new phone. Each device has
/// its own unfinished queue, so a transaction that one device finished is still reported to the others, including
/// consumables. This corresponds to Apple's `Transaction.updates`, which emits "transactions that customers complete in
/// your app on another device". A server that counts consumables must count their transactions.
///
/// Transactions of payments on other devices are reported as `.elsewhere`. Where answers name no payment, as in StoreKit
/// 1, they are reported as `.other(nil)`; failed transactions, and the new transactions of a restore, belong to the
/// device that requested them. Calls fail according to the fault plan;
/// answers are neither held, nor delayed, nor affected by defects. The queue lasts as long as the App Store object,
/// even if the account is stored in a folder.
public final class EmbeddedDevice: StoreBackend {
    /// The capabilities of this backend, from the App Store's options.
    public let capabilities: BackendCapabilities
    /// The inbox for all reports to this device.
    public let inbox = BackendInbox()
    /// The App Store of this device's customer.
    public let appStore: EmbeddedAppStore
    private let number: Int

    init(_ appStore: EmbeddedAppStore, number: Int) {
        self.appStore = appStore
        self.number = number
        capabilities = appStore.capabilities
    }

    /// Opens a store on this device with the default configuration and the App Store's clock.
    ///
    /// - Parameters:
    ///   - isolation: the actor on which `configure` is called: that of the caller.
    ///   - configure: changes the configuration, which has this backend and its clock.
    /// - Throws: `PurchaseFailure`, as from ``EmbeddedAppStore/openStore(isolation:_:)``.
    public func openStore(
        isolation: isolated (any Actor)? = #isolation,
        _ configure: (inout PurchaseStore.Configuration) -> Void = { _ in }
    ) async throws(PurchaseFailure) -> PurchaseStore {
        try await EmbeddedAppStore.openStore(on: self, clock: appStore.clock, isolation: isolation, configure)
    }

    /// Whether this customer may make payments.
    public var canMakePayments: Bool { appStore.canMakePayments }

    /// Activates reporting, and puts this device's unfinished transactions into the inbox.
    ///
    /// - Throws: `BackendFailure` if offline.
    public func activate() async throws {
        try await inStore { store in
            store.route.willActivate()
            try store.enter(.activate)
            store.kept.state.journal.devices[self.number].messages.forget()
            self.reportEverything(in: store)
            await store.takeTime()
        }
    }

    /// Stops reporting; unfinished transactions are reported again after the next `activate()`.
    public func deactivate() async { await inStore { $0.kept.state.journal.devices[self.number].deactivate() } }

    /// Returns products of the catalog.
    ///
    /// - Throws: `BackendFailure`.
    public func products(for ids: [String]) async throws -> BackendProducts { try await appStore.products(for: ids) }

    /// Processes payments in order; their answers are reported to this device, and their transactions to every device.
    ///
    /// - Throws: `BackendFailure` if none was accepted.
    public func submit(_ payments: [BackendPayment]) async throws {
        try await inStore { store in
            try store.check(payments)
            try store.enter(.submit)
            try self.checkActive("submitted payments", in: store)
            let now = store.clock.timestamp()
            let reported = try store.change { $0.paymentsSubmitted(payments, on: self.number, at: now) }
            self.report(reported.answer, in: store)
            store.route.send(reported.first, answersCall: false, &store.kept.state)
            await store.takeTime()
        }
    }

    /// Begins a restore, which reports the customer's owned products, on whichever device they were bought.
    ///
    /// - Throws: `BackendFailure` if offline or before `activate()`.
    public func restore(_ id: RestoreID, for user: UUID?) async throws {
        try await inStore { store in
            try store.enter(.restore)
            try self.checkActive("restored", in: store)
            let now = store.clock.timestamp()
            let events =
                store.options.followsStoreKit1
                ? try store.change { $0.restoredAnew(id, on: self.number, at: now) }
                : store.kept.state.restoreRequested(id, on: self.number)
            self.report(events, in: store)
            await store.takeTime()
        }
    }

    /// Finishes transactions on this device, in the states of the requests.
    public func finish(_ requests: [FinishRequest]) async -> [String: BackendFailure] {
        await inStore { store in
            let errors: [String: BackendFailure]
            do throws(BackendFailure) {
                try store.enter(.finish)
                errors = try store.change { $0.finished(requests, on: self.number) }
            } catch {
                return requests.allFailing(with: error)
            }
            await store.takeTime()
            return errors
        }
    }

    /// Puts this device's unfinished transactions into the inbox again.
    ///
    /// - Throws: `BackendFailure` if offline or before `activate()`.
    public func redeliver() async throws {
        try await inStore { store in
            try store.enter(.redeliver)
            try self.checkActive("asked for unfinished transactions", in: store)
            self.reportEverything(in: store)
            await store.takeTime()
        }
    }

    /// The last fetched receipt, of any device.
    public func localReceipt() async -> StoreReceipt? { await appStore.localReceipt() }

    /// Returns a new receipt of the account.
    ///
    /// - Throws: `BackendFailure`.
    public func refreshReceipt() async throws -> StoreReceipt { try await appStore.refreshReceipt() }

    /// The customer's storefront.
    public func storefront() async -> StoreStorefront? { await appStore.storefront() }

    /// Redeems a code, as on the first device; the result is reported to all devices.
    ///
    /// - Throws: `BackendFailure`.
    public func redeemCode(in presentation: PurchasePresentation?) async throws {
        try await appStore.redeemEnteredCode(isActive: isActive)
    }

    /// Requests a refund, as on the first device; the result is reported to all devices.
    ///
    /// - Throws: `BackendFailure`.
    public func beginRefundRequest(
        for transactionID: String, in presentation: PurchasePresentation?
    ) async throws -> RefundRequestStatus {
        try await appStore.requestRefund(transactionID, isActive: isActive)
    }

    /// Shows the subscriptions, as on the first device.
    ///
    /// - Throws: `BackendFailure`.
    public func showManageSubscriptions(
        subscriptionGroupID: String?, in presentation: PurchasePresentation?
    ) async throws {
        try await appStore.showManageSubscriptions(subscriptionGroupID: subscriptionGroupID, in: presentation)
    }

    /// The environment of the settings.
    public func environment() async -> StoreEnvironment? { await appStore.environment() }

    /// Returns the app transaction, as on the first device.
    ///
    /// - Throws: `BackendFailure`.
    public func appTransaction(refresh: Bool) async throws -> StoreAppTransaction {
        try await appStore.appTransaction(refresh: refresh)
    }

    /// Reports changes to this device, and renews subscriptions when due, until cancelled.
    public func run() async {
        await appStore.work(
            for: inbox, hasChanges: { $0.route.isOnline && $0.kept.state.journal.hasChanges(of: self.number) },
            send: { self.report(in: $0) })
    }

    private var isActive: Bool { get async { await inStore { self.queue(in: $0).isActive } } }

    private func queue(in store: isolated EmbeddedAppStore) -> DeviceQueue { store.kept.state.journal.devices[number] }

    private func checkActive(_ call: String, in store: isolated EmbeddedAppStore) throws(BackendFailure) {
        try store.route.checkActive(queue(in: store).isActive, call, &store.kept.state)
    }

    /// Reports all transactions that this device has not finished, and the renewal info of every subscription.
    private func reportEverything(in store: isolated EmbeddedAppStore) {
        store.kept.state.journal.devices[number].activate(
            subscriptions: store.kept.state.book.subscriptions.all.map(\.id))
        report(in: store)
        store.changes.advance()
    }

    /// Reports some of the unreported transactions, then an answer.
    private func report(_ answer: [BackendEvent] = [], in store: isolated EmbeddedAppStore) {
        let events = store.kept.state.journal.takeChanges(of: number, limit: ReportRoute.batchLimit, with: answer)
        inbox.put(store.route.signer.signed(events, by: store.settings))
    }

    private func inStore<Result: Sendable>(
        _ body: @Sendable (isolated EmbeddedAppStore) async throws -> Result
    ) async rethrows -> Result {
        try await body(appStore)
    }
}
