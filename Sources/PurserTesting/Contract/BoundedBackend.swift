import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A backend with a limit for each call: a call that does not return breaks the contract.
///
/// A call that timed out keeps running; its task is cancelled, and not waited for.
struct BoundedBackend: Sendable {
    let inner: any StoreBackend
    let clock: any StoreClock
    let patience: Duration
    let check: String
    /// The first call that did not return in time, where the call itself cannot throw.
    private let overdue = Lock<ContractFailure?>(nil)

    init(_ subject: any BackendUnderTest, check: String) {
        inner = subject.backend
        clock = subject.clock
        patience = subject.patience
        self.check = check
    }

    /// The violation of a call that cannot throw; `nil` while there is none.
    var violation: ContractFailure? { overdue.withLock { $0 } }

    /// Makes a call, and throws a violation when it does not return in time.
    func bounded<Value: Sendable>(
        _ call: String, _ body: @escaping @Sendable (any StoreBackend) async throws -> Value
    ) async throws -> Value {
        let reply = Reply<Result<Value, any Error>>()
        let work = RootTask.start { [inner] in
            let result: Result<Value, any Error>
            do { result = .success(try await body(inner)) } catch { result = .failure(error) }
            reply.resolve(result)
        }
        let timer = RootTask.start { [clock, patience, check] in
            guard (try? await clock.sleep(until: clock.now() + patience)) != nil else { return }
            reply.resolve(
                .failure(ContractFailure(check: check, message: "\(call) did not return within \(patience)")))
        }
        defer {
            timer.cancel()
            work.cancel()
        }
        return try await reply.value(ifCancelled: .failure(CancellationError())).get()
    }

    /// Makes a call that cannot throw; when it does not return in time, that is recorded, and the result is `fallback`.
    func bounded<Value: Sendable>(
        _ call: String, else fallback: Value, _ body: @escaping @Sendable (any StoreBackend) async -> Value
    ) async -> Value {
        do {
            return try await bounded(call) { await body($0) }
        } catch {
            if let violation = error as? ContractFailure { overdue.withLock { $0 = $0 ?? violation } }
            return fallback
        }
    }
}

extension BoundedBackend: StoreBackend {
    var capabilities: BackendCapabilities { inner.capabilities }
    var inbox: BackendInbox { inner.inbox }
    var canMakePayments: Bool { inner.canMakePayments }

    func activate() async throws { try await bounded("activate()") { try await $0.activate() } }
    func deactivate() async { await bounded("deactivate()", else: ()) { await $0.deactivate() } }
    func run() async { await inner.run() }

    func products(for ids: [String]) async throws -> BackendProducts {
        try await bounded("products(for:)") { try await $0.products(for: ids) }
    }

    func submit(_ payments: [BackendPayment]) async throws {
        try await bounded("submit(_:)") { try await $0.submit(payments) }
    }

    func restore(_ id: RestoreID, for account: UUID?) async throws {
        try await bounded("restore(_:for:)") { try await $0.restore(id, for: account) }
    }

    func finish(_ requests: [FinishRequest]) async -> [String: BackendFailure] {
        await bounded("finish(_:)", else: [:]) { await $0.finish(requests) }
    }

    func redeliver() async throws { try await bounded("redeliver()") { try await $0.redeliver() } }

    func localReceipt() async -> StoreReceipt? {
        await bounded("localReceipt()", else: nil) { await $0.localReceipt() }
    }

    func refreshReceipt() async throws -> StoreReceipt {
        try await bounded("refreshReceipt()") { try await $0.refreshReceipt() }
    }

    func storefront() async -> StoreStorefront? {
        await bounded("storefront()", else: nil) { await $0.storefront() }
    }

    func environment() async -> StoreEnvironment? {
        await bounded("environment()", else: nil) { await $0.environment() }
    }

    func redeemCode(in presentation: PurchasePresentation?) async throws {
        try await bounded("redeemCode(in:)") { try await $0.redeemCode(in: presentation) }
    }

    func beginRefundRequest(for transactionID: String, in presentation: PurchasePresentation?) async throws
        -> RefundRequestStatus
    {
        try await bounded("beginRefundRequest(for:in:)") {
            try await $0.beginRefundRequest(for: transactionID, in: presentation)
        }
    }

    func showManageSubscriptions(
        subscriptionGroupID: String?, in presentation: PurchasePresentation?
    ) async throws {
        try await bounded("showManageSubscriptions(subscriptionGroupID:in:)") {
            try await $0.showManageSubscriptions(subscriptionGroupID: subscriptionGroupID, in: presentation)
        }
    }

    func appTransaction(refresh: Bool) async throws -> StoreAppTransaction {
        try await bounded("appTransaction(refresh:)") { try await $0.appTransaction(refresh: refresh) }
    }
}
