import Foundation
import Purser
import PurserArchives
import PurserNetworking
import Testing

struct TextSource: ContentSource {
    func fetch(_ request: ContentRequest, with work: ContentWork) async throws {
        let file = work.stagingDirectory.appendingPathComponent("README.txt")
        try Data("\(request.productID), version \(request.version)".utf8).write(to: file)
    }
}

@Suite("The examples of “Delivering content”", .timeLimit(.minutes(30)))
struct DeliveringContentExamples {
    @Test("Content that is copied is in its place when the purchase returns")
    func localFiles() async throws {
        let garden = try Garden()
        let folder = garden.folder.appendingPathComponent("contents")
        let pondFiles = garden.folder.appendingPathComponent("pond")
        try FileManager.default.createDirectory(at: pondFiles, withIntermediateDirectories: true)
        try Data("fish".utf8).write(to: pondFiles.appendingPathComponent("fish.txt"))
        var configuration = garden.configuration
        configuration.contents = StoreContents(
            folder: folder,
            items: [
                StoreContent(productID: "com.example.garden.pond", version: "2", source: LocalFileSource(pondFiles))
            ])
        let store = try await PurchaseStore.open(configuration)

        try await store.purchase("com.example.garden.pond")
        if case .installed(let content) = store.contentState(of: "com.example.garden.pond") {
            print("the pond is in", content.folder.path)
        }
        #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).contains { $0.hasSuffix("fish.txt") })
        try await store.close()
    }

    @Test("Where the server cannot be reached, the content comes from the next source, and its progress is told")
    func fallback() async throws {
        let garden = try Garden()
        let folder = garden.folder.appendingPathComponent("contents")
        let pondFiles = garden.folder.appendingPathComponent("pond")
        try FileManager.default.createDirectory(at: pondFiles, withIntermediateDirectories: true)
        try Data("fish".utf8).write(to: pondFiles.appendingPathComponent("fish.txt"))
        // Nobody listens there.
        let server = try #require(URL(string: "http://127.0.0.1:9/"))
        var configuration = garden.configuration

        let pond = FallbackContentSource([
            RemoteContentSource(server.appendingPathComponent("pond.bin"), maximumBytes: 500_000_000),
            LocalFileSource(pondFiles),
        ])
        configuration.contents = StoreContents(
            folder: folder, items: [StoreContent(productID: "com.example.garden.pond", version: "2", source: pond)])

        let store = try await PurchaseStore.open(configuration)
        async let showing: Void = {
            for await status in store.contentStatuses(of: "com.example.garden.pond") {
                if case .installed = status.state { break }
                guard let progress = status.progress else { continue }
                print(progress.bytes, "of", progress.total ?? 0, "bytes;", progress.remaining ?? .zero, "left")
            }
        }()
        try await store.purchase("com.example.garden.pond")
        #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).contains { $0.hasSuffix("fish.txt") })
        try await store.close()
        await showing
    }

    @Test("A source of the app's own fills the folder that it is given")
    func ownSource() async throws {
        let garden = try Garden()
        var configuration = garden.configuration
        configuration.contents = StoreContents(
            folder: garden.folder,
            items: [StoreContent(productID: "com.example.garden.pond", source: TextSource())])
        let store = try await PurchaseStore.open(configuration)
        try await store.purchase("com.example.garden.pond")
        guard case .installed(let content) = store.contentState(of: "com.example.garden.pond") else {
            throw CocoaError(.fileNoSuchFile)
        }
        let text = try String(contentsOf: content.folder.appendingPathComponent("README.txt"), encoding: .utf8)
        #expect(text == "com.example.garden.pond, version 1")
        try await store.close()
    }

    @Test("An archive is unpacked where the trait is there, and says what is missing where it is not")
    func archives() async throws {
        let garden = try Garden()
        let folder = garden.folder.appendingPathComponent("contents")
        let server = try #require(URL(string: "http://127.0.0.1:9/"))
        var configuration = garden.configuration
        configuration.retries.download = .once

        let plants = ArchiveSource(
            RemoteContentSource(server.appendingPathComponent("plants.zip")), into: "plants",
            limits: ArchiveLimits(bytes: 2_000_000_000))
        configuration.contents = StoreContents(
            folder: folder, items: [StoreContent(productID: "com.example.garden.pond", source: plants)])

        let store = try await PurchaseStore.open(configuration)
        let failure = await #expect(throws: PurchaseFailure.self) {
            try await store.downloadContent(of: "com.example.garden.pond")
        }
        let reason = ZipArchive.canUnpack ? "connection" : "noTrait"
        #expect(failure?.code == .contentUnavailable && failure?.message.contains(reason) == true, "\(failure as Any)")
        try await store.close()
    }

    @Test("A product list names where contents come from")
    func fromProductList() throws {
        let garden = try Garden()
        let folder = garden.folder.appendingPathComponent("contents")
        var configuration = garden.configuration
        var list = ProductList("com.example.garden.pond")
        list.entries[0].content = .remote(archive: try #require(URL(string: "https://example.com/pond.zip")))
        configuration.contents = try list.contents(in: folder)
        #expect(configuration.contents?.items.map(\.productID) == ["com.example.garden.pond"])
    }

    @Test("What is owned is downloaded again, listed and deleted, and what was refunded is deleted by itself")
    func asking() async throws {
        let garden = try Garden()
        let folder = garden.folder.appendingPathComponent("contents")
        let items = [StoreContent(productID: "com.example.garden.pond", source: TextSource())]
        var configuration = garden.configuration
        configuration.contents = StoreContents(
            folder: folder, items: items,
            policy: ContentPolicy(
                downloadsAtOnce: 2, restoring: .atOnce, removesRefunded: true,
                limits: ContentLimits(bytes: 4_000_000_000, meteredBytes: 200_000_000)))
        let store = try await PurchaseStore.open(configuration)

        let content = try await store.downloadContent(of: "com.example.garden.pond")
        print(content.bytes, "bytes in", content.folder.path)

        store.pauseContentDownload(of: "com.example.garden.pond")
        store.resumeContentDownload(of: "com.example.garden.pond")

        for content in store.installedContents() { print(content.productID, content.bytes) }
        try await store.removeContent(of: "com.example.garden.pond")
        #expect(store.installedContents().isEmpty)
        try await store.close()
    }
}
