import Foundation
import Purser
import PurserTesting
import Testing

@testable import PurserSimulator

@Suite("The embedded App Store lives", .timeLimit(.minutes(30)))
struct LivingStoreTests {
    /// Of a period every two seconds.
    private static let fast = SimulatorCatalog.sample(SimulatorSettings(timeRate: .oneRenewalEveryTwoSeconds))
    private let clock = VirtualClock()
    private let store: EmbeddedAppStore
    private let place = FolderPlace()

    init() { store = EmbeddedAppStore(catalog: .sample(), clock: clock) }

    @Test("A renewal comes from run() when it is due, and how the subscription goes on behind it")
    func renews() async throws {
        let mailbox = try await store.listening()
        try await store.submit([payment(1, "gold")])
        let bought = try #require(await mailbox.next()?.flatMap { $0 })
        #expect(bought.map(word) == ["gold#01 pays 1", "renewal gold", "status 1"])
        let progress = Task { await store.run() }
        clock.advance(by: .seconds(31 * 86_400))
        let renewed = try #require(await mailbox.next()?.flatMap { $0 })
        #expect(renewed.map(word) == ["gold#01 elsewhere", "renewal gold", "status 1"])
        let transaction = try #require(renewed.first?.transaction?.transaction)
        #expect(transaction.id == "4000000000001")
        #expect(transaction.originalID == "2000000000001")
        #expect(transaction.reason == .renewal)
        #expect(transaction.purchaseTime == day(31))
        #expect(transaction.expirationTime == day(59))
        #expect(transaction.price == 10)
        progress.cancel()
        await progress.value
    }

    @Test("What fell due while the app was closed is there at activate()")
    func closed() async throws {
        _ = store.inbox.claim()
        try await store.activate()
        try await store.submit([payment(1, "gold")])
        _ = await store.finish(["2000000000001"])
        await store.deactivate()
        store.inbox.release()
        clock.advance(by: .seconds(100 * 86_400))
        let mailbox = try await store.listening()
        let reported = try #require(await mailbox.next())
        #expect(reported.count == 1)
        #expect(
            reported[0].map(word) == [
                "gold#01 elsewhere", "gold#02 elsewhere", "gold#03 elsewhere", "renewal gold", "status 1",
            ])
        #expect(await store.chargeCount == 4)
        #expect(await store.finish(["4000000000001", "4000000000003"]).isEmpty)
        #expect(await store.unfinishedTransactions.map(\.id) == ["4000000000002"])
        try await store.redeliver()
        #expect(words(try #require(await mailbox.next()?.flatMap { $0 })) == ["gold#02 elsewhere"])
    }

    @Test("A backlog comes in batches of 256, without gap or repeat, and no more than fit are in the inbox")
    func backlog() async throws {
        let store = EmbeddedAppStore(catalog: Self.fast, clock: clock)
        try await store.activate()
        try await store.submit([payment(1, "gold")])
        await store.deactivate()
        clock.advance(by: .seconds(2 * 20_000))
        let mailbox = try await store.listening()
        let progress = Task { await store.run() }
        var numbers: [Int] = []
        var largest = 0
        while numbers.count < 20_001 {
            let batches = try #require(await mailbox.next())
            #expect(batches.count <= 18)
            largest = max(largest, batches.map(\.count).max() ?? 0)
            numbers += batches.flatMap { $0.compactMap { $0.transaction.flatMap { Int($0.transaction.id) } } }
        }
        #expect(numbers == [2_000_000_000_001] + (1...20_000).map { 4_000_000_000_000 + $0 })
        #expect(largest <= 260)
        progress.cancel()
        await progress.value
    }

    @Test("Millions of renewals are a few records: a year at two seconds a period is lived at once and kept in little")
    func millions() async throws {
        let store = try EmbeddedAppStore(catalog: Self.fast, path: place.path, clock: clock)
        try await store.activate()
        try await store.submit([payment(1, "gold")])
        await store.deactivate()
        clock.advance(by: .seconds(2 * 1_000_000))
        #expect(await store.chargeCount == 1_000_001)
        await store.releaseFolder()
        let size = try FileManager.default.subpathsOfDirectory(atPath: place.path).reduce(0) {
            try $0 + Data(contentsOf: URL(fileURLWithPath: place.path + "/" + $1)).count
        }
        #expect(size < 20_000)
        let again = try EmbeddedAppStore(catalog: Self.fast, path: place.path, clock: clock)
        #expect(await again.chargeCount == 1_000_001)
        let line = try #require(await again.subscription("gold"))
        #expect(line.transaction.id == "4000001000000")
        #expect(line.transaction == (await store.subscription("gold"))?.transaction)
        #expect(line.periodEnd == at(2_000_002).date)
    }

    @Test("The state of each subscription can be followed as it changes")
    func followed() async throws {
        try await store.activate()
        var states = store.subscriptionUpdates.makeAsyncIterator()
        #expect(await states.next() == [])
        try await store.submit([payment(1, "gold")])
        #expect(await states.next()?.map(\.description) == ["gold: subscribed, renews"])
        try await store.submit([payment(2, "silver")])
        #expect(await states.next()?.map(\.description) == ["gold: subscribed, renews into silver"])
        try await store.setAutoRenew(false, for: "gold")
        #expect(await states.next()?.map(\.description) == ["gold: subscribed, does not renew"])
        let progress = Task { await store.run() }
        clock.advance(by: .seconds(31 * 86_400))
        #expect(await states.next()?.map(\.description) == ["gold: expired"])
        progress.cancel()
        await progress.value
    }
}
