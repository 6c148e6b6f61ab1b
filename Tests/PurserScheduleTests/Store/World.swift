import Foundation
import Purser
import PurserSimulator
import PurserTesting

/// One run: a customer, an App Store, an app that is launched several times, and everything that they do by a seed.
struct World: Sendable {
    let scenario: Scenario
    let context: SimulationContext
    let appStore: EmbeddedAppStore
    let storage: any LastingStorage
    let journal = Journal()
    let isCalm = Lock(false)

    init(_ scenario: Scenario, _ context: SimulationContext) {
        self.scenario = scenario
        self.context = context
        appStore = EmbeddedAppStore(
            catalog: SimulatorCatalog(products: Scenario.products),
            options: EmbeddedAppStoreOptions(
                answersNamePayments: scenario.echoesTokens, concurrentPayments: scenario.concurrentPayments,
                answersInsideCalls: scenario.answersInsideCalls))
        let chance = context.generator(for: "storage")
        if scenario.hasDisk {
            storage = CrashingLedger(generator: chance, mutation: scenario.mutations.disk)
        } else {
            let (kept, luck) = (KeptStorage(forgetting: scenario.mutations.forgets), Lock(chance))
            if scenario.storageFailures > 0 {
                kept.decide { _ in luck.withLock { $0.happens(scenario.storageFailures) } ? .failed() : .stored }
            }
            storage = kept
        }
    }

    /// Lives through all launches and lets everything settle.
    ///
    /// - Returns: what was violated.
    func run() async throws -> [String] {
        var reported: [Checks.Launch] = []
        if scenario.hasBadSignatures {
            await appStore.updateSettings { $0.failures.verification = "a bad signature, by plan" }
        }
        for launch in 0..<scenario.launches {
            await appStore.setFaults(scenario.faults(launch: launch))
            let backend = makeBackend()
            if let store = try await open(backend, launch) { await live(store, launch) }
            if scenario.crashes { storage.crash() }
            reported.append(Checks.Launch(batches: backend.batches, recorded: stored().nextSequence - 1))
        }
        if scenario.hasBadSignatures, stored().nextSequence > 1 {
            journal.violated("F1: transactions with bad signatures were recorded")
        }
        await calmDown()
        let backend = makeBackend()
        guard let store = try await open(backend, scenario.launches) else { return ["the last launch did not open"] }
        await settle(store)
        let entitlements = store.entitlements
        await readToTheEnd(store)
        try await store.close()
        reported.append(Checks.Launch(batches: backend.batches, recorded: stored().nextSequence - 1))
        (storage as? CrashingLedger)?.checkAtEnd()
        SimulatedPurchases.add(journal.calls.count, launches: scenario.launches + 1)
        var checks = Checks(self, launches: reported)
        await checks.run(entitlements)
        return checks.violations
    }

    /// Whether the machine runs; what a dead one still does in its own head counts for nothing.
    var isAlive: Bool { !storage.isDead }

    private func makeBackend() -> WatchedBackend {
        WatchedBackend(
            appStore, isPumped: scenario.isPumped, mutation: scenario.mutations.backend, isAlive: { isAlive },
            onFinish: { checkFinish($0) }, onRestore: { journal.restores(await restorable()) })
    }

    private func open(_ backend: WatchedBackend, _ launch: Int) async throws -> PurchaseStore? {
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.generator = context.generator(for: "store \(launch)")
        configuration.storage = storage.launch()
        // What is never answered shall be seen, not ended.
        configuration.limits.payment = .seconds(7 * 86_400)
        configuration.keptUpdates = scenario.keptUpdates
        configuration.concurrentDeliveries = 1 + launch * 3
        if scenario.mutations.believesEverything { configuration.verifier = Believer() }
        if scenario.mutations.refusesRevoked { configuration.verifier = Denier() }
        if scenario.hasGrantHandler { configuration.grant = { try await grant($0) } }
        if scenario.hasRevokeHandler { configuration.revoke = { try await revoke($0) } }
        if scenario.coinsFinishing == .manual { configuration.finishing = { $0 == "coins" ? .manual : .atomic } }
        if scenario.hasManualHandler { configuration.manualPurchases = { await receive($0) } }
        let owed = storage.stored().outstanding.filter { $0.progress.due == .grant }.map(\.transaction.id)
        journal.shop { $0.relaunched(owing: owed) }
        do throws(PurchaseFailure) {
            return try await PurchaseStore.open(configuration)
        } catch {
            guard error.code != .ledgerUnavailable else { return nil }
            throw error
        }
    }

    // MARK: The app's handlers

    private func grant(_ update: StoreUpdate) async throws {
        var generator = context.generator(for: "grant \(update.sequence) \(context.clock.now())")
        checkGranting(update)
        try await change(.granting, by: update, &generator)
        journal.granted(update)
        journal.reported(update)
    }

    private func revoke(_ update: StoreUpdate) async throws {
        var generator = context.generator(for: "revoke \(update.sequence) \(context.clock.now())")
        if scenario.mutations.dropsRevokes, update.sequence.isMultiple(of: 2) { return }
        checkRevoking(update)
        try await change(.revoking, by: update, &generator)
        journal.revoked(update)
        journal.reported(update)
    }

    /// Changes the units of the shop, at once or only at the end: a call that fails or is cut off may have done it or not.
    private func change(
        _ call: ShopBook.Call, by update: StoreUpdate, _ generator: inout SeededGenerator
    ) async throws {
        let isFirst = generator.happens(0.5)
        let setsCredit = scenario.setsCredit
        guard isAlive else { throw HandlerFailure(retryClass: .retryable()) }
        let wasSure = journal.shop { $0.begin(call, update) }
        if isFirst { journal.shop { $0.change(call, update, setsCredit) } }
        try await work(&generator)
        if !isFirst { journal.shop { $0.change(call, update, setsCredit) } }
        journal.shop { $0.succeed(call, update, wasSure) }
    }

    /// Takes its time, and fails as often as the scenario wants.
    private func work(_ generator: inout SeededGenerator) async throws {
        try await context.sleep(for: generator.duration(upTo: 5_000))
        guard isAlive else { throw HandlerFailure(retryClass: .retryable()) }
        if !isCalm.withLock({ $0 }) {
            if generator.happens(scenario.permanentGrantFailures) { throw HandlerFailure(retryClass: .permanent) }
            if generator.happens(scenario.grantFailures) { throw HandlerFailure(retryClass: .retryable()) }
        }
    }

    /// A manual purchase that nobody waits for: finished at once, later, or not in this launch.
    private func receive(_ purchase: StorePurchase) async {
        var generator = context.generator(for: "manual \(purchase.sequence) \(context.clock.now())")
        guard isAlive else { return }
        journal.reported(purchase.update)
        guard generator.happens(0.7) else { return }
        await finish(purchase)
    }

    func finish(_ purchase: StorePurchase) async {
        guard isAlive else { return }
        journal.wantsFinished(purchase.transaction.id)
        try? await purchase.finish()
    }

    // MARK: The end

    private func calmDown() async {
        isCalm.withLock { $0 = true }
        storage.calm()
        await appStore.setFaults(.none)
        await appStore.updateSettings { $0.failures = SimulatorFailures() }
    }

    private func settle(_ store: PurchaseStore) async {
        try? await store.waitUntilReady()
        try? await appStore.approveAll()
        for _ in 0..<12 {
            try? await context.sleep(for: .seconds(600))
            for letter in await store.deadLetters() where letter.step == nil {
                journal.violated(
                    "F6: \(letter.update.transaction.id) is a dead letter with which nothing is left to be done")
            }
            for letter in await store.deadLetters() { try? await store.releaseDeadLetter(letter.update.transaction.id) }
            for purchase in await store.unfinished() where purchase.needsFinish { await finish(purchase) }
            let isDone = await appStore.unfinishedCount == 0
            let isAwaited = stored().outstanding.contains { [.awaitsGrant, .awaitsRevoke].contains($0.progress.state) }
            if isDone, !isAwaited, await store.unfinished().isEmpty, await store.deadLetters().isEmpty { return }
        }
        let left = await store.unfinished().map { "\($0.transaction.id) \($0.update.kind.rawValue)" }
        journal.violated(
            "F5: \(await appStore.unfinishedCount) transactions stay unfinished at the App Store; the ledger has \(left)"
        )
    }
}

/// A verifier that has been bribed.
struct Believer: TransactionVerifier {
    func verify(_ transactions: [BackendTransaction]) async -> [VerificationVerdict] {
        transactions.map { _ in .verified }
    }
}

/// A verifier that does not want to hear of refunds.
struct Denier: TransactionVerifier {
    func verify(_ transactions: [BackendTransaction]) async -> [VerificationVerdict] {
        transactions.map { $0.transaction.revocationTime == nil ? .verified : .invalid("no refunds") }
    }
}
