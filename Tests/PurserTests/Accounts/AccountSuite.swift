import Purser
import PurserSimulator

/// A suite whose stores are opened by users, all on one App Store.
protocol AccountSuite {
    var appStore: EmbeddedAppStore { get }
}

extension AccountSuite {
    func open(
        as account: StoreAccount, _ configure: (inout PurchaseStore.Configuration) -> Void = { _ in }
    ) async throws -> PurchaseStore {
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.account = account
        configure(&configuration)
        return try await PurchaseStore.open(configuration)
    }
}
