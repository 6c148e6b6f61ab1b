import Foundation
import PurserTesting

@testable import Purser

/// An app with handlers that hang, throw, call back and close, on a hostile backend, over several launches.
struct HostileWorld: Sendable {
    let context: SimulationContext
    let bank = HostileBank()
    let gate = Gate()
    let journal = HostileJournal()
    let isCalm = Lock(false)
    private let storage: KeptStorage
    private let clock: JumpingClock
    private let namesPayments: Bool
    private let handlersMisbehave: Bool
    private let launches: Int

    /// What a test breaks on purpose, to see that the checks notice it.
    struct Mutation: Sendable {
        /// Records that are acknowledged but not stored.
        var forgets: @Sendable (LedgerRecord) -> Bool = { _ in false }
        /// Answers name the payment of somebody else.
        var swapsAnswers = false
        /// Each grant that succeeds is made twice.
        var grantsTwice = false
    }

    private let mutation: Mutation

    init(_ context: SimulationContext, _ mutation: Mutation = Mutation()) {
        self.context = context
        self.mutation = mutation
        var generator = context.generator(for: "hostile world")
        storage = KeptStorage(forgetting: mutation.forgets)
        clock = JumpingClock(context.clock, generator: context.generator(for: "clock"))
        namesPayments = generator.happens(0.5)
        handlersMisbehave = generator.happens(0.6)
        launches = 1 + generator.index(below: 3)
    }

    /// Lives through all launches, and lets an honest backend settle everything.
    ///
    /// - Returns: what was violated.
    func run() async throws -> [String] {
        for launch in 0..<launches { try await live("\(launch)") }
        isCalm.withLock { $0 = true }
        clock.calm()
        let store = try await open("calm", isHonest: true)
        try await store.waitUntilReady()
        await settle(store)
        let counted = store.entitlements.purchasedQuantities.filter { $0.value != 0 }
        try await store.close()
        var violations = bank.violations + journal.violations
        violations += HostileChecks(bank: bank, journal: journal, records: storage.records, counted: counted)
            .violations(
                namesPayments: namesPayments, grantsOnce: !handlersMisbehave)
        gate.open()
        SimulatedPurchases.add(journal.count, launches: launches + 1)
        return violations
    }

    private func live(_ launch: String) async throws {
        let store = try await open(launch, isHonest: false)
        journal.opened(store)
        let opened = context.clock.now()
        var generator = context.generator(for: "launch \(launch)")
        let length = generator.duration(upTo: 4_000_000)
        await withDiscardingTaskGroup { group in
            for number in 0..<8 {
                let start = generator.duration(upTo: 300_000)
                group.addTask {
                    try? await context.sleep(for: start)
                    await act(store, context.generator(for: "action \(launch).\(number)"))
                }
            }
            try? await context.sleep(for: length)
            await close(store)
        }
        journal.opened(nil)
        if context.clock.now() > opened + length + .seconds(3_600) {
            journal.violated("C4: a launch did not come to its end within an hour of its closing")
        }
    }

    private func close(_ store: PurchaseStore) async {
        let start = context.clock.now()
        try? await store.close()
        let took = context.clock.now() - start
        if took > CallLimits().closing * 2 { journal.violated("C4: closing took \(took)") }
    }

    private func open(_ launch: String, isHonest: Bool) async throws -> PurchaseStore {
        let backend = HostileBackend(
            context, launch: launch, bank: bank, gate: gate, namesPayments: namesPayments, isHonest: isHonest,
            swapsAnswers: mutation.swapsAnswers
        ) { [storage] id in
            storage.records.contains { record in
                if case .update(let update, _) = record { update.transaction.id == id } else { false }
            }
        }
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.clock = clock
        configuration.generator = context.generator(for: "store \(launch)")
        configuration.storage = storage
        configuration.grant = { try await grant($0) }
        return try await PurchaseStore.open(configuration)
    }

    private func act(_ store: PurchaseStore, _ source: SeededGenerator) async {
        var generator = source
        switch generator.index(below: 10) {
        case 0: _ = try? await store.restorePurchases()
        case 1: try? await store.redeliver()
        case 2: _ = try? await store.products(for: ["coins", "gems"])
        default: await buy(store, &generator)
        }
    }

    private func buy(_ store: PurchaseStore, _ generator: inout SeededGenerator) async {
        let account = generator.uuid()
        let request = PaymentRequest(
            productID: generator.pick(["coins", "coins", "lamps"]), quantity: 1 + generator.index(below: 3),
            appAccountToken: account)
        let deadline: Duration? = generator.happens(0.3) ? generator.duration(upTo: 100_000) : nil
        journal.began()
        let outcome = try? await store.purchase(request, deadline: deadline)
        journal.ended()
        if case .purchased(let purchase) = outcome { journal.bought(purchase.transaction.id, by: account) }
    }

    // MARK: The app's handler

    private func grant(_ update: StoreUpdate) async throws {
        if handlersMisbehave, !isCalm.withLock({ $0 }) { try await misbehave(update) }
        journal.granted(update)
        if mutation.grantsTwice { journal.granted(update) }
    }

    private func misbehave(_ update: StoreUpdate) async throws {
        var generator = context.generator(for: "grant \(update.sequence) \(context.clock.now())")
        switch generator.index(below: 16) {
        case 0: throw CancellationError()
        case 1: throw URLError(.cancelled)
        case 2: throw OddError()
        case 3: await gate.pass()
        case 4: try await context.sleep(for: .seconds(200))
        case 5: if let store = journal.store { try await store.close() }
        case 6: if let store = journal.store { await buy(store, &generator) }
        case 7: _ = try await journal.store?.restorePurchases()
        default: break
        }
    }

    private func settle(_ store: PurchaseStore) async {
        for _ in 0..<24 {
            try? await context.sleep(for: .seconds(600))
            try? await store.redeliver()
            for letter in await store.deadLetters() { try? await store.releaseDeadLetter(letter.update.transaction.id) }
            if bank.unfinished.isEmpty, await store.unfinished().isEmpty { return }
        }
        let left = await store.unfinished().map { "\($0.transaction.id) \($0.update.kind.rawValue)" }
        journal.violated("F5: \(bank.unfinished.map(\.transaction.id)) stay unfinished; the ledger has \(left)")
    }
}
