import Foundation
import Purser
import PurserSimulator
import Testing

@Suite("The .storekit file of the pages", .timeLimit(.minutes(30)))
struct StoreKitFileTests {
    /// The file that the page about tests shows.
    private static func file() throws -> StoreKitConfiguration {
        let page = try Page("Sources/Purser/Purser.docc/Guides/TestingYourApp.md")
        let block = try #require(page.blocks(in: "json").first)
        return try StoreKitConfiguration(data: Data(block.text.utf8))
    }

    @Test("It has no mistakes, and sells each product with the group, the level and the offers that the page names")
    func products() throws {
        let file = try Self.file()
        #expect(file.diagnostics == [])
        let catalog = SimulatorCatalog(configuration: file)
        #expect(
            catalog.products.map(\.type) == [.consumable, .nonConsumable, .autoRenewable, .autoRenewable])
        let seeds = try #require(catalog["com.example.garden.seeds.10"])
        #expect(seeds.displayName == "10 Seeds" && seeds.displayPrice == "$0.99")
        let plus = try #require(catalog["com.example.garden.club.plus.monthly"]?.subscription)
        #expect(plus.subscriptionGroupID == "garden-club" && plus.groupLevel == 1)
        #expect(plus.introductoryOffer?.paymentMode == .freeTrial)
        #expect(plus.promotionalOffers.map(\.id) == ["plus.loyal"])
        #expect(catalog["com.example.garden.club.monthly"]?.subscription?.groupLevel == 2)
    }

    @Test("Its subscription begins with the free week, and then takes the promotional offer")
    func subscription() async throws {
        let appStore = EmbeddedAppStore(catalog: SimulatorCatalog(configuration: try Self.file()))
        let store = try await appStore.openStore { $0.limits = .patient }
        let club = "com.example.garden.club.plus.monthly"

        let trial = try #require(try await store.purchase(club).purchase)

        #expect(trial.transaction.offer?.type == .introductory)
        #expect(await appStore.charges.map(\.amount) == [0])
        #expect(store.entitlements.subscriptions[groupID: "garden-club"]?.productID == club)
        let again = try #require(try await store.purchase(club, options: [.promotionalOffer("plus.loyal")]).purchase)
        #expect(again.wasRecordedBefore)
        #expect(await appStore.chargeCount == 1)
        try await store.close()
    }
}
