import Foundation
import Purser
import Testing

@Suite("C5: the outcome is not known", .timeLimit(.minutes(30)))
struct UnknownOutcomeTests {
    /// A backend whose payments all end with this error, and what was handed to it.
    private func failing(_ error: BackendFailure) -> ScriptedBackend {
        let backend = ScriptedBackend()
        backend.change { script in
            script.submit = { [weak backend] payments in
                for payment in payments {
                    let ending = PaymentEnding(
                        token: payment.token, productID: payment.productID, result: .failed(error))
                    backend?.inbox.put([.paymentEnded(ending)])
                }
            }
        }
        return backend
    }

    @Test(
        "C5: an error after which a charge may arrive says so, and its transaction joins the payment",
        arguments: [PurchaseFailure.Code.unknown, .networkError, .systemError, .notEntitled], [true, false])
    func charge(code: PurchaseFailure.Code, namesToken: Bool) async throws {
        let backend = failing(BackendFailure(code, "the connection broke"))
        let store = try await PurchaseStore.open(backend: backend)
        let failure = await #expect(throws: PurchaseFailure.self) {
            try await store.purchase("seeds", context: ["why": "test"])
        }
        #expect(failure?.code == .outcomeUnknown)
        #expect((failure?.underlying as? BackendFailure)?.code == code, "the backend's own error is beneath")
        var updates = store.updates.makeAsyncIterator()
        let token = try #require(backend.record.payments.first?.token)
        backend.inbox.put([StoreTransaction.sample("T1", "seeds").reported(.other(namesToken ? token : nil))])
        let update = await updates.next()
        #expect(update?.context == ["why": "test"], "the payment stayed open")
        try await store.close()
    }

    @Test("C5: an error that says that nothing was charged keeps its code")
    func known() async throws {
        let store = try await PurchaseStore.open(
            backend: failing(BackendFailure(.storeProductNotAvailable, "not sold here")))
        #expect(await failureCode { try await store.purchase("seeds") } == .storeProductNotAvailable)
        try await store.close()
        let sure = failing(BackendFailure(.networkError, "refused before it was sent", isOutcomeUnknown: false))
        let second = try await PurchaseStore.open(backend: sure)
        #expect(await failureCode { try await second.purchase("seeds") } == .networkError)
        try await second.close()
    }

    /// Errors after which a backend may have accepted a payment, because only a `BackendFailure` says that it has not.
    static let unclear: [any Error & Sendable] = [
        URLError(.timedOut), URLError(.badURL), CancellationError(), PurchaseFailure(.systemError, "taken or not"),
    ]

    @Test("C5: after an error of submit() that leaves it open, the payment is not submitted again", arguments: 0..<4)
    func submission(index: Int) async throws {
        let backend = ScriptedBackend()
        backend.change { $0.submit = { _ in throw Self.unclear[index] } }
        let store = try await open(backend)
        #expect(
            await failureCode { try await store.purchase("seeds", context: ["why": "test"]) } == .outcomeUnknown)
        #expect(backend.record.payments.count == 1, "the customer may have been charged already")
        var updates = store.updates.makeAsyncIterator()
        backend.inbox.put([StoreTransaction.sample("T1", "seeds").reported(.other(nil))])
        #expect(await updates.next()?.context == ["why": "test"], "the payment stayed open")
        try await store.close()
    }

    @Test("C5: a BackendFailure of submit() says that nothing was accepted, and keeps its code")
    func rejection() async throws {
        let backend = ScriptedBackend()
        backend.change { $0.submit = { _ in throw BackendFailure(.networkError, "offline", retry: .retryable()) } }
        let store = try await open(backend)
        #expect(await failureCode { try await store.purchase("seeds") } == .networkError)
        #expect(backend.record.payments.count == 5, "it was tried by its policy")
        try await store.close()
    }

    /// What a backend throws after its answers: the first two may not be thrown then, and harm nobody.
    static let late: [any Error & Sendable] = [
        BackendFailure(.networkError, "rejected after its answer", retry: .retryable()),
        BackendFailure(.networkError, "rejected after its answer"), URLError(.timedOut),
    ]

    @Test(
        "O1: what is answered before submit() throws is answered, and not submitted again", arguments: 0..<3,
        [true, false])
    func answeredBeforeError(index: Int, namesPayments: Bool) async throws {
        var capabilities = BackendCapabilities()
        capabilities.answersNamePayments = namesPayments
        let backend = ScriptedBackend(capabilities: capabilities)
        backend.change { script in
            script.submit = { [weak backend] payments in
                for payment in payments {
                    backend?.inbox.put([Self.answer(to: payment, token: namesPayments ? payment.token : nil)])
                }
                throw Self.late[index]
            }
        }
        let store = try await open(backend)
        let bought = try await store.purchase("seeds", context: ["why": "test"])
        #expect(bought.purchase?.update.context == ["why": "test"])
        guard case .cancelled = try await store.purchase("weeds") else {
            Issue.record("the customer cancelled")
            return
        }
        guard case .pending = try await store.purchase("shrubs") else {
            Issue.record("it waits for an approval")
            return
        }
        #expect(backend.record.payments.map(\.productID) == ["seeds", "weeds", "shrubs"])
        try await store.close()
    }

    private static func answer(to payment: BackendPayment, token: PaymentToken?) -> BackendEvent {
        guard payment.productID == "seeds" else {
            let result: PaymentEnding.Result = payment.productID == "weeds" ? .cancelled : .pending
            return .paymentEnded(PaymentEnding(token: token, productID: payment.productID, result: result))
        }
        return StoreTransaction.sample("T1", "seeds").reported(.payment(token))
    }

    private func open(_ backend: ScriptedBackend) async throws -> PurchaseStore {
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.retries.payment = .immediate
        return try await PurchaseStore.open(configuration)
    }
}
