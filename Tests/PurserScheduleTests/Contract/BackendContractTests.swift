import Foundation
import Purser
import PurserSimulator
import PurserTesting
import Testing

/// The embedded App Store, with a proxy in front of it that may break a promise.
private struct EmbeddedUnderTest: BackendOnEmbeddedStore {
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
            options: EmbeddedAppStoreOptions(
                answersNamePayments: echoes, answersInsideCalls: mutation != .runsOnce))
        self.clock = clock
        if let mutation { backend = ContractBreaker(appStore, mutation, clock: clock) } else { backend = appStore }
    }

    /// Another device of its customer.
    init(deviceOn clock: any StoreClock, _ options: EmbeddedAppStoreOptions) async throws {
        appStore = EmbeddedAppStore(
            catalog: SimulatorCatalog(products: Scenario.products), clock: clock, options: options)
        self.clock = clock
        backend = await appStore.addDevice()
    }

    func promote(_ productID: String) async throws -> Bool {
        // Only the first device hears of it.
        guard !(backend is EmbeddedDevice) else { return false }
        await appStore.promote(productID)
        return true
    }

    func changeStorefront() async throws -> StoreStorefront? {
        let storefront = StoreStorefront(countryCode: "JPN", currencyCode: "JPY")
        try await appStore.setStorefront(storefront)
        return storefront
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

    @Test("Another device of its customer keeps it, with tokens, without, and as StoreKit 1", arguments: 0..<3)
    func device(form: Int) throws {
        let options = [
            EmbeddedAppStoreOptions(), EmbeddedAppStoreOptions(answersNamePayments: false),
            EmbeddedAppStoreOptions.storeKit1,
        ][form]
        for seed in 1...20 as ClosedRange<UInt64> {
            let found = try Simulation.run(seed: seed) { context in
                try await BackendContract.violations { try await EmbeddedUnderTest(deviceOn: context.clock, options) }
            }
            #expect(found.isEmpty, "\(found)")
        }
    }

    @Test("A backend that breaks a promise is noticed", arguments: ContractBreaker.Mutation.allCases)
    func broken(_ mutation: ContractBreaker.Mutation) throws {
        let isNoticed = try Simulation.run(seed: 1) { context in
            for check in BackendContract.checks {
                do {
                    try await check.run {
                        EmbeddedUnderTest(echoes: mutation.needsTokens, clock: context.clock, mutation: mutation)
                    }
                } catch is ContractFailure { return true }
            }
            return false
        }
        #expect(isNoticed)
    }

    @Test("C4: a backend whose calls never return does not hold the suite up; the call is named")
    func hanging() throws {
        let found = try Simulation.run(seed: 1) { context in
            try await BackendContract.violations {
                EmbeddedUnderTest(echoes: true, clock: context.clock, mutation: .neverSubmits)
            }
        }
        #expect(found.contains { $0.message.contains("submit(_:) did not return") }, "\(found)")
    }

    @Test("A backend on which a store is open is refused with words that say so")
    func taken() async throws {
        let subject = EmbeddedUnderTest(echoes: true, clock: SystemClock())
        let store = try await PurchaseStore.open(backend: subject.appStore)
        let check = try #require(BackendContract.checks.first)
        await #expect(throws: ContractFailure.self) { try await check.run { subject } }
        try await store.close()
    }
}
