import Foundation
import Purser
import PurserInspection
import PurserTesting
import Testing

@Suite("E2: a backend that tells anything", .timeLimit(.minutes(30)))
struct HostileEventsTests {
    @Test("E2: a store that was told thousands of absurd events still sells, and opens again", arguments: 0..<2)
    func events(seed: Int) async throws {
        let folder = try TemporaryFolder()
        let backend = PayingBackend.make()
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.ledger = .folder(folder.url, durability: .buffered)
        configuration.grant = { _ in }
        configuration.promotedPurchases = { _ in .later }
        var generator = SeededGenerator(seed: UInt64(seed), purpose: "hostile events")
        for launch in 1...2 {
            let store = try await PurchaseStore.open(configuration)
            try await store.waitUntilReady()
            for _ in 0..<50 {
                let bytes = (0...generator.index(below: 200)).map { _ in UInt8(generator.index(below: 256)) }
                for batch in IntakeFuzzing.batches(bytes) { backend.inbox.put(batch) }
            }
            let purchase = try await store.purchase("fertilizer \(launch)", deadline: .seconds(1_200)).purchase
            #expect(purchase?.transaction.productID == "fertilizer \(launch)")
            #expect(store.entitlements.purchasedQuantities.values.allSatisfy { $0 >= 0 })
            #expect(store.rejectedReports.count <= 256)
            try await store.close()
        }
        #expect(try LedgerInspector(path: folder.path).check().allSatisfy(\.isHarmless))
    }
}
