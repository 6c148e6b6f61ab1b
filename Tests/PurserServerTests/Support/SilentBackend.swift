#if Server
    import Foundation
    import Purser

    /// A backend that sells nothing: a test reports for it.
    final class SilentBackend: StoreBackend {
        let capabilities = BackendCapabilities()
        let inbox = BackendInbox()
        let canMakePayments = false

        func activate() async throws {}
        func deactivate() async {}
        func products(for ids: [String]) async throws -> BackendProducts {
            BackendProducts(products: [], invalidIDs: ids)
        }
        func submit(_ payments: [BackendPayment]) async throws {}
        func restore(_ id: RestoreID, for account: UUID?) async throws {}
        func finish(_ requests: [FinishRequest]) async -> [String: BackendFailure] { [:] }
        func redeliver() async throws {}
        func localReceipt() async -> StoreReceipt? { nil }
        func refreshReceipt() async throws -> StoreReceipt { throw BackendFailure.unsupported(.redeemCode) }
        func storefront() async -> StoreStorefront? { nil }
    }
#endif
