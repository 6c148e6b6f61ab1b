import Foundation
import Purser
import PurserSimulator
import Testing

/// An app's own store, which is steered in debug builds.
@MainActor
final class SteeredShop {
    private(set) var store: PurchaseStore?

    func run(on backend: any StoreBackend, file: URL, socket: URL) async throws {
        #if DEBUG
            let appStore = try EmbeddedAppStore(contentsOf: file, clock: MovableClock())
            let store = try await appStore.openStore()
            self.store = store
            try await appStore.listen(at: socket, store: store)
        #else
            store = try await PurchaseStore.open(backend: backend)
        #endif
    }
}

/// A folder that only its user can write in, with a short path; gone with this object.
private final class SocketFolder: Sendable {
    let path = "/tmp/purser-\(UInt32.random(in: 0...UInt32.max))"

    init() throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

@Suite("The examples of steering a running app", .timeLimit(.minutes(30)))
struct SteeringExamples {
    @Test("An App Store that listens until its task is cancelled")
    func listening() async throws {
        let folder = try SocketFolder()
        let socket = URL(filePath: folder.path + "/store")
        let catalog = SimulatorCatalog(products: [.simulated("plus", .autoRenewable, price: 5)])
        let appStore = EmbeddedAppStore(catalog: catalog)
        let store = try await appStore.openStore()

        let listening = Task {
            try await appStore.listen(at: socket, store: store)
        }
        while !FileManager.default.fileExists(atPath: socket.path) { await Task.yield() }
        listening.cancel()
        try await listening.value
        #expect(!FileManager.default.fileExists(atPath: socket.path))
        try await store.close()
    }

    @Test("An app's debug build sells from a file, and listens until its task is cancelled")
    @MainActor
    func app() async throws {
        let folder = try SocketFolder()
        let socket = URL(filePath: folder.path + "/store")
        let file = Page.root.appendingPathComponent("Tests/PurserGuideTests/Garden.storekit")
        let shop = SteeredShop()
        let running = Task {
            try await shop.run(
                on: EmbeddedAppStore(catalog: SimulatorCatalog(products: [])), file: file, socket: socket)
        }
        #if DEBUG
            while !FileManager.default.fileExists(atPath: socket.path) { await Task.yield() }
            running.cancel()
        #endif
        try await running.value
        let store = try #require(shop.store)
        try await store.close()
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
        try await store.close()
    }
}
