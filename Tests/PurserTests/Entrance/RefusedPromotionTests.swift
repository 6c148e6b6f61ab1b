import Purser
import Testing

@Suite("E2: a promoted purchase that the store refuses does not vanish", .timeLimit(.minutes(30)))
struct RefusedPromotionTests {
    private let promoted = PromotedPurchase(id: "P1", productID: "seeds")

    /// A backend that refuses each payment in its answer.
    private func rejecting(_ result: PaymentEnding.Result) -> ScriptedBackend {
        let backend = ScriptedBackend()
        backend.change { script in
            script.submit = { [weak backend] payments in
                for payment in payments {
                    let ending = PaymentEnding(token: payment.token, productID: payment.productID, result: result)
                    backend?.inbox.put([.paymentEnded(ending)])
                }
            }
        }
        return backend
    }

    private func store(
        on backend: ScriptedBackend, _ decision: PromotedPurchase.Decision
    ) async throws -> PurchaseStore {
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.promotedPurchases = { _ in decision }
        let store = try await PurchaseStore.open(configuration)
        backend.inbox.put([.promotedPurchase(promoted)])
        return store
    }

    private static let notAvailable = BackendFailure(.storeProductNotAvailable, "not sold here")

    @Test("A deferred one that the store refuses after it was submitted is on the list again, once, and is reported")
    func refusedByAnswer() async throws {
        let store = try await store(on: rejecting(.failed(Self.notAvailable)), .later)
        var deferrals = store.promotedPurchaseDeferrals.makeAsyncIterator()
        #expect(await deferrals.next() == promoted)
        for _ in 1...3 {
            let code = await failureCode { try await store.purchase(deferred: promoted) }
            #expect(code == .storeProductNotAvailable)
            try await eventually { store.deferredPromotedPurchases == [promoted] }
        }
        try await eventually { store.rejectedReports.map(\.reason) == [.notBought] }
        await store.close()
    }

    @Test("One that the backend did not even take is on the list again")
    func refusedBySubmit() async throws {
        let backend = ScriptedBackend()
        backend.change { $0.submit = { _ in throw Self.notAvailable } }
        let store = try await store(on: backend, .later)
        var deferrals = store.promotedPurchaseDeferrals.makeAsyncIterator()
        #expect(await deferrals.next() == promoted)
        #expect(await failureCode { try await store.purchase(deferred: promoted) } == .storeProductNotAvailable)
        try await eventually { store.deferredPromotedPurchases == [promoted] }
        await store.close()
    }

    @Test("One that is refused when its caller has stopped waiting is on the list again")
    func refusedLate() async throws {
        let backend = ScriptedBackend()
        let store = try await store(on: backend, .later)
        var deferrals = store.promotedPurchaseDeferrals.makeAsyncIterator()
        #expect(await deferrals.next() == promoted)
        let caller = Task { [promoted] in await failureCode { try await store.purchase(deferred: promoted) } }
        try await eventually { backend.record.payments.count == 1 }
        caller.cancel()
        #expect(await caller.value == .waitCancelled)
        #expect(store.deferredPromotedPurchases.isEmpty)
        let payment = try #require(backend.record.payments.first)
        backend.inbox.put([
            .paymentEnded(
                PaymentEnding(token: payment.token, productID: "seeds", result: .failed(Self.notAvailable)))
        ])
        try await eventually { store.deferredPromotedPurchases == [promoted] }
        await store.close()
    }

    @Test("One that the app buys at once and the store refuses is deferred, and reported")
    func refusedAtOnce() async throws {
        let store = try await store(on: rejecting(.failed(Self.notAvailable)), .buy())
        var deferrals = store.promotedPurchaseDeferrals.makeAsyncIterator()
        #expect(await deferrals.next() == promoted)
        try await eventually { store.rejectedReports.map(\.reason) == [.notBought] }
        #expect(store.deferredPromotedPurchases == [promoted])
        await store.close()
    }

    @Test(
        "One that the customer cancels, that waits for somebody, or that may be charged, is not offered again",
        arguments: [
            PaymentEnding.Result.cancelled, .pending,
            .failed(BackendFailure(.networkError, "cut", isOutcomeUnknown: true)),
        ])
    func over(_ result: PaymentEnding.Result) async throws {
        let store = try await store(on: rejecting(result), .later)
        var deferrals = store.promotedPurchaseDeferrals.makeAsyncIterator()
        #expect(await deferrals.next() == promoted)
        _ = try? await store.purchase(deferred: promoted)
        // A second purchase ends behind everything that the first one caused.
        _ = try? await store.purchase("coins")
        #expect(store.deferredPromotedPurchases.isEmpty)
        #expect(await failureCode { try await store.purchase(deferred: promoted) } == .invalidRequest)
        await store.close()
    }

    @Test(
        "The list has a limit: those on it stay, further ones are refused and reported, and readers get all that are on it"
    )
    func limit() async throws {
        let limit = IntakeLimits.deferredPromotedPurchases
        let backend = rejecting(.failed(Self.notAvailable))
        let store = try await store(on: backend, .later)
        backend.inbox.put(
            (2...(limit + 20)).map { .promotedPurchase(PromotedPurchase(id: "P\($0)", productID: "seeds")) })
        // The handler decides about all at once, so the last one that is rejected may be decided before one that is listed.
        try await eventually {
            store.rejectedReports.count == 20 && store.deferredPromotedPurchases.count == limit
        }
        let listed = store.deferredPromotedPurchases
        #expect(listed.count == limit)
        #expect(store.rejectedReports.allSatisfy { $0.kind == .promotedPurchase && $0.reason == .outOfLimits })
        var deferrals = store.promotedPurchaseDeferrals.makeAsyncIterator()
        var read: [PromotedPurchase] = []
        while read.count < limit, let next = await deferrals.next() { read.append(next) }
        #expect(Set(read) == Set(listed))
        // What is being bought keeps its place.
        let first = try #require(listed.first)
        #expect(await failureCode { try await store.purchase(deferred: first) } == .storeProductNotAvailable)
        try await eventually { store.deferredPromotedPurchases.count == limit }
        await store.close()
    }
}

@Suite("The streams of deferred purchases keep as many as their limit says", .timeLimit(.minutes(30)))
struct DeferralLimitTests {
    @Test("A flood that is removed again leaves no memory behind, and what is listed is told to later readers")
    func flood() async {
        let purchases = PromotedPurchases(limit: 4)
        func list(_ purchase: PromotedPurchase) {
            purchases.withState { state in
                #expect(state.reported(purchase) && state.keep(purchase))
                state.deferred(purchase)
            }
        }
        let lasting = PromotedPurchase(id: "lasting", productID: "seeds")
        list(lasting)
        for number in 1...1_000 {
            let purchase = PromotedPurchase(id: "P\(number)", productID: "seeds")
            list(purchase)
            #expect(purchases.withState { $0.drop(purchase) })
        }
        purchases.close()
        var reported: [PromotedPurchase] = []
        for await next in purchases.stream() { reported.append(next) }
        #expect(reported.first == lasting)
        #expect(reported.count <= 8)
    }
}
