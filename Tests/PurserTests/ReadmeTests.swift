import Foundation
import Purser
import PurserSimulator
import Testing

@Suite("The README's code")
struct ReadmeTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test("A purchase in ten lines does what it says")
    func tenLines() async throws {
        let file = Self.root.appendingPathComponent("Sources/PurserTool/Resources/Sample.storekit").path
        let configuration = try StoreKitConfiguration(contentsOf: file)
        let appStore = EmbeddedAppStore(catalog: SimulatorCatalog(configuration: configuration))
        let store = try await PurchaseStore.open(backend: appStore)
        let updates = store.updates

        let outcome = try await store.purchase("com.example.garden.seeds.10", context: ["screen": "shop"])
        if case .purchased(let purchase) = outcome { #expect(!purchase.transaction.id.isEmpty) }
        #expect(outcome.purchase != nil)
        for await update in updates {
            #expect(update.sequence == 1 && update.kind == .purchased && update.context == ["screen": "shop"])
            break
        }
        await store.close()
    }

    @Test("The code in the README is the code that is tested here")
    func sameLines() throws {
        let readme = try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
        let tested = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
        let shown = try #require(readme.components(separatedBy: "```swift\n").dropFirst().first)
        let lines = try #require(shown.components(separatedBy: "```").first).split(separator: "\n")
        #expect(lines.count >= 10)
        for line in lines where line.hasPrefix("let ") && !line.contains("Garden.storekit") {
            #expect(tested.contains(line), "not tested: \(line)")
        }
    }

    @Test("Grant handler and retry settings compile as shown")
    func grantHandler() async throws {
        let catalog = SimulatorCatalog(products: [StoreSmokeTests.seeds])
        let appStore = EmbeddedAppStore(catalog: catalog)
        let credited = Credits()
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.grant = { update in await credited.credit(update.transaction.id) }
        configuration.retries.grant = RetryPolicy(maximumAttempts: 8)
        let store = try await PurchaseStore.open(configuration)
        let purchase = try #require(try await store.purchase("seeds").purchase)
        #expect(await credited.ids == [purchase.transaction.id])
        await store.close()
    }

    private actor Credits {
        private(set) var ids: [String] = []
        func credit(_ id: String) { ids.append(id) }
    }
}
