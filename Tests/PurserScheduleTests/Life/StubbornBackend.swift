import Foundation
import Purser
import PurserSimulator

/// A backend in front of another whose calls hang on demand, deaf to cancellation, until the test lets them go on.
final class StubbornBackend: StoreBackend {
    enum Call: String, CaseIterable, Hashable, Sendable {
        case activate, deactivate, products, submit, restore, finish, redeliver, localReceipt, refreshReceipt
        case storefront, environment, appTransaction, redeemCode, beginRefundRequest, showManageSubscriptions, run
    }

    private struct State: Sendable {
        var hanging: Set<Call> = []
        var running: [Call: Int] = [:]
        /// The most calls of a kind that ran at the same time.
        var most: [Call: Int] = [:]
        var counts: [Call: Int] = [:]
        var isListening = false
        var stuck: [(call: Call, continuation: UnsafeContinuation<Void, Never>)] = []
    }

    let capabilities: BackendCapabilities
    let inbox: BackendInbox
    private let inner: EmbeddedAppStore
    private let state = Lock(State())

    init(_ inner: EmbeddedAppStore) {
        self.inner = inner
        inbox = inner.inbox
        capabilities = inner.capabilities
    }

    var canMakePayments: Bool { inner.canMakePayments }
    /// Whether it was activated and not deactivated since.
    var isListening: Bool { state.withLock(\.isListening) }

    /// From now on calls of these kinds hang.
    func hang(_ calls: Call...) { state.withLock { $0.hanging = Set(calls) } }

    /// Lets all go on that hang, and hangs no more.
    func letGo() {
        let stuck = state.withLock { state in
            defer { (state.hanging, state.stuck) = ([], []) }
            return state.stuck
        }
        for (_, continuation) in stuck { continuation.resume() }
    }

    /// How many calls of this kind hang.
    func stuck(in call: Call) -> Int { state.withLock { $0.stuck.count { $0.call == call } } }
    /// How many calls of this kind there were.
    func count(of call: Call) -> Int { state.withLock { $0.counts[call] ?? 0 } }
    /// The most calls of this kind that ran at the same time.
    func most(of call: Call) -> Int { state.withLock { $0.most[call] ?? 0 } }

    private func enter<Value: Sendable>(_ call: Call, _ body: () async throws -> Value) async rethrows -> Value {
        state.withLock { state in
            state.counts[call, default: 0] += 1
            state.running[call, default: 0] += 1
            state.most[call] = max(state.most[call] ?? 0, state.running[call] ?? 0)
        }
        defer { state.withLock { $0.running[call, default: 1] -= 1 } }
        await withUnsafeContinuation { continuation in
            let isStuck = state.withLock { state in
                guard state.hanging.contains(call) else { return false }
                state.stuck.append((call, continuation))
                return true
            }
            if !isStuck { continuation.resume() }
        }
        return try await body()
    }

    func run() async { await enter(.run) { await inner.run() } }

    func activate() async throws {
        try await enter(.activate) {
            state.withLock { $0.isListening = true }
            try await inner.activate()
        }
    }

    func deactivate() async {
        await enter(.deactivate) {
            state.withLock { $0.isListening = false }
            await inner.deactivate()
        }
    }

    func products(for ids: [String]) async throws -> BackendProducts {
        try await enter(.products) { try await inner.products(for: ids) }
    }

    func submit(_ payments: [BackendPayment]) async throws {
        try await enter(.submit) { try await inner.submit(payments) }
    }

    func restore(_ id: RestoreID, for account: UUID?) async throws {
        try await enter(.restore) { try await inner.restore(id, for: account) }
    }

    func finish(_ requests: [FinishRequest]) async -> [String: BackendFailure] {
        await enter(.finish) { await inner.finish(requests) }
    }

    func redeliver() async throws { try await enter(.redeliver) { try await inner.redeliver() } }
    func localReceipt() async -> StoreReceipt? { await enter(.localReceipt) { await inner.localReceipt() } }
    func refreshReceipt() async throws -> StoreReceipt {
        try await enter(.refreshReceipt) { try await inner.refreshReceipt() }
    }
    func storefront() async -> StoreStorefront? { await enter(.storefront) { await inner.storefront() } }
    func environment() async -> StoreEnvironment? { await enter(.environment) { await inner.environment() } }
    func appTransaction(refresh: Bool) async throws -> StoreAppTransaction {
        try await enter(.appTransaction) { try await inner.appTransaction(refresh: refresh) }
    }
    func redeemCode(in presentation: PurchasePresentation?) async throws {
        try await enter(.redeemCode) { try await inner.redeemCode(in: presentation) }
    }
    func beginRefundRequest(for id: String, in presentation: PurchasePresentation?) async throws -> RefundRequestStatus
    {
        try await enter(.beginRefundRequest) { try await inner.beginRefundRequest(for: id, in: presentation) }
    }
    func showManageSubscriptions(subscriptionGroupID: String?, in presentation: PurchasePresentation?) async throws {
        try await enter(.showManageSubscriptions) {
            try await inner.showManageSubscriptions(subscriptionGroupID: subscriptionGroupID, in: presentation)
        }
    }
}
