import PurserSimulator
import Testing

@testable import Purser

@Suite("An account that begins anew beside a ledger that was kept")
struct ResetAccountTests {
    private func appStore(
        _ firstTransactionID: Int? = nil, environment: StoreEnvironment = .xcode
    ) async -> EmbeddedAppStore {
        let appStore = EmbeddedAppStore(
            catalog: SimulatorCatalog(products: [.simulated("seeds"), .simulated("coins")]),
            options: EmbeddedAppStoreOptions(firstTransactionID: firstTransactionID))
        await appStore.updateSettings { $0.environment = environment }
        return appStore
    }

    private func open(_ appStore: EmbeddedAppStore, _ folder: TemporaryFolder, _ granted: Lock<[String]>) async throws
        -> PurchaseStore
    {
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.ledger = .folder(folder.url)
        configuration.grant = { update in granted.withLock { $0.append(update.transaction.productID) } }
        return try await PurchaseStore.open(configuration)
    }

    @Test(
        "D3: a purchase under a recorded identifier is rejected, listed, answered with a typed error, and never finished"
    )
    func rejected() async throws {
        let (folder, granted) = (try TemporaryFolder(), Lock<[String]>([]))
        let first = await appStore(1)
        let shop = try await open(first, folder, granted)
        _ = try await shop.purchase("seeds")
        try await shop.close()
        let second = await appStore(1)
        for launch in 1...2 {
            let store = try await open(second, folder, granted)
            let diagnostics = store.diagnostics
            if launch == 1 {
                let failure = await #expect(throws: PurchaseFailure.self) { try await store.purchase("coins") }
                #expect(failure?.code == .conflictingTransaction && failure?.transactionID == "1")
                #expect(failure?.message.contains("purchase of coins") == true)
                #expect(failure?.message.contains("purchase of seeds") == true)
            }
            try await store.waitUntilReady()
            try await eventually { !store.rejectedReports.isEmpty }
            #expect(store.rejectedReports.map(\.reason) == [.otherPurchase])
            #expect(store.rejectedReports.map(\.id) == ["1"])
            #expect(store.entitlements.purchasedQuantity(of: "seeds") == 1)
            #expect(store.entitlements.purchasedQuantity(of: "coins") == 0)
            #expect(store.lastSequence == 1)
            try await store.close()
            var reported: [StoreDiagnostic] = []
            for await diagnostic in diagnostics { reported.append(diagnostic) }
            #expect(reported.contains { $0.subject.transactionID == "1" && $0.severity == .error })
        }
        #expect(granted.withLock { $0 } == ["seeds"])
        #expect(await second.unfinishedCount == 1)
        #expect(await second.violations == [])
    }

    @Test("D3: accounts in memory give out identifiers of their own, so that a kept ledger takes every purchase")
    func ownIdentifiers() async throws {
        let (folder, granted) = (try TemporaryFolder(), Lock<[String]>([]))
        var ids: Set<String> = []
        for count in 1...3 {
            let store = try await open(await appStore(), folder, granted)
            let purchase = try #require(try await store.purchase("seeds").purchase)
            #expect(ids.insert(purchase.transaction.id).inserted)
            #expect(store.entitlements.purchasedQuantity(of: "seeds") == count)
            try await store.close()
        }
        #expect(granted.withLock { $0.count } == 3)
    }

    @Test("D3: a sandbox and a production transaction of one identifier are both granted and finished")
    func environments() async throws {
        let (folder, granted) = (try TemporaryFolder(), Lock<[String]>([]))
        for environment in [StoreEnvironment.sandbox, .production] {
            let appStore = await appStore(41, environment: environment)
            let store = try await open(appStore, folder, granted)
            let purchase = try #require(try await store.purchase("seeds").purchase)
            #expect(purchase.transaction.id == "41" && purchase.transaction.environment == environment)
            #expect(store.entitlements.purchasedQuantity(of: "seeds") == 1)
            try await eventually { await appStore.unfinishedCount == 0 }
            #expect(store.rejectedReports.isEmpty)
            try await store.close()
        }
        #expect(granted.withLock { $0 } == ["seeds", "seeds"])
    }

    @Test("D3, F3: a manual purchase of the second environment is finished by its identifier")
    func manual() async throws {
        let (folder, granted) = (try TemporaryFolder(), Lock<[String]>([]))
        for environment in [StoreEnvironment.sandbox, .production] {
            let appStore = await appStore(41, environment: environment)
            let store = try await open(appStore, folder, granted)
            let outcome = try await store.purchase(PaymentRequest(productID: "seeds", finishing: .manual))
            let purchase = try #require(outcome.purchase)
            #expect(await store.unfinished().count == 1)
            if environment == .sandbox { try await purchase.finish() } else { try await store.finish("41") }
            try await eventually { await appStore.unfinishedCount == 0 }
            try await store.close()
        }
    }
}
