import Purser
import Testing

@Suite("The examples of “Migrating from SwiftyStoreKit”", .timeLimit(.minutes(30)))
struct MigratingExamples {
    @Test("A purchase that is granted")
    func purchase() async throws {
        let library = Server()
        var configuration = try Garden().configuration
        configuration.grant = { update in
            guard update.transaction.productType == .nonConsumable else { return }
            await library.unlock(update.transaction.productID)
        }
        let store = try await PurchaseStore.open(configuration)

        switch try await store.purchase("com.example.garden.greenhouse") {
        case .purchased(let purchase): print("success:", purchase.transaction.productID)
        case .pending: print("deferred")
        case .cancelled: print("cancelled")
        }
        #expect(await library.unlocked == ["com.example.garden.greenhouse"])
        try await store.close()
    }
}
