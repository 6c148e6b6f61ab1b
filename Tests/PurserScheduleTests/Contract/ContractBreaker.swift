import Foundation
import Purser
import PurserSimulator
import PurserTesting

/// The embedded App Store behind a proxy that breaks one promise of the contract.
final class ContractBreaker: StoreBackend {
    /// Which promise is broken.
    enum Mutation: String, CaseIterable, Sendable {
        case forgetsToFinish, neverRedelivers, endsRestoresTwice, ignoresRestores, hidesUnknownProducts
        case swallowsPayments, namesAnotherPayment, hidesRefunds, claimsToRedeem, refundsInSilence, refundsAnything
        case dropsAccountTokens, believesSignatures, hidesPromotions, promotesAnother, hidesStorefronts
        case forgetsStorefronts, hidesFailures, succeedsAlways, finishesAllOrNone, failsAtNothing, talksWhileDeactivated
        case finishesAll, answersTwice, endsTwice, chargesPending, tellsLeftOversElsewhere
        case runsOnce, lagsASecond, neverSubmits, neverFinishes, neverDeactivates, neverStopsRunning
        case namesAnotherEnvironment, hidesAppWhileInactive, countsDeactivations, activatesOnce, boastsOfTokens,
            boastsOfEndings
    }

    let capabilities: BackendCapabilities
    let inbox: BackendInbox
    private let inner: EmbeddedAppStore
    private let mutation: Mutation
    private let clock: any StoreClock
    /// What the embedded App Store says, where it is changed on its way.
    private let source: Mailbox<[BackendEvent]>?
    private let runs = Lock(0)
    /// Activations less deactivations.
    private let activations = Lock(0)
    private let bought = Lock<[String: Duration]>([:])

    init(_ inner: EmbeddedAppStore, _ mutation: Mutation, clock: any StoreClock) {
        self.inner = inner
        self.mutation = mutation
        self.clock = clock
        source = mutation.changesEvents ? inner.inbox.claim() : nil
        inbox = mutation.changesEvents ? BackendInbox() : inner.inbox
        var capabilities = inner.capabilities
        if mutation == .hidesRefunds { capabilities.optionalCalls.remove(.beginRefundRequest) }
        if mutation == .claimsToRedeem { capabilities.optionalCalls.insert(.redeemCode) }
        if mutation.boasts { capabilities.answersNamePayments = true }
        self.capabilities = capabilities
    }

    var canMakePayments: Bool { inner.canMakePayments }

    func run() async {
        if runs.next() > 1, mutation == .runsOnce { return }
        if mutation == .neverStopsRunning { await Self.forEver() }
        guard let source else { return await inner.run() }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [inner] in await inner.run() }
            // A mailbox is read to its end: it is closed when the task is cancelled.
            await withTaskCancellationHandler {
                while let batches = await source.next() {
                    for batch in batches { inbox.put(batch.flatMap(passed)) }
                }
            } onCancel: {
                source.close()
            }
        }
    }

    func activate() async throws {
        let count = activations.next()
        if mutation == .countsDeactivations, count < 1 { return }
        if mutation == .activatesOnce, count > 1 { return }
        try await inner.activate()
    }

    func deactivate() async {
        activations.withLock { $0 = mutation == .activatesOnce ? max(0, $0 - 1) : $0 - 1 }
        switch mutation {
        case .neverDeactivates: await Self.forEver()
        case .talksWhileDeactivated: break
        default: await inner.deactivate()
        }
    }

    func products(for ids: [String]) async throws -> BackendProducts {
        if mutation == .failsAtNothing, ids.isEmpty { throw BackendFailure(.invalidRequest, "nothing was asked for") }
        var answer = try await inner.products(for: ids)
        if mutation == .hidesUnknownProducts { answer.invalidIDs = [] }
        return answer
    }

    func submit(_ payments: [BackendPayment]) async throws {
        switch mutation {
        case .swallowsPayments: return
        case .neverSubmits: await Self.forEver()
        case .namesAnotherPayment: try await inner.submit(payments.map(\.withAnotherToken))
        default: try await inner.submit(payments)
        }
    }

    func restore(_ id: RestoreID, for account: UUID?) async throws {
        if mutation != .ignoresRestores { try await inner.restore(id, for: account) }
        if mutation == .endsRestoresTwice { inbox.put([.restoreEnded(id, nil)]) }
    }

    func finish(_ requests: [FinishRequest]) async -> [String: BackendFailure] {
        let transactionIDs = requests.map(\.transactionID)
        switch mutation {
        case .forgetsToFinish: return [:]
        case .neverFinishes: await Self.forEver()
        case .finishesAll: return await inner.finish(inner.transactions.map(\.id))
        case .finishesAllOrNone:
            let known = Set(await inner.transactions.map(\.id))
            guard known.isSuperset(of: transactionIDs) else {
                return Dictionary(
                    uniqueKeysWithValues: transactionIDs.map { ($0, BackendFailure(.invalidRequest, "")) })
            }
        default: break
        }
        return await inner.finish(transactionIDs)
    }

    func beginRefundRequest(for transactionID: String, in presentation: PurchasePresentation?) async throws
        -> RefundRequestStatus
    {
        if mutation == .refundsInSilence, await inner.transactions.contains(where: { $0.id == transactionID }) {
            return .success
        }
        do {
            return try await inner.beginRefundRequest(for: transactionID, in: presentation)
        } catch {
            if mutation == .refundsAnything { return .success }
            throw error
        }
    }

    func environment() async -> StoreEnvironment? {
        mutation == .namesAnotherEnvironment ? .xcode : await inner.environment()
    }

    func appTransaction(refresh: Bool) async throws -> StoreAppTransaction {
        if mutation == .hidesAppWhileInactive, activations.withLock({ $0 < 1 }) {
            throw BackendFailure(.clientInvalid, "It is not active.")
        }
        return try await inner.appTransaction(refresh: refresh)
    }

    func redeliver() async throws {
        if mutation == .chargesPending, await !inner.pendingPayments.isEmpty { try await inner.buyElsewhere("coins") }
        if mutation != .neverRedelivers { try await inner.redeliver() }
    }

    func localReceipt() async -> StoreReceipt? { await inner.localReceipt() }
    func refreshReceipt() async throws -> StoreReceipt { try await inner.refreshReceipt() }

    func storefront() async -> StoreStorefront? {
        mutation == .forgetsStorefronts ? .unitedStates : await inner.storefront()
    }
}

extension ContractBreaker {
    /// What is passed on of an event: it, something else, nothing, or it twice.
    private func passed(_ event: BackendEvent) -> [BackendEvent] {
        guard let changed = changed(event) else { return [] }
        switch (mutation, changed) {
        case (.answersTwice, .transaction(let reported)):
            guard case .payment = reported.origin else { return [changed] }
            return [changed, changed]
        case (.endsTwice, .paymentEnded): return [changed, changed]
        default: return [changed]
        }
    }

    /// What becomes of an event on its way; `nil` when it is lost.
    private func changed(_ event: BackendEvent) -> BackendEvent? {
        switch (mutation, event) {
        case (.hidesPromotions, .promotedPurchase), (.hidesStorefronts, .storefrontChanged): return nil
        case (.promotesAnother, .promotedPurchase(let purchase)):
            return .promotedPurchase(
                PromotedPurchase(id: purchase.id, productID: "another", options: purchase.options))
        case (.boastsOfEndings, .paymentEnded(var ending)):
            ending.token = nil
            return .paymentEnded(ending)
        case (.hidesFailures, .paymentEnded(let ending)):
            if case .failed = ending.result { return nil }
        case (.succeedsAlways, .paymentEnded(let ending)):
            if case .failed = ending.result { return .paymentEnded(ending.pending) }
        case (_, .transaction(let reported)): return changed(reported).map { .transaction($0) }
        default: break
        }
        return event
    }

    private func changed(_ reported: BackendTransaction) -> BackendTransaction? {
        var reported = reported
        switch mutation {
        case .dropsAccountTokens:
            var fields = reported.transaction.fields
            fields.appAccountToken = nil
            reported.transaction = StoreTransaction(fields)
        case .believesSignatures: reported.verification = .verified
        case .tellsLeftOversElsewhere: if case .other = reported.origin { reported.origin = .elsewhere }
        case .lagsASecond:
            let now = clock.now()
            let since = bought.withLock { $0.insertIfMissing(now, for: reported.transaction.id) }
            if case .payment = reported.origin { return reported }
            if now < since + .seconds(1) { return nil }
        default: break
        }
        return reported
    }

    /// Never returns, whatever is cancelled.
    ///
    /// Its continuation is left behind on purpose, and never resumed.
    private static func forEver() async { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
}

extension ContractBreaker.Mutation {
    /// Whether it shows only where answers name their payments.
    var needsTokens: Bool { self == .namesAnotherPayment || self == .boastsOfEndings }

    /// Whether it says that its answers name their payments, which not all do.
    fileprivate var boasts: Bool { self == .boastsOfTokens || self == .boastsOfEndings }

    /// Whether it changes what is said, and not what is done.
    fileprivate var changesEvents: Bool {
        switch self {
        case .dropsAccountTokens, .believesSignatures, .hidesPromotions, .promotesAnother, .hidesStorefronts,
            .hidesFailures, .succeedsAlways, .lagsASecond, .answersTwice, .endsTwice, .tellsLeftOversElsewhere,
            .boastsOfEndings:
            true
        default: false
        }
    }
}

extension [String: Duration] {
    fileprivate mutating func insertIfMissing(_ value: Duration, for key: String) -> Duration {
        if let known = self[key] { return known }
        self[key] = value
        return value
    }
}

extension PaymentEnding {
    fileprivate var pending: PaymentEnding {
        var ending = self
        ending.result = .pending
        return ending
    }
}

extension BackendPayment {
    fileprivate var withAnotherToken: BackendPayment {
        BackendPayment(
            token: PaymentToken(launch: token.launch, number: token.number + 1_000), productID: productID,
            quantity: quantity, appAccountToken: appAccountToken, options: options)
    }
}
