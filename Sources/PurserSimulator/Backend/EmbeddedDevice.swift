public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One more device of the customer of an ``EmbeddedAppStore``: a backend on which a store of its own can be open, beside the
/// App Store's own, at the same time.
///
/// All devices share one account. Each hears of every charge, renewal, change and refund from the day on which
/// ``EmbeddedAppStore/addDevice()`` gave it to the customer; what was bought before comes by a restore, as on a new phone. Each
/// has an unfinished queue of its own, so what one has finished is told to the others all the same, consumables included:
/// Apple's `Transaction.updates` tells "transactions that customers complete in your app on another device". Who counts
/// consumables on a server counts them by their transactions.
///
/// What a payment of another device has brought is told as `.elsewhere`. Calls fail here as the fault plan lets them; answers are
/// neither held, nor delayed, nor touched by defects. The queue lasts as long as the App Store object, also where the
/// account is kept in a folder.
public final class EmbeddedDevice: StoreBackend {
    /// What this backend can do, as the App Store's options say.
    public let capabilities: BackendCapabilities
    /// Where everything that this device is told is put.
    public let inbox = BackendInbox()
    /// The App Store whose customer has this device.
    public let appStore: EmbeddedAppStore
    private let number: Int

    init(_ appStore: EmbeddedAppStore, number: Int) {
        self.appStore = appStore
        self.number = number
        capabilities = appStore.capabilities
    }

    /// Opens a store on this device, with all defaults but the clock: both go by the App Store's.
    ///
    /// - Parameters:
    ///   - isolation: the actor on which `configure` is called: that of the caller.
    ///   - configure: changes the configuration, which has this backend and its clock.
    /// - Throws: `PurchaseFailure` as ``EmbeddedAppStore/openStore(isolation:_:)`` does.
    public func openStore(
        isolation: isolated (any Actor)? = #isolation,
        _ configure: (inout PurchaseStore.Configuration) -> Void = { _ in }
    ) async throws(PurchaseFailure) -> PurchaseStore {
        try await EmbeddedAppStore.openStore(on: self, clock: appStore.clock, isolation: isolation, configure)
    }

    /// Whether this customer may pay at all.
    public var canMakePayments: Bool { appStore.canMakePayments }

    /// Opens the way for reports, and puts what this device has not finished into the inbox.
    ///
    /// - Throws: `BackendError` when offline.
    public func activate() async throws {
        try await inStore { store in
            store.route.willActivate()
            try store.enter(.activate)
            store.kept.state.journal.devices[self.number].messages.forget()
            self.reportEverything(in: store)
            await store.takeTime()
        }
    }

    /// Reports nothing any more; what was not finished is reported again after the next `activate()`.
    public func deactivate() async { await inStore { $0.kept.state.journal.devices[self.number].deactivate() } }

    /// Describes products of the catalogue.
    ///
    /// - Throws: `BackendError`.
    public func products(for ids: [String]) async throws -> BackendProducts { try await appStore.products(for: ids) }

    /// Takes payments in order; their answers come here, and their transactions to every device.
    ///
    /// - Throws: `BackendError` when none was taken.
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

    /// Begins a restore; it brings what the customer owns, on whichever device it was bought.
    ///
    /// - Throws: `BackendError` when offline or before `activate()`.
    public func restore(_ id: RestoreID, for user: UUID?) async throws {
        try await inStore { store in
            try store.enter(.restore)
            try self.checkActive("restored", in: store)
            self.report(store.kept.state.restoreRequested(id, on: self.number), in: store)
            await store.takeTime()
        }
    }

    /// Finishes transactions on this device, in the states that are on record.
    public func finish(_ requests: [FinishRequest]) async -> [String: BackendError] {
        await inStore { store in
            let errors: [String: BackendError]
            do throws(BackendError) {
                try store.enter(.finish)
                errors = try store.change { $0.finished(requests, on: self.number) }
            } catch {
                return requests.allFailing(with: error)
            }
            await store.takeTime()
            return errors
        }
    }

    /// Puts what this device has not finished into the inbox again.
    ///
    /// - Throws: `BackendError` when offline or before `activate()`.
    public func redeliver() async throws {
        try await inStore { store in
            try store.enter(.redeliver)
            try self.checkActive("asked for unfinished transactions", in: store)
            self.reportEverything(in: store)
            await store.takeTime()
        }
    }

    /// The receipt that was fetched last, on any device.
    public func localReceipt() async -> StoreReceipt? { await appStore.localReceipt() }

    /// A fresh receipt of the account.
    ///
    /// - Throws: `BackendError`.
    public func refreshReceipt() async throws -> StoreReceipt { try await appStore.refreshReceipt() }

    /// The storefront of the customer.
    public func storefront() async -> StoreStorefront? { await appStore.storefront() }

    /// As on the first device; what comes of it is told to all.
    ///
    /// - Throws: `BackendError`.
    public func redeemCode(in presentation: PurchasePresentation?) async throws {
        try await appStore.redeemEnteredCode(isActive: isActive)
    }

    /// As on the first device; what comes of it is told to all.
    ///
    /// - Throws: `BackendError`.
    public func beginRefundRequest(
        for transactionID: String, in presentation: PurchasePresentation?
    ) async throws -> RefundRequestStatus {
        try await appStore.requestRefund(transactionID, isActive: isActive)
    }

    /// As on the first device.
    ///
    /// - Throws: `BackendError`.
    public func showManageSubscriptions(
        subscriptionGroupID: String?, in presentation: PurchasePresentation?
    ) async throws {
        try await appStore.showManageSubscriptions(subscriptionGroupID: subscriptionGroupID, in: presentation)
    }

    /// As on the first device.
    ///
    /// - Throws: `BackendError`.
    public func appTransaction(refresh: Bool) async throws -> StoreAppTransaction {
        try await appStore.appTransaction(refresh: refresh)
    }

    /// Reports to this device what comes, and lets subscriptions renew when they are due, until cancelled.
    public func run() async {
        await appStore.work(
            for: inbox, hasChanges: { $0.route.isOnline && $0.kept.state.journal.hasChanges(of: self.number) },
            send: { self.report(in: $0) })
    }

    private var isActive: Bool { get async { await inStore { self.queue(in: $0).isActive } } }

    private func queue(in store: isolated EmbeddedAppStore) -> DeviceQueue { store.kept.state.journal.devices[number] }

    private func checkActive(_ call: String, in store: isolated EmbeddedAppStore) throws(BackendError) {
        try store.route.checkActive(queue(in: store).isActive, call, &store.kept.state)
    }

    /// Reports all that this device has not finished, and how every subscription goes on.
    private func reportEverything(in store: isolated EmbeddedAppStore) {
        store.kept.state.journal.devices[number].activate(lines: store.kept.state.book.lines.all.map(\.id))
        report(in: store)
        store.changes.advance()
    }

    /// Reports some of what this device has not seen, and an answer behind that.
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
