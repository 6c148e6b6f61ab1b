import Purser
import Testing

@testable import PurserSimulator

@Suite("A product that the .storekit file does not have")
struct NotSoldTests {
    private func message(_ id: String, _ catalog: SimulatorCatalog) async throws -> String? {
        let store = try await EmbeddedAppStore(catalog: catalog).openStore()
        let error = await #expect(throws: PurchaseFailure.self) { try await store.purchase(id) }
        #expect(error?.code == .storeProductNotAvailable && error?.productID == id)
        try await store.close()
        return error?.message
    }

    @Test("The error names the product, the file, what it was meant to be, and what to do")
    func named() async throws {
        let file = try configuration(
            """
            {"products":[{"productID":"com.example.seeds","type":"Consumable","displayPrice":"1"},
            {"productID":"com.example.lamp","type":"NonConsumable","displayPrice":"5"},
            {"productID":"com.example.pass","type":"Consumable","displayPrice":"$7"}]}
            """)
        let catalog = SimulatorCatalog(configuration: file)
        #expect(
            try await message("com.example.seed", catalog)
                == "com.example.seed is not sold: the StoreKit configuration Test.storekit has no product with this "
                + "identifier. Did you mean com.example.seeds? 1 mistake in it left entries out: read its diagnostics. "
                + "Correct the identifier, or add the product there.")
        #expect(
            try await message("other", catalog)?.contains("Its products are com.example.seeds, com.example.lamp.")
                == true)
    }

    @Test("A catalog that is made in code is named as such, and one without products too")
    func inCode() async throws {
        let one = try await message("lump", SimulatorCatalog(products: [.simulated("lamp")]))
        #expect(one?.contains("the catalog of this App Store has no product") == true)
        #expect(one?.contains("Did you mean lamp?") == true)
        #expect(try await message("lump", SimulatorCatalog(products: []))?.contains("It has no products.") == true)
    }
}
