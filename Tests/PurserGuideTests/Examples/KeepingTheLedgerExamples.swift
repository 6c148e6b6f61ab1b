import Foundation
import Purser
import PurserInspection
import Testing

@Suite("The examples of “Keeping the ledger”", .timeLimit(.minutes(30)))
struct KeepingTheLedgerExamples {
    @Test("Places for a ledger, and a look at its files")
    func placesAndCheck() async throws {
        let garden = try Garden()
        let folder = garden.folder
        var configuration = garden.configuration
        configuration.ledger = .memory
        configuration.ledger = .folder(folder)
        configuration.ledger = .folder(folder, durability: .buffered)
        let store = try await PurchaseStore.open(configuration)
        try await store.purchase("com.example.garden.seeds.10")
        try await store.close()
        let inspector = LedgerInspector(folder: folder)
        for finding in try inspector.check() {
            print(finding.path, finding.offset, finding.reason, finding.isHarmless ? "(harmless)" : "")
        }
        #expect(try inspector.check().isEmpty)
    }

    @Test("A folder for each environment")
    func environments() async throws {
        let garden = try Garden()
        var configuration = garden.configuration
        let (backend, ledgers) = (configuration.backend, garden.folder)
        let app = try? await backend.appTransaction(refresh: false)
        let folder = ledgers.appendingPathComponent(app?.environment.rawValue ?? "Production")
        configuration.ledger = .folder(folder)
        let store = try await PurchaseStore.open(configuration)
        try await store.purchase("com.example.garden.seeds.10")
        try await store.close()
        #expect(folder.lastPathComponent == "LocalTesting")
        #expect(try LedgerInspector(folder: folder).check().isEmpty)
    }
}
