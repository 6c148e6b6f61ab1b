import Purser
import PurserSimulator
import PurserTesting

/// A backend under test that is the embedded App Store, or whose platform is a fake on it: what a customer does is done there.
protocol BackendOnEmbeddedStore: BackendUnderTest {
    /// Where it sells from.
    var appStore: EmbeddedAppStore { get }
}

extension BackendOnEmbeddedStore {
    func deferNextPurchase() async throws { await appStore.nextPurchase(.asksToBuy) }
    func cancelNextPurchase() async throws { await appStore.nextPurchase(.userCancels) }
    func approvePending() async throws { try await appStore.approveAll() }
    func refund(_ transactionID: String) async throws { try await appStore.refund(transactionID) }

    func failNextPurchase() async throws -> Bool {
        await appStore.nextPurchase(.fails(.paymentNotAllowed))
        return true
    }

    func forgeTransactions() async throws -> Bool {
        await appStore.updateSettings { $0.failures.verification = "the signature is forged" }
        return true
    }

    func promote(_ productID: String) async throws -> Bool {
        await appStore.promote(productID)
        return true
    }
}
