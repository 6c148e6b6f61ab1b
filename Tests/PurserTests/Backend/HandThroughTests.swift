import Foundation
import Purser
import Testing

@Suite("The door: what a backend is handed", .timeLimit(.minutes(30)))
struct HandThroughTests {
    private let backend = ScriptedBackend(script: .init())

    /// A backend that answers each payment by a transaction that names it.
    private func answering() -> ScriptedBackend {
        let backend = backend
        backend.change { script in
            script.submit = { payments in
                backend.inbox.put(
                    payments.map { payment in
                        StoreTransaction.sample("T\(payment.token.number)", payment.productID) {
                            $0.purchasedQuantity = payment.quantity
                            $0.appAccountToken = payment.appAccountToken
                        }.reported(.payment(payment.token))
                    })
            }
        }
        return backend
    }

    @Test("The presentation goes along with the call, reaches the backend as it is, and is let go of afterwards")
    @MainActor
    func presentation() async throws {
        final class Scene: Sendable {
            let isGone: Lock<Bool>
            init(_ isGone: Lock<Bool>) { self.isGone = isGone }
            deinit { isGone.withLock { $0 = true } }
        }
        let isGone = Lock(false)
        var scene: Scene? = Scene(isGone)
        let backend = answering()
        let store = try await PurchaseStore.open(backend: backend)
        try await store.purchase("coins", confirmIn: PurchasePresentation(try #require(scene)))
        #expect(backend.record.payments.first?.presentation?.context === scene)
        backend.forgetPayments()
        scene = nil
        // The store keeps nothing of it once the payment has ended.
        try await eventually { isGone.withLock { $0 } }
        try await store.close()
    }

    @Test("A backend is handed what it needs of a payment; a restore is told the app's user")
    func payment() async throws {
        let user = UUID()
        let backend = answering()
        backend.change { script in
            script.restore = { backend.inbox.put([.restoreEnded($0, nil)]) }
        }
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.account = .user(user)
        let store = try await PurchaseStore.open(configuration)
        let option = PurchaseOption.custom(key: "campaign", value: "spring")
        let outcome = try await store.purchase("coins", quantity: 3, context: ["from": "shop"], options: [option])
        #expect(outcome.purchase?.context == ["from": "shop"])
        #expect(outcome.purchase?.update.intent?.request.options == [option])
        let handed = try #require(backend.record.payments.first)
        #expect(handed.productID == "coins" && handed.quantity == 3)
        #expect(handed.appAccountToken == user && handed.options == [option])
        #expect(handed.presentation == nil)
        _ = try await store.restorePurchases()
        #expect(backend.record.restoredAccounts == [user])
        try await store.close()
    }

    @Test("Messages of the store reach every reader, in order, and those that come later too")
    func messages() async throws {
        let store = try await PurchaseStore.open(backend: backend)
        backend.inbox.put([.message(StoreMessage(reason: .billingIssue) { _ in throw ServerDown() })])
        var early = store.messages.makeAsyncIterator()
        let first = try #require(await early.next())
        #expect(first.reason == .billingIssue)
        await #expect(throws: ServerDown.self) { try await first.display() }
        backend.inbox.put([.message(StoreMessage(reason: .winBackOffer) { _ in })])
        #expect(await early.next()?.reason == .winBackOffer)
        var late = store.messages.makeAsyncIterator()
        #expect(await late.next()?.id == first.id)
        try await store.close()
        #expect(await early.next() == nil)
    }

    @Test("T2: renewal infos and statuses become updates behind their transaction; what is not genuine is refused")
    func renewals() async throws {
        let store = try await PurchaseStore.open(backend: backend)
        let info = StoreRenewalInfo(originalTransactionID: "T1", currentProductID: "gold", willAutoRenew: true)
        let forged = StoreRenewalInfo(originalTransactionID: "T1", currentProductID: "gold", willAutoRenew: false)
        backend.inbox.put([
            .renewalInfo(BackendRenewalInfo(info)),
            StoreTransaction.sample("T1", "gold", .autoRenewable).reported(.other(nil)),
            .renewalInfo(BackendRenewalInfo(forged, verification: .invalid("no chain"))),
            .subscriptionStatus(StoreSubscriptionStatus(state: .inGracePeriod, transactionID: "T1")),
        ])
        var updates = try store.updates(after: 0).makeAsyncIterator()
        let first = try #require(await updates.next())
        let second = try #require(await updates.next())
        #expect(first.kind == .purchased && first.renewalInfo == nil)
        #expect(second.kind == .statusChanged && second.renewalState == .inGracePeriod)
        #expect(second.renewalInfo == info && second.transaction == first.transaction)
        #expect(store.rejectedReports.map(\.kind) == [.renewalInfo])
        try await store.close()
    }

    @Test("A call that the backend does not support throws a typed failure that names it")
    func unsupported() async throws {
        let store = try await PurchaseStore.open(backend: backend)
        #expect(!store.supports(.redeemCode))
        #expect(await failureCode { try await store.redeemCode() } == .unsupportedPlatform)
        #expect(await failureCode { try await store.showManageSubscriptions() } == .unsupportedPlatform)
        #expect(await failureCode { try await store.appTransaction() } == .unsupportedPlatform)
        let failure = await #expect(throws: PurchaseFailure.self) { try await store.beginRefundRequest(for: "T1") }
        #expect(failure?.code == .unsupportedPlatform && failure?.message.contains("beginRefundRequest") == true)
        try await store.close()
        #expect(await failureCode { try await store.appTransaction() } == .storeClosed)
    }

    private struct ServerDown: Error {}
}
