import Foundation
import PurserInspection
import PurserSimulator
import Testing

@testable import Purser

@Suite("Subscriptions of several apps, seen as one", .timeLimit(.minutes(30)))
struct MultiAppTests {
    private static func app(_ product: String, until end: Int64, isRevoked: Bool = false, family: Bool = false)
        -> StoreEntitlements
    {
        let period = StoreTransaction.sample("T-\(product)", product, .autoRenewable) {
            $0.expirationTime = at(end)
            $0.subscriptionGroupID = "g"
            $0.revocationTime = isRevoked ? at(1) : nil
            $0.ownershipType = family ? .familyShared : .purchased
        }
        return StoreEntitlements([period], at: at(50).date)
    }

    /// What counts, and the rule that says so.
    struct Rule: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var own: StoreEntitlements
        var others: [String: StoreEntitlements]
        var best: String
    }

    private static let rules = [
        Rule(
            testDescription: "one that runs before one that is over", own: app("own", until: 10),
            others: ["b": app("other", until: 100)], best: "b"),
        Rule(
            testDescription: "the one that lasts longer", own: app("own", until: 100),
            others: ["b": app("other", until: 200), "c": app("third", until: 150)], best: "b"),
        Rule(
            testDescription: "of two alike the own one", own: app("own", until: 100),
            others: ["0": app("other", until: 100)], best: "a"),
        Rule(
            testDescription: "of others alike the one whose app sorts first", own: app("own", until: 10),
            others: ["c": app("other", until: 100), "b": app("third", until: 100)], best: "b"),
        Rule(
            testDescription: "what is over before what was taken back", own: app("own", until: 100, isRevoked: true),
            others: ["b": app("other", until: 10)], best: "b"),
        Rule(
            testDescription: "who names the own app again is not counted twice", own: app("own", until: 100),
            others: ["a": app("other", until: 200)], best: "a"),
    ]

    @Test("Which app's line counts", arguments: rules)
    func best(rule: Rule) {
        let apps = MultiAppSubscriptions(rule.own, of: "a", with: rule.others)
        #expect(apps.best?.appID == rule.best)
        #expect(apps.active.count == apps.all.filter { $0.subscription.isActive }.count)
    }

    @Test("Only what counts everywhere does, and it enables products of this app")
    func enabling() {
        let others = ["b": Self.app("kitchen.club", until: 100)]
        let list = ProductList(entries: [
            ProductList.Entry(id: "pond", type: .nonConsumable), ProductList.Entry(id: "free", type: .nonConsumable),
        ])
        var (withFree, own) = (list, Self.app("own", until: 10))
        withFree.entries[1].isPreAcquiredViaSubscription = true
        let apps = MultiAppSubscriptions(own, of: "a", with: others)
        #expect(own.allowedProductIDs(by: withFree).isEmpty)
        #expect(own.allowedProductIDs(by: withFree, with: apps) == ["free"])
        let none = MultiAppSubscriptions(own, of: "a", with: others) { $0.hasSuffix(".everywhere") }
        #expect(own.allowedProductIDs(by: withFree, with: none).isEmpty && none.all.count == 1)
        own = StoreEntitlements([], at: at(50).date)
        #expect(MultiAppSubscriptions(own, of: "a", with: [:]).best == nil)
    }

    @Test("The ledger of another app is read without opening it, while that app has it open, and nothing is changed")
    func otherLedger() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("purser-apps-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let catalog = SimulatorCatalog(products: [.simulated("gold", .autoRenewable), .simulated("coins")])
        var configuration = PurchaseStore.Configuration(backend: EmbeddedAppStore(catalog: catalog))
        configuration.ledger = .folder(URL(filePath: folder))
        let inspector = LedgerInspector(path: folder)
        #expect(throws: StorageFailure.self) { try inspector.entitlements() }
        let store = try await PurchaseStore.open(configuration)
        try await store.purchase("gold")
        try await store.purchase("coins", quantity: 3)
        func contents() throws -> [String: Data] {
            try FileManager.default.contentsOfDirectory(atPath: folder).reduce(into: [:]) { files, name in
                files[name] = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
            }
        }
        try await eventually { await store.unfinished().isEmpty }
        let other = try inspector.entitlements()
        #expect(other.activeProductIDs == ["gold"] && other.purchasedQuantity(of: "coins") == 3)
        try await store.close()
        let before = try contents()
        #expect(try inspector.entitlements().activeProductIDs == ["gold"])
        #expect(try inspector.entitlements(at: Date(timeIntervalSinceNow: 86_400 * 400)).activeProductIDs.isEmpty)
        #expect(try contents() == before)
        let mine = StoreEntitlements([], at: Date())
        #expect(MultiAppSubscriptions(mine, of: "a", with: ["b": other]).best?.subscription.productID == "gold")
    }

    @Test("A ledger that is damaged is no answer")
    func damaged() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("purser-apps-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let catalog = SimulatorCatalog(products: [.simulated("lamp", .nonConsumable), .simulated("coins")])
        var configuration = PurchaseStore.Configuration(backend: EmbeddedAppStore(catalog: catalog))
        configuration.ledger = .folder(URL(filePath: folder))
        let store = try await PurchaseStore.open(configuration)
        try await store.purchase("lamp")
        for _ in 1...5 { try await store.purchase("coins") }
        try await store.close()
        let log = URL(fileURLWithPath: "\(folder)/\(LedgerFolder.log(1))")
        var bytes = try Data(contentsOf: log)
        bytes[bytes.startIndex + 300] ^= 0xFF
        try bytes.write(to: log)
        let failure = #expect(throws: PurchaseFailure.self) { try LedgerInspector(path: folder).entitlements() }
        #expect(failure?.code == .ledgerUnavailable && failure?.message.contains(folder) == true)
    }
}
