import Foundation
import Purser
import PurserTesting

/// An adapter that breaks one promise on purpose: the right one, with something wrong before it.
final class WrongAdapter: StoreBackend {
    enum Fault: String, CaseIterable, Sendable {
        /// Finishes a transaction when StoreKit tells it, before anybody has recorded it.
        case finishesFirst
        /// Forgets which payment StoreKit's call belongs to.
        case dropsTokens
        /// Tells what the call returns and what the updates repeat as two answers.
        case answersTwice
        /// Begins to listen, and does not ask what was told before.
        case losesWhatCameBefore
        /// Restores what StoreKit lists at that moment, and forgets what it does not list yet.
        case believesLists
    }

    let capabilities: BackendCapabilities
    let inbox = BackendInbox()
    private let inner: any StoreBackend
    private let fault: Fault
    private let source: Mailbox<[BackendEvent]>?
    private let clock: any StoreClock
    private let activated = Lock(Duration.zero)
    private let bought = Lock<Set<String>>([])

    init(_ inner: any StoreBackend, _ fault: Fault, clock: any StoreClock) {
        self.inner = inner
        self.fault = fault
        self.clock = clock
        capabilities = inner.capabilities
        source = inner.inbox.claim()
    }

    var canMakePayments: Bool { inner.canMakePayments }

    func run() async {
        guard let source else { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [inner] in await inner.run() }
            await withTaskCancellationHandler {
                while let batches = await source.next() {
                    for batch in batches { await pass(batch) }
                }
            } onCancel: {
                source.close()
            }
        }
    }

    private func pass(_ batch: [BackendEvent]) async {
        var passed: [BackendEvent] = []
        for event in batch {
            guard case .transaction(var reported) = event else {
                passed.append(event)
                continue
            }
            let isAnswer = if case .payment = reported.origin { true } else { false }
            if isAnswer { bought.withLock { _ = $0.insert(reported.transaction.id) } }
            switch fault {
            case .finishesFirst: _ = await inner.finish([reported.transaction.id])
            case .dropsTokens where isAnswer: reported.origin = .payment(nil)
            case .answersTwice where isAnswer: passed.append(event)
            case .losesWhatCameBefore where !isAnswer:
                if clock.now() < activated.withLock({ $0 }) + .milliseconds(500) { continue }
            case .believesLists:
                if case .restore = reported.origin, bought.withLock({ $0.contains(reported.transaction.id) }) {
                    continue
                }
            default: break
            }
            passed.append(.transaction(reported))
        }
        inbox.put(passed)
    }

    func activate() async throws {
        activated.withLock { $0 = clock.now() }
        try await inner.activate()
    }

    func finish(_ requests: [FinishRequest]) async -> [String: BackendFailure] { await inner.finish(requests) }

    func deactivate() async { await inner.deactivate() }
    func products(for ids: [String]) async throws -> BackendProducts { try await inner.products(for: ids) }
    func submit(_ payments: [BackendPayment]) async throws { try await inner.submit(payments) }
    func restore(_ id: RestoreID, for account: UUID?) async throws { try await inner.restore(id, for: account) }
    func redeliver() async throws { try await inner.redeliver() }
    func localReceipt() async -> StoreReceipt? { await inner.localReceipt() }
    func refreshReceipt() async throws -> StoreReceipt { try await inner.refreshReceipt() }
    func storefront() async -> StoreStorefront? { await inner.storefront() }
    func redeemCode(in presentation: PurchasePresentation?) async throws {
        try await inner.redeemCode(in: presentation)
    }
    func showManageSubscriptions(subscriptionGroupID: String?, in presentation: PurchasePresentation?) async throws {
        try await inner.showManageSubscriptions(subscriptionGroupID: subscriptionGroupID, in: presentation)
    }
    func beginRefundRequest(for transactionID: String, in presentation: PurchasePresentation?) async throws
        -> RefundRequestStatus
    { try await inner.beginRefundRequest(for: transactionID, in: presentation) }
    func appTransaction(refresh: Bool) async throws -> StoreAppTransaction {
        try await inner.appTransaction(refresh: refresh)
    }
}
