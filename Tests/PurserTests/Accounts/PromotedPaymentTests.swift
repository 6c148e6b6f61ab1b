import Foundation
import PurserTesting
import Testing

@testable import Purser

@Suite("U4: buying a promoted purchase is a purchase like any other", .timeLimit(.minutes(30)))
struct PromotedPaymentTests {
    private let ada = StoreAccount.user(UUID())
    private let bob = StoreAccount.user(UUID())
    private let promoted = PromotedPurchase(id: "P1", productID: "coins")
    private let disk = KeptStorage()
    /// Answers nothing by itself.
    private let backend = ScriptedBackend()

    private func open(
        as account: StoreAccount, on disk: KeptStorage? = nil, _ decision: PromotedPurchase.Decision = .later
    ) async throws -> PurchaseStore {
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.account = account
        configuration.storage = disk ?? self.disk
        configuration.promotedPurchases = { _ in decision }
        return try await PurchaseStore.open(configuration)
    }

    /// Begins to buy a deferred one, until the backend has the payment.
    private func buying(
        as account: StoreAccount
    ) async throws -> (store: PurchaseStore, payment: BackendPayment, call: Task<PurchaseFailure.Code?, Never>) {
        let store = try await open(as: account)
        backend.inbox.put([.promotedPurchase(promoted)])
        try await eventually { store.deferredPromotedPurchases == [promoted] }
        let call = Task { [promoted] in await failureCode { try await store.purchase(deferred: promoted) } }
        try await eventually { backend.record.payments.count == 1 }
        return (store, try #require(backend.record.payments.first), call)
    }

    private func end(_ payment: BackendPayment, _ result: PaymentEnding.Result) {
        let ending = PaymentEnding(token: payment.token, productID: payment.productID, result: result)
        backend.inbox.put([.paymentEnded(ending)])
    }

    private static let notSold = BackendFailure(.storeProductNotAvailable, "not sold here")

    @Test(
        "When the call returns, the entry goes; when it throws, the entry stays; also after a relaunch",
        arguments: [
            (PaymentEnding.Result.cancelled, nil), (.pending, nil),
            (.failed(notSold), .storeProductNotAvailable),
            (.failed(BackendFailure(.networkError, "cut", isOutcomeUnknown: true)), .outcomeUnknown),
        ] as [(PaymentEnding.Result, PurchaseFailure.Code?)])
    func plainRule(result: PaymentEnding.Result, code: PurchaseFailure.Code?) async throws {
        let (store, payment, call) = try await buying(as: ada)
        end(payment, result)
        #expect(await call.value == code)
        let expected = code == nil ? [] : [promoted]
        #expect(store.deferredPromotedPurchases == expected)
        // The call has reported it already.
        #expect(store.rejectedReports.isEmpty)
        try await store.close()
        let next = try await open(as: .unnamed)
        #expect(next.deferredPromotedPurchases == expected)
        try await next.close()
    }

    @Test("While it is being bought it is not listed, and nobody else buys or declines it; then it is listed once")
    func meanwhile() async throws {
        let (store, payment, call) = try await buying(as: ada)
        #expect(store.deferredPromotedPurchases.isEmpty && !store.declinePromotedPurchase(promoted))
        #expect(await failureCode { try await store.purchase(deferred: promoted) } == .invalidRequest)
        // The backend reports it once more; what is reported after it shows that it was read.
        backend.inbox.put([.promotedPurchase(promoted), .promotedPurchase(PromotedPurchase(id: "P2", productID: "x"))])
        try await eventually { store.deferredPromotedPurchases.map(\.id) == ["P2"] }
        call.cancel()
        #expect(await call.value == .waitCancelled)
        #expect(store.deferredPromotedPurchases.map(\.id) == ["P1", "P2"])
        #expect(backend.record.payments.count == 1)
        // The late answer is an update, and changes nothing here.
        backend.inbox.put([StoreTransaction.sample("T1", "coins").reported(.payment(payment.token))])
        try await eventually { store.entitlements.purchasedQuantity(of: "coins") == 1 }
        #expect(store.declinePromotedPurchase(promoted))
        var streamed: [String] = []
        let stream = store.promotedPurchaseDeferrals
        try await store.close()
        for await next in stream { streamed.append(next.id) }
        #expect(streamed == ["P2"])
    }

    @Test("A switch of users ends the call, and the next user finds it on the list")
    func switched() async throws {
        let (store, _, call) = try await buying(as: ada)
        try await store.switchAccount(to: bob)
        #expect(await call.value == .accountSwitched)
        #expect(store.deferredPromotedPurchases == [promoted])
        try await store.forget(user: ada.userID ?? UUID())
        #expect(store.deferredPromotedPurchases == [promoted])
        try await store.close()
    }

    @Test("If the app is killed while it buys one, the next launch lists it, also when it turns out to be paid")
    func killed() async throws {
        let (store, payment, _) = try await buying(as: ada)
        let copy = disk.copy()
        try await store.close()
        let next = try await open(as: ada, on: copy)
        #expect(next.deferredPromotedPurchases == [promoted])
        backend.inbox.put([StoreTransaction.sample("T1", "coins").reported(.other(payment.token))])
        try await eventually { next.entitlements.purchasedQuantity(of: "coins") == 1 }
        #expect(next.deferredPromotedPurchases == [promoted])
        try await next.close()
    }

    @Test("One that the app buys at once and the App Store does not sell is deferred, and reported")
    func notBought() async throws {
        let store = try await open(as: ada, .buy())
        backend.inbox.put([.promotedPurchase(promoted)])
        try await eventually { backend.record.payments.count == 1 }
        #expect(store.deferredPromotedPurchases.isEmpty)
        end(try #require(backend.record.payments.first), .failed(Self.notSold))
        try await eventually { store.rejectedReports.map(\.reason) == [.notBought] }
        #expect(store.deferredPromotedPurchases == [promoted])
        try await store.close()
    }

    @Test("While nothing can be recorded nothing is paid, and it stays listed")
    func diskFull() async throws {
        let store = try await open(as: .shared)
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
        try await store.close()
        let next = try await open(as: .unnamed)
        #expect(next.deferredPromotedPurchases == [second])
        try await next.close()
    }

    @Test("One that is reported right before the store closes is not lost")
    func reportedBeforeClosing() async throws {
        for round in 1...20 {
            let store = try await open(as: .shared)
            try await store.waitUntilReady()
            backend.inbox.put([.promotedPurchase(PromotedPurchase(id: "\(round)", productID: "coins"))])
            try await store.close()
        }
        let next = try await open(as: .unnamed)
        #expect(next.deferredPromotedPurchases.map(\.id) == (1...20).map { "\($0)" })
        try await next.close()
    }

    @Test("L2: one that could not be recorded is recorded a minute later, without another change")
    func recordedLater() throws {
        try Simulation.run(seed: 1) { [promoted] context in
            let (backend, disk) = (ScriptedBackend(), KeptStorage())
            var configuration = PurchaseStore.Configuration(backend: backend)
            (configuration.clock, configuration.storage) = (context.clock, disk)
            configuration.promotedPurchases = { _ in .later }
            let store = try await PurchaseStore.open(configuration)
            try await store.waitUntilReady()
            disk.reject { _ in true }
            backend.inbox.put([.promotedPurchase(promoted)])
            try await context.sleep(for: .seconds(1))
            disk.reject { _ in false }
            try await context.sleep(for: .seconds(61))
            try #require(disk.records.contains { if case .promoted = $0 { true } else { false } })
            try await store.close()
        }
    }

    @Test("One that is reported while the store switches users is not lost")
    func reportedDuringSwitch() async throws {
        let store = try await open(as: ada)
        try await store.waitUntilReady()
        try await store.switchAccount(to: .unnamed)
        // No session reads the backend now.
        backend.inbox.put([.promotedPurchase(promoted)])
        try await store.switchAccount(to: bob)
        try await eventually { store.deferredPromotedPurchases == [promoted] }
        try await store.close()
    }

    @Test("The list has a limit, which counts those of earlier launches; further ones are rejected and reported")
    func limit() async throws {
        let limit = IntakeLimits.deferredPromotedPurchases
        for round in 1...2 {
            let store = try await open(as: .shared)
            backend.inbox.put(
                (1...200).map { .promotedPurchase(PromotedPurchase(id: "\(round).\($0)", productID: "coins")) })
            let expected = min(limit, round * 200)
            try await eventually { store.deferredPromotedPurchases.count == expected }
            try await eventually { store.rejectedReports.count == round * 200 - expected }
            #expect(store.rejectedReports.allSatisfy { $0.kind == .promotedPurchase && $0.reason == .outOfLimits })
            try await store.close()
        }
    }
}
