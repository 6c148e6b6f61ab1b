import Foundation
import PurserSimulator
import PurserTesting
import Testing

@testable import Purser

@Suite("What is owned, whenever it changes", .timeLimit(.minutes(30)))
struct EntitlementUpdatesTests: AccountSuite {
    private let ada = StoreAccount.user(UUID())
    private let bob = StoreAccount.user(UUID())
    let appStore = EmbeddedAppStore(
        catalog: SimulatorCatalog(products: [.simulated("seeds"), .simulated("tools", .nonConsumable)]))

    @Test("E1, U2: purchases, refunds and switches of users are told, each user's own, without polling")
    func reported() async throws {
        let store = try await open(as: ada)
        let owned = Lock<[Bool]>([])
        let reading = Task {
            for await entitlements in store.entitlementUpdates {
                let isOwned = entitlements.contains("tools")
                owned.withLock { if $0.last != isOwned { $0.append(isOwned) } }
            }
        }
        try await eventually { owned.withLock { $0 == [false] } }
        let purchase = try #require(try await store.purchase("tools").purchase)
        try await eventually { owned.withLock { $0 == [false, true] } }
        try await store.switchAccount(to: bob)
        try await eventually { owned.withLock { $0 == [false, true, false] } }
        try await store.switchAccount(to: ada)
        try await eventually { owned.withLock { $0 == [false, true, false, true] } }
        try await appStore.refund(purchase.transaction.id)
        try await eventually { owned.withLock { $0 == [false, true, false, true, false] } }
        try await store.close()
        await reading.value
    }

    @Test("The present user is told, and each that follows; a second loop has its own position")
    func accounts() async throws {
        let store = try await open(as: .unnamed)
        let reported = Lock<[StoreAccount]>([])
        let reading = Task { for await account in store.accounts { reported.withLock { $0.append(account) } } }
        try await eventually { reported.withLock { $0 == [.unnamed] } }
        try await store.switchAccount(to: ada)
        try await eventually { [ada] in reported.withLock { $0 == [.unnamed, ada] } }
        try await store.switchAccount(to: bob)
        try await eventually { [bob] in reported.withLock { $0.last == bob } }
        var second = store.accounts.makeAsyncIterator()
        #expect(await second.next() == bob)
        try await store.close()
        await reading.value
        #expect(await second.next() == nil)
    }

    @Test("T1: the end of a subscription is told when it is due, once", arguments: 1...20 as ClosedRange<UInt64>)
    func expiry(seed: UInt64) throws {
        try Simulation.run(seed: seed) { context in
            let appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: [.simulated("gold", .autoRenewable)]))
            let store = try await PurchaseStore.open(backend: appStore)
            let purchase = try await store.purchase("gold").purchase
            try await appStore.setAutoRenew(false, for: "gold")
            let end = try #require(purchase?.transaction.expirationTime)
            let reported = Lock<[(isOwned: Bool, time: Timestamp)]>([])
            let reading = context.start {
                for await entitlements in store.entitlementUpdates {
                    reported.withLock { $0.append((entitlements.contains("gold"), entitlements.time)) }
                }
            }
            let rest = end.milliseconds - context.clock.timestamp().milliseconds
            try await context.sleep(for: .milliseconds(rest + 60_000))
            try await store.close()
            try await reading.value
            // What the store says of the renewal is told too, and changes nothing of it.
            let all = reported.withLock { $0 }
            let ends = zip(all, all.dropFirst()).filter { $0.isOwned && !$1.isOwned }.map(\.1)
            try #require(ends.count == 1 && ends.first?.time == end)
        }
    }

    @Test(
        "T1, E4: a renewal on its day or ahead of it never shows as not owned, and nothing is told twice",
        arguments: 1...10 as ClosedRange<UInt64>)
    func renewals(seed: UInt64) throws {
        try Simulation.run(seed: seed) { context in
            let appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: [.simulated("gold", .autoRenewable)]))
            let store = try await PurchaseStore.open(backend: appStore)
            try await store.purchase("gold")
            let reported = Lock<[StoreEntitlements]>([])
            let reading = context.start {
                for await entitlements in store.entitlementUpdates { reported.withLock { $0.append(entitlements) } }
            }
            try await context.sleep(for: .seconds(70 * 86_400))
            try await appStore.forceRenewal(of: "gold")
            try await context.sleep(for: .seconds(70 * 86_400))
            try await store.close()
            try await reading.value
            let all = reported.withLock { $0 }
            try #require(all.count >= 5 && all.allSatisfy { $0.contains("gold") })
            try #require(zip(all, all.dropFirst()).allSatisfy { $0 != $1 })
        }
    }

    @Test(
        "T1: an end that a changed clock brings nearer is told at once, and within the hour that it has not come yet",
        arguments: 1...5 as ClosedRange<UInt64>
    )
    func changedClock(seed: UInt64) throws {
        try Simulation.run(seed: seed) { context in
            let backend = ScriptedBackend()
            var configuration = PurchaseStore.Configuration(backend: backend)
            configuration.entitlementPolicy = .none
            let store = try await PurchaseStore.open(configuration)
            let end = context.clock.timestamp().advanced(by: .seconds(30 * 86_400))
            let period = StoreTransaction.sample("t1", "gold", .autoRenewable) { $0.expirationTime = end }
            backend.inbox.put([period.reported(.elsewhere)])
            while !store.entitlements.contains("gold") { try await context.sleep(for: .milliseconds(1)) }
            let isOwned = Lock<[Bool]>([])
            @Sendable func lastTwo() -> [Bool] { isOwned.withLock { Array($0.suffix(2)) } }
            let reading = context.start {
                for await entitlements in store.entitlementUpdates {
                    isOwned.withLock { $0.append(entitlements.contains("gold")) }
                }
            }
            try await context.sleep(for: .seconds(86_400))
            try #require(lastTwo().last == true)
            context.clock.setDate(end.date)
            try #require(!store.entitlements.contains("gold"))
            try await context.sleep(for: .milliseconds(1))
            try #require(lastTwo() == [true, false])
            // It was wrong, and is set right.
            context.clock.setDate(end.advanced(by: .seconds(-7_300)).date)
            try #require(store.entitlements.contains("gold"))
            try await context.sleep(for: .seconds(3_601))
            try #require(lastTwo() == [false, true])
            try await context.sleep(for: .seconds(3_700))
            try #require(lastTwo() == [true, false])
            try await store.close()
            try await reading.value
        }
    }

    @Test("T1: with an app's own clock, which reports no dates that are set, an end is told within a second")
    func plainClock() throws {
        try Simulation.run(seed: 1) { context in
            let backend = ScriptedBackend()
            var configuration = PurchaseStore.Configuration(backend: backend)
            configuration.clock = SleepUntilDateTests.PlainClock(inner: context.clock)
            configuration.entitlementPolicy = .none
            let store = try await PurchaseStore.open(configuration)
            let end = context.clock.timestamp().advanced(by: .seconds(30 * 86_400))
            let period = StoreTransaction.sample("t1", "gold", .autoRenewable) { $0.expirationTime = end }
            backend.inbox.put([period.reported(.elsewhere)])
            while !store.entitlements.contains("gold") { try await context.sleep(for: .milliseconds(1)) }
            let isOwned = Lock<Bool?>(nil)
            let reading = context.start {
                for await entitlements in store.entitlementUpdates {
                    isOwned.withLock { $0 = entitlements.contains("gold") }
                }
            }
            try await context.sleep(for: .seconds(60))
            try #require(isOwned.withLock { $0 } == true)
            context.clock.setDate(end.advanced(by: .seconds(5)).date)
            try #require(!store.entitlements.contains("gold"))
            try await context.sleep(for: .milliseconds(1_001))
            try #require(isOwned.withLock { $0 } == false)
            try await store.close()
            try await reading.value
        }
    }

    @Test("B1: not known, failed and known are three answers, and being away takes nothing")
    func availability() async throws {
        let (isAway, gate) = (Lock(true), Lock(false))
        let backend = ScriptedBackend(
            script: .init(activate: { _ in
                while !gate.withLock({ $0 }) { await Task.yield() }
                if isAway.withLock({ $0 }) { throw BackendFailure(.networkError, "away", retry: .retryable()) }
            }))
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.storage = KeptStorage()
        configuration.retries.activation = RetryPolicy(
            initialDelay: .milliseconds(1), maximumDelay: .milliseconds(1), maximumAttempts: nil, maximumElapsed: nil)
        let store = try await PurchaseStore.open(configuration)
        #expect(store.entitlements.availability.description == "not known yet")
        gate.withLock { $0 = true }
        try await eventually { if case .failed = store.entitlements.availability { true } else { false } }
        var updates = store.entitlementUpdates.makeAsyncIterator()
        #expect(await updates.next()?.availability.isKnown == false)
        isAway.withLock { $0 = false }
        while let entitlements = await updates.next(), !entitlements.availability.isKnown {}
        #expect(store.entitlements.availability.isKnown)
        backend.inbox.put([StoreTransaction.sample("t1").reported(.elsewhere)])
        try await eventually { store.lastSequence == 1 }
        try await store.close()

        isAway.withLock { $0 = true }
        let away = try await PurchaseStore.open(configuration)
        #expect(away.entitlements.availability.isKnown, "what is recorded is known, and being away takes nothing")
        try await eventually { backend.record.activations >= 4 }
        #expect(away.entitlements.availability.isKnown)
        try await away.close()
    }

    @Test("B1: a backend that reports itself that it is caught up makes known what is owned")
    func caughtUp() async throws {
        let backend = ScriptedBackend(
            script: .init(activate: { _ in throw BackendFailure(.networkError, "away", retry: .retryable()) }))
        let store = try await PurchaseStore.open(PurchaseStore.Configuration(backend: backend))
        try await eventually { if case .failed = store.entitlements.availability { true } else { false } }
        backend.inbox.put([StoreTransaction.sample("t1").reported(.elsewhere)])
        try await eventually { store.lastSequence == 1 }
        #expect(!store.entitlements.availability.isKnown)
        backend.inbox.put([.caughtUp])
        try await eventually { store.entitlements.availability.isKnown }
        try await store.close()
    }

    @Test("B1: a user whose ledger cannot be opened is failed, not empty")
    func unreadable() async throws {
        let store = try await open(as: .unnamed) { configuration in
            let storage = KeptStorage()
            storage.setReadable(false)
            configuration.storage = storage
        }
        #expect(store.entitlements.availability.description == "not known yet")
        #expect(await failureCode { try await store.switchAccount(to: ada) } == .ledgerUnavailable)
        guard case .failed(let failure) = store.entitlements.availability else {
            Issue.record("it is \(store.entitlements.availability)")
            return
        }
        #expect(failure.code == .ledgerUnavailable)
        try await store.close()
    }
}
