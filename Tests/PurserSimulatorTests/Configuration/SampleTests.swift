import Foundation
import Purser
import PurserSimulator
import Testing

@Suite("The bundled sample")
struct SampleTests {
    private static let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/PurserTool/Resources/Sample.storekit").path

    @Test("It loads without a diagnostic and has every kind of product and offer")
    func loads() throws {
        let sample = try StoreKitConfiguration(path: Self.path)
        #expect(sample.diagnostics == [])
        #expect(Set(sample.allProducts.map(\.type)) == [.consumable, .nonConsumable, .nonRenewable, .autoRenewable])
        #expect(sample.products.contains { $0.type == .nonConsumable && $0.isFamilyShareable })
        let subscriptions = try #require(sample.subscriptionGroups.first).subscriptions
        #expect(subscriptions.compactMap(\.subscription?.groupLevel) == [1, 1, 2])
        let offers = Set(subscriptions.flatMap { $0.subscription?.offers ?? [] }.map(\.type))
        #expect(offers == [.introductory, .promotional, .code, .winBack])
        for product in sample.allProducts { #expect(product.localizations.map(\.locale) == ["en_US", "de"]) }
        #expect(sample.settings.failures.count == 9)
        #expect(sample.version?.description == "4.0")
    }

    @Test("It carries no key")
    func carriesNoKey() throws {
        let text = try String(contentsOfFile: Self.path, encoding: .utf8)
        #expect(!text.lowercased().contains("key"))
    }
}
