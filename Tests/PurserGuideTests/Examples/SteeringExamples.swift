import Foundation
import Purser
import PurserSimulator
import Testing

@Suite("The examples of steering a running app", .timeLimit(.minutes(10)))
struct SteeringExamples {
    @Test("An App Store that listens until its task is cancelled")
    func listening() async throws {
        let catalog = SimulatorCatalog(products: [.simulated("plus", .autoRenewable, price: 5)])
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("purser-\(UUID())")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("store").path

        let clock = MovableClock()
        let appStore = EmbeddedAppStore(catalog: catalog, clock: clock)
        let store = try await appStore.openStore()

        let listening = Task {
            try await appStore.listen(at: path)
        }
        while !FileManager.default.fileExists(atPath: path) { await Task.yield() }
        listening.cancel()
        try await listening.value
        #expect(!FileManager.default.fileExists(atPath: path))
        await store.close()
    }

    @Test("Each payment that waits is approved as soon as it is seen")
    func events() async throws {
        let catalog = SimulatorCatalog(products: [.simulated("plus", .autoRenewable, price: 5)])
        let appStore = EmbeddedAppStore(catalog: catalog)
        await appStore.updateSettings { $0.asksToBuy = true }
        let store = try await appStore.openStore()
        let isWatching = Task {
            for await event in appStore.events {
                if case .paymentWaits(let payment) = event.content { try await appStore.approve(payment) }
            }
        }
        while await appStore.chargeCount == 0 { _ = try await store.purchase("plus") }
        isWatching.cancel()
        await store.close()
    }
}
