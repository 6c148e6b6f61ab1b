import Foundation
import PurserTesting
import Testing

@testable import Purser

@Suite(
    "U4: a payment for a promoted purchase that is rejected gives it back, whoever is present", .timeLimit(.minutes(30))
)
struct PromotedPaymentTests {
    private let ada = StoreAccount.user(UUID())
    private let bob = StoreAccount.user(UUID())
    private let promoted = PromotedPurchase(id: "P1", productID: "coins")
    private let disk = KeptStorage()

    /// Opens a store on a backend that answers nothing by itself.
    private func open(
        _ backend: ScriptedBackend, as account: StoreAccount, _ decision: PromotedPurchase.Decision = .later
    ) async throws -> PurchaseStore {
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.account = account
        configuration.storage = disk
        configuration.promotedPurchases = { _ in decision }
        return try await PurchaseStore.open(configuration)
    }

    /// Begins to buy a deferred one, until the backend has the payment.
    private func buying(
        _ backend: ScriptedBackend, as account: StoreAccount
    ) async throws -> (store: PurchaseStore, payment: BackendPayment, code: Task<PurchaseFailure.Code?, Never>) {
        let store = try await open(backend, as: account)
        backend.inbox.put([.promotedPurchase(promoted)])
        try await eventually { store.deferredPromotedPurchases == [promoted] }
        let code = Task { [promoted] in await failureCode { try await store.purchase(deferred: promoted) } }
        try await eventually { backend.record.payments.count == 1 }
        let payment = try #require(backend.record.payments.first)
        return (store, payment, code)
    }

    private func ending(_ payment: BackendPayment, _ result: PaymentEnding.Result) -> [BackendEvent] {
        [.paymentEnded(PaymentEnding(token: payment.token, productID: payment.productID, result: result))]
    }

    private static let notSold = BackendFailure(.storeProductNotAvailable, "not sold here")

    @Test("It is rejected while another user is present: then it is listed, and reported")
    func rejectedForAbsentUser() async throws {
        let backend = ScriptedBackend()
        let (store, payment, code) = try await buying(backend, as: ada)
        try await store.switchAccount(to: bob)
        #expect(await code.value == .accountSwitched)
        #expect(store.deferredPromotedPurchases.isEmpty, "it may still be charged")
        backend.inbox.put(ending(payment, .failed(Self.notSold)))
        try await eventually { store.deferredPromotedPurchases == [promoted] }
        try await eventually { store.rejectedReports.map(\.reason) == [.notBought] }
        await store.close()
    }

    @Test("It is charged while another user is present: it is over")
    func chargedForAbsentUser() async throws {
        let backend = ScriptedBackend()
        let (store, payment, _) = try await buying(backend, as: ada)
        try await store.switchAccount(to: bob)
        let transaction = StoreTransaction.sample("T1", "coins") { $0.appAccountToken = self.ada.userID }
        backend.inbox.put([transaction.reported(.payment(payment.token))])
        try await eventually { disk.records.contains(.promotedEnded(promoted)) }
        try await store.switchAccount(to: ada)
        #expect(store.deferredPromotedPurchases.isEmpty)
        await store.close()
    }

    @Test("It is rejected after a relaunch", arguments: [true, false])
    func rejectedAfterRelaunch(isShared: Bool) async throws {
        let backend = ScriptedBackend()
        let account = isShared ? .shared : ada
        let (store, payment, _) = try await buying(backend, as: account)
        await store.close()
        let next = try await open(backend, as: account)
        #expect(next.deferredPromotedPurchases.isEmpty, "it may still be charged")
        backend.inbox.put(ending(payment, .failed(Self.notSold)))
        // All users' payments decide at once; those of the shared state at the end of the session.
        if !isShared { try await eventually { next.deferredPromotedPurchases == [promoted] } }
        _ = try? await next.purchase("lamp", deadline: .zero)
        await next.close()
        let last = try await open(backend, as: account)
        #expect(last.deferredPromotedPurchases == [promoted])
        await last.close()
    }

    @Test("A payment that a switch prevents from being submitted gives it back", arguments: [true, false])
    func neverSubmitted(isShared: Bool) async throws {
        let backend = ScriptedBackend(capabilities: BackendCapabilities(concurrentPayments: 1))
        let store = try await open(backend, as: isShared ? .shared : ada)
        backend.inbox.put([.promotedPurchase(promoted)])
        try await eventually { store.deferredPromotedPurchases == [promoted] }
        let first = Task { await failureCode { try await store.purchase("lamp") } }
        try await eventually { backend.record.payments.count == 1 }
        let code = Task { [promoted] in await failureCode { try await store.purchase(deferred: promoted) } }
        try await eventually { store.deferredPromotedPurchases.isEmpty }
        try await store.switchAccount(to: bob)
        #expect(await first.value == .accountSwitched)
        #expect(await code.value == .accountSwitched)
        #expect(store.deferredPromotedPurchases == [promoted])
        #expect(backend.record.payments.count == 1)
        await store.close()
    }

    @Test("One that the app was killed while buying is not listed while it may be charged, and never bought twice")
    func killed() async throws {
        let backend = ScriptedBackend()
        let (store, payment, _) = try await buying(backend, as: ada)
        let copy = disk.copy()
        await store.close()
        let after = ScriptedBackend()
        var configuration = PurchaseStore.Configuration(backend: after)
        configuration.account = ada
        configuration.storage = copy
        let next = try await PurchaseStore.open(configuration)
        #expect(next.deferredPromotedPurchases.isEmpty)
        let transaction = StoreTransaction.sample("T1", "coins") { $0.appAccountToken = self.ada.userID }
        after.inbox.put([transaction.reported(.other(payment.token))])
        try await eventually { next.entitlements.purchasedQuantity(of: "coins") == 1 }
        try await eventually { copy.records.contains(.promotedEnded(promoted)) }
        await next.close()
    }

    @Test("While it cannot be recorded nothing is paid, and it stays listed")
    func diskFull() async throws {
        let backend = ScriptedBackend()
        let store = try await open(backend, as: .shared)
        backend.inbox.put([.promotedPurchase(promoted)])
        try await eventually { store.deferredPromotedPurchases == [promoted] }
        disk.reject { _ in true }
        #expect(await failureCode { try await store.purchase(deferred: promoted) } == .ledgerUnavailable)
        #expect(store.deferredPromotedPurchases == [promoted])
        #expect(backend.record.payments.isEmpty)
        let second = PromotedPurchase(id: "P2", productID: "lamp")
        backend.inbox.put([.promotedPurchase(second)])
        try await eventually { store.deferredPromotedPurchases == [promoted, second] }
        disk.reject { _ in false }
        #expect(store.declinePromotedPurchase(promoted))
        await store.close()
        let next = try await open(backend, as: .unnamed)
        #expect(next.deferredPromotedPurchases == [second])
        await next.close()
    }

    @Test("One that is reported while the store switches users is not lost")
    func reportedDuringSwitch() async throws {
        let backend = ScriptedBackend()
        let store = try await open(backend, as: ada)
        try await store.waitUntilReady()
        try await store.switchAccount(to: .unnamed)
        // No session reads the backend now.
        backend.inbox.put([.promotedPurchase(promoted)])
        try await store.switchAccount(to: bob)
        try await eventually { store.deferredPromotedPurchases == [promoted] }
        await store.close()
    }

    @Test("The limit counts those of earlier launches")
    func limit() async throws {
        let backend = ScriptedBackend()
        let limit = IntakeLimits.deferredPromotedPurchases
        for round in 1...2 {
            let store = try await open(backend, as: .shared)
            backend.inbox.put(
                (1...200).map { .promotedPurchase(PromotedPurchase(id: "\(round).\($0)", productID: "coins")) })
            let expected = min(limit, round * 200)
            try await eventually { store.deferredPromotedPurchases.count == expected }
            try await eventually { store.rejectedReports.count == round * 200 - expected }
            await store.close()
        }
    }
}
