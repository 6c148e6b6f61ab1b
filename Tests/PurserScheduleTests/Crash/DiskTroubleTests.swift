import Purser
import PurserSimulator
import PurserTesting
import Testing

@Suite("A disk that takes nothing for a while", .timeLimit(.minutes(30)))
struct DiskTroubleTests {
    @Test("Tidying up that failed leaves no half of a file, and is tried again by itself")
    func tidying() throws {
        try Simulation.run(seed: 1) { context in
            let files = CrashingFiles()
            files.change { $0.rejectedNames = "state-" }
            var configuration = PurchaseStore.Configuration(
                backend: EmbeddedAppStore(catalog: SimulatorCatalog(products: [.simulated("coins")])))
            configuration.storage = FileLedgerStorage(
                files, options: .init(logSize: 1_500, fill: 200), worker: BlockingWorker(label: "ledger"))
            let store = try await PurchaseStore.open(configuration)
            for _ in 0..<30 { _ = try await store.purchase("coins") }
            try await context.sleep(for: .seconds(60))
            let requests = files.requests
            #expect(try !files.list().contains { $0.hasPrefix("state-") })
            // Nothing but time passes: no log is sealed, which would wake it too.
            files.change { $0.rejectedNames = nil }
            try await context.sleep(for: .seconds(1_200))
            #expect(try files.list().contains { $0.hasPrefix("state-") })
            #expect(files.requests > requests)
            try await store.close()
        }
    }
}
