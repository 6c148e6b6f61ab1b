import Foundation
import Purser
import PurserSimulator

/// A backend in front of another: it writes down what the store asks and what it is told, and may be broken on purpose.
final class WatchedBackend: StoreBackend {
    /// What a test may break on purpose.
    struct Mutation: Sendable {
        /// Changes what is told: each batch becomes any number of batches.
        var reports: (@Sendable ([BackendEvent]) -> [[BackendEvent]])?
        /// Finishes transactions as soon as they are told.
        var finishesAtOnce = false
        /// Claims that all batches were one.
        var claimsOneBatch = false
        /// Lets time for the store to work pass between batches.
        var pauses = false
        /// Names no payments.
        var hidesTokens = false
    }

    let capabilities: BackendCapabilities
    let inbox: BackendInbox
    private let inner: any StoreBackend
    private let mutation: Mutation
    private let isPumped: Bool
    private let log = Lock<[[BackendEvent]]>([])
    private let entrance = Lock<Mailbox<[BackendEvent]>?>(nil)
    private let isAlive: @Sendable () -> Bool
    private let onFinish: @Sendable (String) -> Void
    private let onRestore: @Sendable () async -> Void
    private let onSubmit: @Sendable ([BackendPayment], Bool) -> Void

    /// - Parameter isPumped: whether batches pass through here, so that they can be seen and changed; otherwise they go
    ///   to the store directly, also from inside a call.
    init(
        _ inner: any StoreBackend, isPumped: Bool, mutation: Mutation = Mutation(),
        isAlive: @escaping @Sendable () -> Bool, onFinish: @escaping @Sendable (String) -> Void,
        onRestore: @escaping @Sendable () async -> Void,
        onSubmit: @escaping @Sendable (_ payments: [BackendPayment], _ isTaken: Bool) -> Void = { _, _ in }
    ) {
        self.onSubmit = onSubmit
        self.onRestore = onRestore
        self.isAlive = isAlive
        self.inner = inner
        self.isPumped = isPumped
        self.mutation = mutation
        self.onFinish = onFinish
        inbox = isPumped ? BackendInbox() : inner.inbox
        capabilities = inner.capabilities
    }

    /// The batches that were told, in order; empty when they do not pass through here.
    var batches: [[BackendEvent]] { log.withLock { $0 } }

    var canMakePayments: Bool { inner.canMakePayments }

    func run() async {
        guard let mailbox = entrance.withLock({ $0 }) else { return await inner.run() }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [inner] in
                await inner.run()
                inner.inbox.release()
            }
            while let batches = await mailbox.next() {
                for batch in batches { await report(batch) }
            }
        }
    }

    private func note(_ batch: [BackendEvent]) {
        log.withLock { log in
            if mutation.claimsOneBatch, !log.isEmpty {
                log[log.count - 1] += batch
            } else {
                log.append(batch)
            }
        }
    }

    private func report(_ batch: [BackendEvent]) async {
        for reported in mutation.reports?(batch) ?? [batch] {
            let reported = mutation.hidesTokens ? reported.map(\.withoutToken) : reported
            note(reported)
            inbox.put(reported)
            if mutation.pauses { for _ in 0..<50 { await Task.yield() } }
            guard mutation.finishesAtOnce else { continue }
            _ = await finish(reported.compactMap { $0.transaction?.transaction.id })
        }
    }

    /// A machine that has died asks for nothing.
    private func checkAlive() throws(BackendFailure) {
        guard isAlive() else { throw BackendFailure(.systemError, "the machine has died") }
    }

    func activate() async throws {
        try checkAlive()
        if isPumped { entrance.withLock { $0 = $0 ?? inner.inbox.claim() } }
        try await inner.activate()
    }

    func deactivate() async {
        inner.inbox.release()
        entrance.withLock { $0 = nil }
        await inner.deactivate()
    }

    func products(for ids: [String]) async throws -> BackendProducts { try await inner.products(for: ids) }

    func submit(_ payments: [BackendPayment]) async throws {
        try checkAlive()
        onSubmit(payments, true)
        do {
            try await inner.submit(payments)
        } catch {
            onSubmit(payments, false)
            throw error
        }
    }

    func restore(_ id: RestoreID, for account: UUID?) async throws {
        try checkAlive()
        await onRestore()
        try await inner.restore(id, for: account)
    }

    func redeliver() async throws {
        try checkAlive()
        try await inner.redeliver()
    }

    func localReceipt() async -> StoreReceipt? { await inner.localReceipt() }
    func refreshReceipt() async throws -> StoreReceipt { try await inner.refreshReceipt() }
    func storefront() async -> StoreStorefront? { await inner.storefront() }
    func environment() async -> StoreEnvironment? { await inner.environment() }

    func beginRefundRequest(for transactionID: String, in presentation: PurchasePresentation?) async throws
        -> RefundRequestStatus
    {
        try await inner.beginRefundRequest(for: transactionID, in: presentation)
    }

    func appTransaction(refresh: Bool) async throws -> StoreAppTransaction {
        try await inner.appTransaction(refresh: refresh)
    }

    func finish(_ requests: [FinishRequest]) async -> [String: BackendFailure] {
        let transactionIDs = requests.map(\.transactionID)
        guard isAlive() else {
            let error = BackendFailure(.systemError, "the machine has died")
            return Dictionary(transactionIDs.map { ($0, error) }) { first, _ in first }
        }
        for id in transactionIDs { onFinish(id) }
        return await inner.finish(requests)
    }
}

extension BackendEvent {
    /// The event as a backend tells it that cannot carry tokens.
    fileprivate var withoutToken: BackendEvent {
        switch self {
        case .transaction(var reported):
            switch reported.origin {
            case .payment: reported.origin = .payment(nil)
            case .other, .elsewhere: reported.origin = .other(nil)
            case .restore: break
            }
            return .transaction(reported)
        case .paymentEnded(var ending):
            ending.token = nil
            return .paymentEnded(ending)
        default: return self
        }
    }
}
