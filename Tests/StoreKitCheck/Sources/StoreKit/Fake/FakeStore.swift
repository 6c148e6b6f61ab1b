package import Foundation

/// What stands behind the stub: everything that Apple's calls ask of the App Store.
///
/// The stub itself only declares; what happens is up to whoever implements this.
package protocol FakeStoreBehaviour: Sendable {
    var canMakePayments: Bool { get }
    var deviceID: UUID? { get }
    func products(for ids: [String]) async throws -> [Product]
    func purchase(_ product: Product, _ options: Set<Product.PurchaseOption>) async throws -> Product.PurchaseResult
    func finish(_ id: UInt64) async
    func allTransactions() async -> [VerificationResult<Transaction>]
    func unfinishedTransactions() async -> [VerificationResult<Transaction>]
    func currentEntitlements() async -> [VerificationResult<Transaction>]
    func statuses(ofGroup id: String) async throws -> [Product.SubscriptionInfo.Status]
    func sync() async throws
    func storefront() async -> Storefront?
    func appTransaction(refresh: Bool) async throws -> VerificationResult<AppTransaction>
    func requestRefund(_ id: UInt64) async throws -> Transaction.RefundRequestStatus
    /// Lets the customer redeem a code; its transaction is told by `updates` or only returned.
    func redeemCode(tellsUpdates: Bool) async throws -> VerificationResult<Transaction>?

    func transactionUpdates() -> AsyncStream<VerificationResult<Transaction>>
    func statusUpdates() -> AsyncStream<Product.SubscriptionInfo.Status>
    func storefrontUpdates() -> AsyncStream<Storefront>
    func promotions() -> AsyncStream<Product>
    #if canImport(UIKit)
        func messages() -> AsyncStream<Message>
    #endif

    /// Something was shown to the customer.
    func shown(_ what: String) async
    /// A message was shown.
    func displayed(_ reason: Int)
}

/// Where the stub finds the App Store of the running task.
package enum FakeStore {
    @TaskLocal package static var behaviour: (any FakeStoreBehaviour)?

    /// The App Store of the running task.
    static var current: any FakeStoreBehaviour {
        guard let behaviour else {
            preconditionFailure("No App Store is bound to this task (FakeStore.$behaviour).")
        }
        return behaviour
    }
}
