import Foundation
import Purser
import PurserTesting
import Testing

/// Only the store's own cancellation is one; what outside code throws of that kind is an error like any other.
@Suite("R1: a cancellation of somebody else's cancels nothing", .timeLimit(.minutes(30)))
struct ForeignCancellationTests {
    /// Errors that look like a cancellation.
    static let lookalikes: [any Error & Sendable] = [CancellationError(), URLError(.cancelled)]

    /// A store whose stages try again at once, on a backend that answers each payment inside the call.
    private func open(
        _ backend: ScriptedBackend, _ change: (inout PurchaseStore.Configuration) -> Void = { _ in }
    ) async throws -> PurchaseStore {
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.retries.activation = .immediate
        configuration.retries.payment = .immediate
        configuration.retries.verification = .immediate
        configuration.retries.grant = .immediate
        configuration.retries.catalog = .immediate
        change(&configuration)
        return try await PurchaseStore.open(configuration)
    }

    @Test("A verifier that throws one once tells nobody that a transaction is forged", arguments: 0..<2)
    func verifier(index: Int) async throws {
        let backend = PayingBackend.make()
        let store = try await open(backend) { $0.verifier = FailingVerifier(Self.lookalikes[index], times: 1) }
        #expect(try await store.purchase("seeds").purchase != nil)
        #expect(store.rejectedReports.isEmpty)
        try await store.close()
    }

    @Test("activate() that throws it is tried again, and listens", arguments: 0..<2)
    func activation(index: Int) async throws {
        let backend = PayingBackend.make()
        backend.change { $0.activate = { if $0 <= 3 { throw Self.lookalikes[index] } } }
        let store = try await open(backend)
        try await store.waitUntilReady()
        #expect(backend.record.activations == 4)
        try await store.close()
    }

    @Test("submit() that throws it does not say that the store is closed", arguments: 0..<2)
    func submission(index: Int) async throws {
        let backend = ScriptedBackend()
        backend.change { $0.submit = { _ in throw Self.lookalikes[index] } }
        let store = try await open(backend)
        let failure = await #expect(throws: PurchaseFailure.self) { try await store.purchase("seeds") }
        #expect(failure?.code == .outcomeUnknown)
        #expect(backend.record.payments.count == 1, "the backend may have accepted it")
        try await store.close()
    }

    @Test("A grant that throws it is tried again by its policy, and then is a dead letter", arguments: 0..<2)
    func grant(index: Int) async throws {
        let calls = Lock(0)
        let store = try await open(PayingBackend.make()) { configuration in
            configuration.grant = { update in
                if calls.next() <= 3 || update.transaction.productID == "weeds" { throw Self.lookalikes[index] }
            }
        }
        #expect(try await store.purchase("seeds").purchase != nil)
        #expect(await store.deadLetters().isEmpty)
        #expect(calls.withLock { $0 } == 4)
        #expect(await failureCode { try await store.purchase("weeds") } == .deliveryFailed)
        #expect(calls.withLock { $0 } == 9)
        try await store.close()
    }

    @Test("A fetch that throws it is tried again, and does not say that the store is closed", arguments: 0..<2)
    func fetch(index: Int) async throws {
        let backend = PayingBackend.make()
        backend.change { script in
            script.products = { ids, request in
                if request <= 2 || ids == ["weeds"] { throw Self.lookalikes[index] }
                return BackendProducts(products: ids.map { .sample($0) })
            }
        }
        let store = try await open(backend)
        #expect(try await store.products(for: ["seeds"]).products.count == 1)
        #expect(await failureCode { try await store.products(for: ["weeds"]) } == .unknown)
        try await store.close()
    }

    @Test("The store's own cancellation is one, and is not tried again")
    func ownCancellation() async throws {
        let backend = ScriptedBackend()
        backend.change { $0.submit = { _ in throw BackendFailure(.paymentCancelled, "no", retry: .user) } }
        let store = try await open(backend)
        guard case .cancelled = try await store.purchase("seeds") else {
            Issue.record("a cancelled payment was told as something else")
            return
        }
        #expect(backend.record.payments.count == 1)
        try await store.close()
    }
}
