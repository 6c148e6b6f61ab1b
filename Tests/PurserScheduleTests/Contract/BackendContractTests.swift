import Foundation
import Purser
import PurserSimulator
import PurserTesting
import Testing

/// The embedded App Store, with a proxy in front of it that may break a promise.
private struct EmbeddedUnderTest: BackendUnderTest {
    let appStore: EmbeddedAppStore
    let backend: any StoreBackend
    let clock: any StoreClock
    let consumableID = "coins"
    let otherConsumableID = "gems"
    let nonConsumableID = "lamp"
    let patience = Duration.seconds(30)

    init(
        echoes: Bool, clock: any StoreClock, mutation: ContractBreaker.Mutation? = nil
    ) {
        appStore = EmbeddedAppStore(
            catalog: SimulatorCatalog(products: Scenario.products), clock: clock,
            options: EmbeddedAppStoreOptions(echoesPaymentTokens: echoes))
        self.clock = clock
        if let mutation { backend = ContractBreaker(appStore, mutation) } else { backend = appStore }
    }

    func deferNextPurchase() async throws { await appStore.nextPurchase(.asksToBuy) }
    func cancelNextPurchase() async throws { await appStore.nextPurchase(.userCancels) }
    func approvePending() async throws { try await appStore.approveAll() }
    func refund(_ transactionID: String) async throws { try await appStore.refund(transactionID) }
}

/// Breaks one promise of the contract.
private final class ContractBreaker: StoreBackend {
    enum Mutation: String, CaseIterable, Sendable {
        case forgetsToFinish
        case neverRedelivers
        case endsRestoresTwice
        case ignoresRestores
        case hidesUnknownProducts
        case swallowsPayments
        case namesAnotherPayment
        case hidesRefunds
        case claimsToRedeem
        case refundsInSilence
        case refundsAnything
    }

    let capabilities: BackendCapabilities
    let inbox: BackendInbox
    private let inner: EmbeddedAppStore
    private let mutation: Mutation

    init(_ inner: EmbeddedAppStore, _ mutation: Mutation) {
        self.inner = inner
        self.mutation = mutation
        inbox = inner.inbox
        var capabilities = inner.capabilities
        if mutation == .hidesRefunds { capabilities.optionalCalls.remove(.beginRefundRequest) }
        if mutation == .claimsToRedeem { capabilities.optionalCalls.insert(.redeemCode) }
        self.capabilities = capabilities
    }

    var canMakePayments: Bool { inner.canMakePayments }
    func run() async { await inner.run() }
    func activate() async throws { try await inner.activate() }
    func deactivate() async { await inner.deactivate() }

    func products(for ids: [String]) async throws -> BackendProducts {
        var answer = try await inner.products(for: ids)
        if mutation == .hidesUnknownProducts { answer.invalidIDs = [] }
        return answer
    }

    func submit(_ payments: [BackendPayment]) async throws {
        switch mutation {
        case .swallowsPayments: return
        case .namesAnotherPayment: try await inner.submit(payments.map(\.withAnotherToken))
        default: try await inner.submit(payments)
        }
    }

    func restore(_ id: RestoreID, for account: UUID?) async throws {
        if mutation != .ignoresRestores { try await inner.restore(id, for: account) }
        if mutation == .endsRestoresTwice { inbox.put([.restoreEnded(id, nil)]) }
    }

    func finish(_ transactionIDs: [String]) async -> [String: BackendError] {
        mutation == .forgetsToFinish ? [:] : await inner.finish(transactionIDs)
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

    func appTransaction(refresh: Bool) async throws -> StoreAppTransaction {
        try await inner.appTransaction(refresh: refresh)
    }

    func redeliver() async throws { if mutation != .neverRedelivers { try await inner.redeliver() } }
    func localReceipt() async -> StoreReceipt? { await inner.localReceipt() }
    func refreshReceipt() async throws -> StoreReceipt { try await inner.refreshReceipt() }
    func storefront() async -> StoreStorefront? { await inner.storefront() }
}

extension ContractBreaker.Mutation {
    /// Whether it shows only where answers name their payments.
    fileprivate var needsTokens: Bool { self == .namesAnotherPayment }
}

extension BackendPayment {
    fileprivate var withAnotherToken: BackendPayment {
        BackendPayment(
            token: PaymentToken(launch: token.launch, number: token.number + 1_000), productID: productID,
            quantity: quantity, appAccountToken: appAccountToken, options: options)
    }
}

@Suite("The backends' contract")
struct BackendContractTests {
    @Test("The embedded App Store keeps it, with tokens and without", arguments: [true, false])
    func embedded(echoes: Bool) throws {
        for seed in 1...20 as ClosedRange<UInt64> {
            let found = try Simulation.run(seed: seed) { context in
                try await BackendContract.violations { EmbeddedUnderTest(echoes: echoes, clock: context.clock) }
            }
            #expect(found.isEmpty, "\(found)")
        }
    }

    @Test("A backend that breaks a promise is noticed", arguments: ContractBreaker.Mutation.allCases)
    fileprivate func broken(_ mutation: ContractBreaker.Mutation) throws {
        let found = try Simulation.run(seed: 1) { context in
            try await BackendContract.violations {
                EmbeddedUnderTest(echoes: mutation.needsTokens, clock: context.clock, mutation: mutation)
            }
        }
        #expect(!found.isEmpty)
    }

    @Test("A backend on which a store is open is refused with words that say so")
    func taken() async throws {
        let subject = EmbeddedUnderTest(echoes: true, clock: SystemClock())
        let store = try await PurchaseStore.open(backend: subject.appStore)
        let check = try #require(BackendContract.checks.first)
        await #expect(throws: ContractViolation.self) { try await check.run { subject } }
        await store.close()
    }
}
