import Foundation
import PurserSimulator
import PurserTesting
import Testing

@testable import Purser

@Suite("Contents that follow what is owned", .timeLimit(.minutes(30)))
struct ContentKeepingTests {
    private struct TextSource: ContentSource {
        func fetch(_ request: ContentRequest, with work: ContentWork) async throws {
            try Data(request.productID.utf8).write(to: work.stagingDirectory.appendingPathComponent("text"))
        }
    }

    private let appStore = EmbeddedAppStore(
        catalog: SimulatorCatalog(products: [
            .simulated("tools", .nonConsumable), .simulated("pond", .nonConsumable), .simulated("seeds"),
        ]))
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("purser-\(UUID())")

    private func open(
        _ policy: ContentPolicy, _ ids: [String] = ["tools"], _ storage: KeptStorage = KeptStorage()
    ) async throws -> PurchaseStore {
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.storage = storage
        configuration.contents = StoreContents(
            folder: folder, items: ids.map { StoreContent(productID: $0, source: TextSource()) }, policy: policy)
        return try await PurchaseStore.open(configuration)
    }

    private func isInstalled(_ store: PurchaseStore, _ id: String = "tools") -> Bool {
        if case .installed = store.contentState(of: id) { true } else { false }
    }

    @Test("What is owned and missing is fetched at once where the policy says so, and on demand otherwise")
    func restored() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = try await PurchaseStore.open(backend: appStore)
        try await first.purchase("tools")
        try await first.close()
        let onDemand = try await open(ContentPolicy())
        try await onDemand.restorePurchases()
        #expect(onDemand.entitlements.contains("tools") && !isInstalled(onDemand))
        #expect(try await onDemand.downloadContent(of: "tools").bytes == 5)
        #expect(onDemand.installedContents().map(\.productID) == ["tools"])
        try await onDemand.removeContent(of: "tools")
        #expect(!isInstalled(onDemand))
        try FileManager.default.removeItem(at: folder)
        try await onDemand.close()
        let atOnce = try await open(ContentPolicy(restoring: .atOnce), ["tools", "pond"])
        try await atOnce.restorePurchases()
        try await eventually { isInstalled(atOnce) }
        #expect(!isInstalled(atOnce, "pond"))
        _ = try await appStore.buyElsewhere("pond")
        try await eventually { isInstalled(atOnce, "pond") }
        try await atOnce.removeContent(of: "pond")
        try await atOnce.restorePurchases()
        #expect(!isInstalled(atOnce, "pond"), "the app has deleted it")
        try await atOnce.close()
    }

    @Test("Content of what was refunded is deleted where the policy says so, and only then")
    func refunded() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let storage = KeptStorage()
        let keeping = try await open(ContentPolicy(), ["tools"], storage)
        let purchase = try #require(try await keeping.purchase("tools").purchase)
        try await appStore.refund(purchase.transaction.id)
        try await eventually { !keeping.entitlements.contains("tools") }
        #expect(isInstalled(keeping))
        try await keeping.close()
        let removing = try await open(ContentPolicy(removesRefunded: true), ["tools", "pond"], storage)
        try await eventually { !isInstalled(removing) }
        try await removing.purchase("pond")
        #expect(isInstalled(removing, "pond"))
        try await removing.purchase("tools")
        #expect(isInstalled(removing), "bought again")
        try await removing.close()
    }

    @Test("Content of what one user was refunded stays as long as another user of the device has it")
    func refundedToOne() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (ada, ben) = (StoreAccount.user(UUID()), StoreAccount.user(UUID()))
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.account = ada
        configuration.contents = StoreContents(
            folder: folder, items: [StoreContent(productID: "seeds", source: TextSource())],
            policy: ContentPolicy(removesRefunded: true))
        let store = try await PurchaseStore.open(configuration)
        let hers = try #require(try await store.purchase("seeds").purchase)
        try await store.switchAccount(to: ben)
        let his = try #require(try await store.purchase("seeds").purchase)
        try await store.switchAccount(to: ada)
        try await appStore.refund(hers.transaction.id)
        try await eventually {
            await store.engine.ledger.transaction(hers.transaction.id)?.transaction.isRevoked == true
        }
        let engine = store.engine
        let keeper = ContentKeeper(
            policy: ContentPolicy(removesRefunded: true), downloader: engine.parts.downloader, ledger: engine.ledger,
            stopped: EventCount())
        await keeper.removeRefunded()
        #expect(isInstalled(store, "seeds"))
        try await store.switchAccount(to: ben)
        #expect(isInstalled(store, "seeds"))
        try await appStore.refund(his.transaction.id)
        try await eventually { !isInstalled(store, "seeds") }
        try await store.close()
    }

    @Test("Whoever asks as soon as the store is open is told what is installed")
    func knownAtOnce() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let storage = KeptStorage()
        let first = try await open(ContentPolicy(), ["tools"], storage)
        try await first.purchase("tools")
        try await first.close()
        for _ in 0..<10 {
            let again = try await open(ContentPolicy(), ["tools"], storage)
            #expect(isInstalled(again) && again.contentFlaws(of: "tools") == [])
            try await again.close()
        }
    }

    /// Text that comes when the test says so.
    private struct LateSource: ContentSource {
        let isAsked: EventCount
        let mayCome: EventCount

        func fetch(_ request: ContentRequest, with work: ContentWork) async throws {
            isAsked.advance()
            try await mayCome.wait(after: 0)
            try await TextSource().fetch(request, with: work)
        }
    }

    @Test("What is refunded while its content is on its way is deleted when that has come")
    func refundedMeanwhile() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = LateSource(isAsked: EventCount(), mayCome: EventCount())
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.contents = StoreContents(
            folder: folder, items: [StoreContent(productID: "tools", source: source)],
            policy: ContentPolicy(removesRefunded: true))
        let store = try await PurchaseStore.open(configuration)
        let id = try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { _ = try? await store.purchase("tools") }
            try await source.isAsked.wait(after: 0)
            let id = try #require(await appStore.transactions.last?.id)
            try await appStore.refund(id)
            try await eventually { !store.entitlements.contains("tools") }
            source.mayCome.advance()
            try await store.engine.parts.downloader.installations.wait(after: 0)
            return id
        }
        try await eventually { store.contentState(of: "tools") == .notInstalled }
        #expect(await appStore.transactions.last?.id == id)
        try await store.close()
    }

    @Test("A purchase whose download is cancelled is a dead letter, and is delivered when that is released")
    func cancelled() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try await open(ContentPolicy())
        store.pauseContentDownload(of: "tools")
        async let outcome = failureCode { try await store.purchase("tools") }
        try await eventually { await appStore.unfinishedCount == 1 }
        #expect(store.contentState(of: "tools") == .paused)
        try await eventually { store.engine.parts.downloader.load.callers == 1 }
        async let download = #expect(throws: PurchaseFailure.self) { try await store.downloadContent(of: "tools") }
        try await eventually { store.engine.parts.downloader.load.callers == 2 }
        store.cancelContentDownload(of: "tools")
        #expect((await download?.underlying as? ContentFailure)?.code == .cancelled)
        try await eventually { await store.deadLetters().count == 1 }
        #expect(await outcome == .deliveryFailed)
        #expect(await appStore.unfinishedCount == 1)
        let letter = try #require(await store.deadLetters().first)
        #expect(letter.reason.contains("cancelled"), "\(letter.reason)")
        try await store.releaseDeadLetter(letter.update.transaction.id)
        try await eventually { await appStore.unfinishedCount == 0 }
        #expect(isInstalled(store))
        try await store.close()
    }

    @Test("A product without content says so")
    func unknown() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try await open(ContentPolicy())
        #expect(await failureCode { try await store.downloadContent(of: "pond") } == .contentUnavailable)
        store.pauseContentDownload(of: "pond")
        store.resumeContentDownload(of: "pond")
        store.cancelContentDownload(of: "pond")
        try await store.removeContent(of: "pond")
        #expect(store.installedContents().isEmpty)
        try await store.close()
    }
}
