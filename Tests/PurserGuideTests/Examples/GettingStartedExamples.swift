import Purser
import Testing

@Suite("The examples of “Getting started”", .timeLimit(.minutes(30)))
struct GettingStartedExamples {
    @Test("The store of an app")
    func setUp() async throws {
        let garden = try Garden()
        let (appStore, folder, server) = (garden.appStore, garden.folder, Server())
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.productIDs = ["com.example.garden.seeds.10", "com.example.garden.greenhouse"]
        configuration.ledger = .folder(folder)
        configuration.grant = { update in
            try await server.credit(update.transaction.productID, for: update.transaction.id)
        }
        let store = try await PurchaseStore.open(configuration)
        let purchase = try #require(try await store.purchase("com.example.garden.seeds.10").purchase)
        #expect(await server.credited == [purchase.transaction.id: "com.example.garden.seeds.10"])
        try await store.close()
    }
}
