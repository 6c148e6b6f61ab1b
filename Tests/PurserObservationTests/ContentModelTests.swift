import Foundation
import Purser
import PurserObservation
import PurserSimulator
import Testing

@MainActor @Suite("Contents in a view", .timeLimit(.minutes(30)))
struct ContentModelTests {
    /// Says that half of its bytes are here, and waits until somebody lets it go on.
    private struct Source: ContentSource {
        let gate: AsyncStream<Void>

        func fetch(_ request: ContentRequest, with work: ContentWork) async throws {
            try Data("pond".utf8).write(to: work.stagingDirectory.appendingPathComponent("pond.txt"))
            work.report(2, of: 4)
            for await _ in gate { return }
            try Task.checkCancellation()
        }
    }

    @Test("A download is shown as it goes, with what is here of it, until it is installed, and when it is deleted")
    func shows() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("purser-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let (gate, opens) = AsyncStream.makeStream(of: Void.self)
        var configuration = PurchaseStore.Configuration(backend: Shop.appStore())
        configuration.limits = .patient
        configuration.contents = StoreContents(
            folder: folder, items: [StoreContent(productID: "lamp", source: Source(gate: gate))])
        let store = try await PurchaseStore.open(configuration)
        let model = StoreModel(store, productIDs: ["lamp"])
        async let run: Void = model.run()
        await until { model["lamp"].product != nil }
        async let outcome = model.purchase("lamp")
        await until { model["lamp"].content.progress?.fraction == 0.5 }
        #expect(model["lamp"].content.state == .downloading && model["lamp"].isPurchasing)
        opens.yield()
        _ = await outcome
        await until { if case .installed = model["lamp"].content.state { true } else { false } }
        #expect(model["lamp"].content.progress == nil)
        try await store.removeContent(of: "lamp")
        await until { model["lamp"].content.state == .notInstalled }
        try await store.close()
        await run
    }
}
