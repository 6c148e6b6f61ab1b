import Purser
import PurserSimulator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The embedded App Store with a mark behind each charge and each finish, so that kills fall right there.
struct MarkingBackend: StoreBackend {
    let appStore: EmbeddedAppStore
    let flaw: TortureFlaw?
    let mark: @Sendable (TortureMark) -> Void
    /// Called before the App Store is given payments.
    var submitting: @Sendable ([BackendPayment]) throws -> Void = { _ in }

    var capabilities: BackendCapabilities { appStore.capabilities }
    var inbox: BackendInbox { appStore.inbox }
    var canMakePayments: Bool { appStore.canMakePayments }

    func submit(_ payments: [BackendPayment]) async throws {
        try submitting(payments)
        try await appStore.submit(payments)
        if flaw == .finishFirst { _ = await appStore.finish(appStore.unfinishedTransactions.map(\.id)) }
        mark(.charged)
    }

    func finish(_ requests: [FinishRequest]) async -> [String: BackendFailure] {
        defer { mark(.finished) }
        return await appStore.finish(requests)
    }

    func activate() async throws { try await appStore.activate() }
    func deactivate() async { await appStore.deactivate() }
    func products(for ids: [String]) async throws -> BackendProducts { try await appStore.products(for: ids) }
    func restore(_ id: RestoreID, for account: UUID?) async throws { try await appStore.restore(id, for: account) }
    func redeliver() async throws { try await appStore.redeliver() }
    func localReceipt() async -> StoreReceipt? { await appStore.localReceipt() }
    func refreshReceipt() async throws -> StoreReceipt { try await appStore.refreshReceipt() }
    func storefront() async -> StoreStorefront? { await appStore.storefront() }

    func beginRefundRequest(for transactionID: String, in presentation: PurchasePresentation?) async throws
        -> RefundRequestStatus
    {
        try await appStore.beginRefundRequest(for: transactionID, in: presentation)
    }

    func appTransaction(refresh: Bool) async throws -> StoreAppTransaction {
        try await appStore.appTransaction(refresh: refresh)
    }

    func run() async { await appStore.run() }
}
