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

    @Test("C5: what submit() throws as a BackendFailure was not taken, any other error does not say")
    func submission() async throws {
        let backend = ScriptedBackend()
        backend.change { $0.submit = { _ in throw BackendFailure(.networkError, "offline") } }
        let store = try await PurchaseStore.open(backend: backend)
        #expect(await failureCode { try await store.purchase("seeds") } == .networkError)
        backend.change { $0.submit = { _ in throw URLError(.badURL) } }
        #expect(await failureCode { try await store.purchase("seeds") } == .outcomeUnknown)
        try await store.close()
    }
}
