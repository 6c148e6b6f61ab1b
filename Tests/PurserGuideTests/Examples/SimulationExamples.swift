import Purser
import PurserSimulator
import PurserTesting
import Testing

@Suite("The examples of simulated time", .timeLimit(.minutes(30)))
struct SimulationExamples {
    @Test("A grant that fails for hours succeeds in the end, at once")
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func hours() throws {
        let catalog = SimulatorCatalog(products: [.simulated("com.example.garden.seeds.10")])
        let waited = try Simulation.run(seed: 7) { context in
            let server = UnreliableServer(failures: 3)
            var configuration = PurchaseStore.Configuration(backend: EmbeddedAppStore(catalog: catalog))
            configuration.grant = { _ in try await server.credit() }
            configuration.retries.grant = RetryPolicy(
                initialDelay: .seconds(3_600), maximumDelay: .seconds(86_400), jitter: .none, maximumElapsed: nil)
            let store = try await PurchaseStore.open(configuration)

            let start = context.clock.now()
            try await store.purchase("com.example.garden.seeds.10")
            let waited = context.clock.now() - start
            try await store.close()
            return waited
        }
        #expect(waited == .seconds(7 * 3_600))  // one hour, two hours, four hours
    }

    @Test("A clock that is moved by hand is the store's and the App Store's")
    func byHand() async throws {
        let catalog = SimulatorCatalog(products: [.simulated("com.example.garden.seeds.10")])
        let clock = VirtualClock()
        let appStore = EmbeddedAppStore(catalog: catalog, clock: clock)
        let store = try await appStore.openStore()

        clock.advance(by: .seconds(86_400))
        let purchase = try #require(try await store.purchase("com.example.garden.seeds.10").purchase)
        #expect(purchase.transaction.purchaseDate == clock.currentDate())
        #expect(purchase.update.recordedAt == clock.currentDate())
        try await store.close()  // not shown
    }

    private actor UnreliableServer {
        private var failures: Int

        init(failures: Int) { self.failures = failures }

        func credit() throws {
            failures -= 1
            if failures >= 0 { throw Unavailable() }
        }

        struct Unavailable: Error {}
    }
}
