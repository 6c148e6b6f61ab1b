import Purser
import PurserSimulator
import PurserTesting
import Testing

/// Refunds that come while the purchase is being granted.
@Suite("Grants that a refund overtakes", .timeLimit(.minutes(30)))
struct OvertakenGrantTests {
    private typealias Body = @Sendable (SimulationContext, StoreUpdate) async throws -> Void

    /// Buys, refunds as soon as the grant has begun, and waits.
    ///
    /// - Returns: what the handlers did.
    private func refund(seed: UInt64, during grant: @escaping Body) throws -> [String] {
        try Simulation.run(seed: seed) { context in
            let appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: [.simulated("seeds")]))
            let diary = HandlerDiary()
            var configuration = PurchaseStore.Configuration(backend: appStore)
            configuration.retries.grant = RetryPolicy(initialDelay: .seconds(30), jitter: .none)
            configuration.grant = {
                diary.add("begin")
                try await grant(context, $0)
                diary.add("grant \($0.kind)")
            }
            configuration.revoke = { try diary.revoke($0) }
            let store = try await PurchaseStore.open(configuration)
            context.start { try await store.purchase("seeds") }
            while diary.all.isEmpty { try await context.sleep(for: .milliseconds(10)) }
            try await appStore.refund(try #require(await appStore.transactions.first).id)
            try await context.sleep(for: .seconds(600))
            try #require(await store.unfinished().isEmpty)
            try #require(await store.deadLetters().isEmpty)
            try await store.close()
            return diary.all
        }
    }

    @Test("F8: what was granted all the same is taken back afterwards")
    func succeeds() throws {
        for seed in 1...20 as ClosedRange<UInt64> {
            let done = try refund(seed: seed) { context, _ in try await context.sleep(for: .seconds(10)) }
            #expect(done == ["begin", "grant purchased", "revoke revoked"], "seed \(seed)")
        }
    }

    @Test("F8, F10: a grant that failed is not tried again, and is revoked: it may have had its effect")
    func fails() throws {
        for seed in 1...20 as ClosedRange<UInt64> {
            let done = try refund(seed: seed) { _, _ in throw HandlerDiary.ServerDown() }
            #expect(done == ["begin", "revoke revoked"], "seed \(seed)")
        }
    }
}
