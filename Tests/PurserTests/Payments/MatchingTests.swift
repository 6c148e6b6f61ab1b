import Foundation
import PurserTesting
import Testing

@testable import Purser

@Suite("Who gets which transaction, with a backend that names no payments")
struct MatchingTests {
    /// Runs a body with a store on a scripted backend, in virtual time.
    private func run(
        atOnce: Int = 8,
        activate: @escaping @Sendable (ScriptedBackend, SimulationContext) async throws -> Void = {
            _, _ in
        },
        configure: @escaping @Sendable (inout PurchaseStore.Configuration) -> Void = { _ in },
        body: @escaping @Sendable (ScriptedBackend, PurchaseStore, SimulationContext) async throws -> Void
    ) throws {
        for seed in 1...20 as ClosedRange<UInt64> {
            try Simulation.run(seed: seed) { context in
                let backend = ScriptedBackend(capabilities: BackendCapabilities(concurrentPayments: atOnce))
                backend.change { $0.activate = { [unowned backend] _ in try await activate(backend, context) } }
                var configuration = PurchaseStore.Configuration(backend: backend)
                configure(&configuration)
                let store = try await PurchaseStore.open(configuration)
                try await body(backend, store, context)
                try await store.close()
            }
        }
    }

    @Test("M2: what is told before a payment went out does not answer it, though it waits already")
    func toldBeforeSubmission() throws {
        let activate: @Sendable (ScriptedBackend, SimulationContext) async throws -> Void = { backend, context in
            try await context.sleep(for: .seconds(5))
            backend.inbox.put([StoreTransaction.sample("T0").reported(.payment(nil))])
            try await context.sleep(for: .seconds(5))
        }
        try run(activate: activate) { backend, store, _ in
            backend.change {
                $0.submit = { [unowned backend] _ in
                    backend.inbox.put([StoreTransaction.sample("T1").reported(.payment(nil))])
                }
            }
            let bought = try await store.purchase("coins", context: ["n": "1"], deadline: .seconds(60)).purchase
            try #require(bought?.transaction.id == "T1" && bought?.context == ["n": "1"])
            var updates = try store.updates(after: 0).makeAsyncIterator()
            let leftover = await updates.next()
            try #require(leftover?.transaction.id == "T0" && leftover?.phase == .complete)
        }
    }

    @Test("C1: payments that gave up their places before they went out reach the backend no more at once than it takes")
    func placesGivenUp() throws {
        try run(atOnce: 1) { backend, store, _ in
            let sizes = Lock<[Int]>([])
            backend.change { [unowned backend] script in
                script.submit = { payments in
                    sizes.withLock { $0.append(payments.count) }
                    backend.inbox.put(
                        payments.map { StoreTransaction.sample($0.productID).reported(.payment($0.token)) })
                }
            }
            await withDiscardingTaskGroup { group in
                for (index, deadline) in [Duration.zero, .zero, .zero, .seconds(60)].enumerated() {
                    group.addTask {
                        _ = await failureCode { try await store.purchase("p\(index)", deadline: deadline) }
                    }
                }
            }
            try #require(sizes.withLock { $0.allSatisfy { $0 == 1 } })
        }
    }

    @Test("M5: an end that follows its transaction during the hand-over does not tell the buyer that it was cancelled")
    func endBehindTransaction() throws {
        let results: [PaymentEnding.Result] = [.cancelled, .pending, .failed(BackendFailure(.networkError, "gone"))]
        for result in results {
            for together in [true, false] {
                let grantsSlowly: @Sendable (inout PurchaseStore.Configuration) -> Void = { configuration in
                    let clock = configuration.clock
                    configuration.grant = { _ in try await clock.sleep(until: clock.now() + .seconds(10)) }
                }
                try run(configure: grantsSlowly) { backend, store, context in
                    backend.change {
                        $0.submit = { [unowned backend] payments in
                            let reported = StoreTransaction.sample("T1").reported(.payment(payments[0].token))
                            let ended = BackendEvent.paymentEnded(
                                PaymentEnding(token: payments[0].token, productID: "coins", result: result))
                            if together { backend.inbox.put([ended, reported]) } else { backend.inbox.put([reported]) }
                            try await context.sleep(for: .seconds(1))
                            if !together { backend.inbox.put([ended]) }
                        }
                    }
                    try #require(try await store.purchase("coins").purchase?.transaction.id == "T1")
                }
            }
        }
    }

    @Test("M2: a left-over told right before a payment goes out, and judged only afterwards, does not answer it")
    func judgedLate() throws {
        let activate: @Sendable (ScriptedBackend, SimulationContext) async throws -> Void = { backend, _ in
            backend.inbox.put([StoreTransaction.sample("T0").reported(.payment(nil))])
        }
        let judgesSlowly: @Sendable (inout PurchaseStore.Configuration) -> Void = { configuration in
            configuration.verifier = SlowVerifier(clock: configuration.clock)
        }
        try run(activate: activate, configure: judgesSlowly) { backend, store, _ in
            backend.change {
                $0.submit = { [unowned backend] _ in
                    backend.inbox.put([StoreTransaction.sample("T1").reported(.payment(nil))])
                }
            }
            try #require(try await store.purchase("coins", deadline: .seconds(600)).purchase?.transaction.id == "T1")
        }
    }

    @Test("M4: a backend that names no payment gets the next one of a product when the first has ended or its call has")
    func hangingPayment() throws {
        try run { backend, store, context in
            async let first: PurchaseOutcome? = try? store.purchase("coins", deadline: .seconds(100))
            try await context.sleep(for: .seconds(1))
            async let second = store.purchase(PaymentRequest(productID: "coins", quantity: 2))
            try await context.sleep(for: .seconds(1))
            async let third = store.purchase("coins")
            try await context.sleep(for: .seconds(90))
            try #require(backend.record.payments.map(\.quantity) == [1])
            try await context.sleep(for: .seconds(30))
            try #require(backend.record.payments.map(\.quantity) == [1, 2])
            let pair = StoreTransaction.sample("T2") { $0.purchasedQuantity = 2 }
            backend.inbox.put([pair.reported(.payment(nil))])
            try #require(try await second.purchase?.transaction.id == "T2")
            try await context.sleep(for: .seconds(1))
            try #require(backend.record.payments.map(\.quantity) == [1, 2, 1])
            for id in ["T1", "T3"] { backend.inbox.put([StoreTransaction.sample(id).reported(.payment(nil))]) }
            try #require(try await third.purchase?.transaction.id == "T3")
            try #require(await first == nil)
        }
    }
}

/// Takes ten seconds to judge, and cannot be asked at the first attempt.
private struct SlowVerifier: TransactionVerifier {
    let clock: any StoreClock
    private let attempts = Lock(0)

    init(clock: any StoreClock) { self.clock = clock }

    func verify(_ transactions: [BackendTransaction]) async throws -> [VerificationVerdict] {
        try await clock.sleep(until: clock.now() + .seconds(10))
        if attempts.next() == 1 { throw BackendFailure(.networkError, "busy", retry: .retryable()) }
        return transactions.map { _ in .verified }
    }
}
