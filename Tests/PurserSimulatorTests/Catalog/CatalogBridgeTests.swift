import Foundation
import Purser
import Testing

@testable import PurserSimulator

@Suite("A StoreKit configuration as a catalogue")
struct CatalogBridgeTests {
    private func catalog(_ settings: String) throws -> SimulatorCatalog {
        let text = """
            {"products": [{"productID": "coins", "type": "Consumable", "displayPrice": "1.99", "localizations": [
               {"locale": "en_US", "displayName": "Coins", "description": "Many"},
               {"locale": "de", "displayName": "Münzen", "description": "Viele"}]},
              {"productID": "lamp", "type": "NonConsumable", "displayPrice": "120", "referenceName": "Lamp",
               "localizations": [{"locale": "en_US", "displayName": "", "description": ""}]}],
             "settings": {\(settings)}}
            """
        return SimulatorCatalog(configuration: try StoreKitConfiguration(data: Data(text.utf8)))
    }

    @Test("Names follow the locale and prices the storefront")
    func localized() throws {
        let catalog = try catalog(#""_locale": "de_DE", "_storefront": "DEU""#)
        let coins = try #require(catalog["coins"])
        #expect([coins.displayName, coins.description, coins.displayPrice] == ["Münzen", "Viele", "1,99\u{A0}€"])
        #expect(catalog["lamp"]?.displayName == "Lamp")
        #expect(try self.catalog(#""_storefront": "JPN""#)["lamp"]?.displayPrice == "¥120")
        #expect(try self.catalog("")["coins"]?.displayName == "Coins")
    }

    @Test("Ask to Buy, failing transactions and injected errors are honoured; what is switched off is not")
    func settings() throws {
        #expect(try catalog(#""_askToBuyEnabled": true"#).settings.asksToBuy)
        let failing = try catalog(#""_failTransactionsEnabled": true, "_storeKitError": 12"#).settings.failures
        #expect(failing.purchase?.code == .invalidSignature)
        let off = try catalog(#""_failTransactionsEnabled": false, "_storeKitError": 12"#).settings.failures
        #expect(off.purchase == nil)
        let errors = try catalog(
            #"""
            "_storeKitErrors": [
              {"name": "Load Products", "enabled": true, "current": {"type": "generic", "index": 2}},
              {"name": "Purchase", "enabled": true, "current": {"type": "purchase", "index": 1}},
              {"name": "Verification", "enabled": true, "current": null},
              {"name": "App Store Sync", "enabled": false, "current": {"type": "generic", "index": 2}}]
            """#
        ).settings.failures
        #expect(errors.loadProducts?.code == .networkError)
        #expect(errors.purchase?.code == .storeProductNotAvailable)
        #expect(errors.verification != nil)
        #expect(errors.restore == nil)
    }

    @Test("Every product of the file is for sale")
    func complete() throws { #expect(try catalog("").products.map(\.id) == ["coins", "lamp"]) }
}
