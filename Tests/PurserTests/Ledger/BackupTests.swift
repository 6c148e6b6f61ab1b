import Foundation
import Purser
import PurserInspection
import PurserSimulator
import Testing

@Suite("A ledger that is put back from a backup", .timeLimit(.minutes(30)))
struct BackupTests {
    @Test("L1: an older folder opens, and what the store tells again is recorded and granted again")
    func wholeFolder() async throws {
        let parent = try TemporaryFolder()
        let (folder, backup) = (parent.path + "/ledger", parent.path + "/backup")
        let appStore = EmbeddedAppStore(
            catalog: SimulatorCatalog(products: [
                .simulated("seeds"), .simulated("pond", .nonConsumable),
            ]))
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.ledger = .folder(URL(filePath: folder))

        let first = try await PurchaseStore.open(configuration)
        _ = try await first.purchase("seeds")
        try await first.close()
        try FileManager.default.copyItem(atPath: folder, toPath: backup)

        let second = try await PurchaseStore.open(configuration)
        _ = try await second.purchase("pond")
        _ = try await second.purchase("seeds", finishing: .manual)
        #expect(second.lastSequence == 3)
        try await second.close()

        try FileManager.default.removeItem(atPath: folder)
        try FileManager.default.moveItem(atPath: backup, toPath: folder)
        #expect(try LedgerInspector(path: folder).check().isEmpty)
        let third = try await PurchaseStore.open(configuration)
        // The store tells what is unfinished at each launch.
        try await eventually { third.entitlements.purchasedQuantity(of: "seeds") == 2 }
        // And what is owned when the customer restores.
        _ = try await third.restorePurchases()
        try await eventually { third.entitlements.activeProductIDs.contains("pond") }
        #expect(third.entitlements.purchasedQuantity(of: "seeds") == 2)
        #expect(third.lastSequence == 3)
        #expect(await appStore.chargeCount == 3)
        try await third.close()
    }
}
