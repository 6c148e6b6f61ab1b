import Foundation
import Purser
import PurserArchives
import PurserFormats
import PurserNetworking
import Testing

@Suite("The contents that a product list names", .timeLimit(.minutes(30)))
struct ProductListContentsTests {
    private struct Tagged: ContentSource {
        let tags: [String]
        let checksum: String?
        func fetch(_ request: ContentRequest, with work: ContentWork) async throws {}
    }

    private func list(_ parameters: String...) throws -> ProductList {
        let entries = parameters.enumerated().map {
            "{\"identifier\": \"p\($0)\", \"productType\": \"nonConsumable\", \"contentFetcherParameters\": \($1)}"
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("purser-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("[\(entries.joined(separator: ","))]".utf8).write(to: file)
        return try ProductList(contentsOf: file)
    }

    private let folder = URL(fileURLWithPath: "/contents")
    private let remote = "{\"type\": \"BZRRemoteContentFetcher\", \"URL\": \"https://example.com/a/pond.zip\"}"
    private let local = "{\"type\": \"BZRLocalContentFetcher\", \"URL\": \"file:///goods/pond.zip\"}"
    private let onDemand =
        "{\"type\": \"BZROnDemandContentFetcher\", \"tags\": [\"pond\", \"fish\"], \"checksum\": \"9\"}"

    @Test("Each of Bazaar's fetchers is a source; archives are unpacked into a folder that is named like them")
    func fetchers() throws {
        let fallback = "{\"type\": \"BZRFallbackContentFetcher\", \"fetchersParameters\": [\(remote), \(local)]}"
        let fetching = ProductListFetching(onDemand: { Tagged(tags: $0, checksum: $1) })
        let contents = try list(remote, local, onDemand, fallback).contents(in: folder, fetching: fetching)
        #expect(contents.items.map(\.productID) == ["p0", "p1", "p2", "p3"])
        #expect(contents.folder == folder)
        let first = try #require(contents.items[0].source as? ArchiveSource)
        #expect((first.archive as? RemoteContentSource)?.url.absoluteString == "https://example.com/a/pond.zip")
        #expect(first.directoryName == "pond")
        let second = try #require(contents.items[1].source as? ArchiveSource)
        #expect((second.archive as? LocalFileSource)?.url.path == "/goods/pond.zip")
        let third = try #require(contents.items[2].source as? Tagged)
        #expect(third.tags == ["pond", "fish"] && third.checksum == "9")
        let fourth = try #require(contents.items[3].source as? FallbackContentSource)
        #expect(fourth.sources.allSatisfy { $0 is ArchiveSource } && fourth.sources.count == 2)
    }

    @Test("What only some devices can fetch is an error that names the entry")
    func onDemandWithoutSource() throws {
        let fallback = "{\"type\": \"BZRFallbackContentFetcher\", \"fetchersParameters\": [\(remote), \(onDemand)]}"
        for parameters in [onDemand, fallback] {
            let list = try list(remote, parameters)
            let failure = #expect(throws: ContentFailure.self) { try list.contents(in: folder) }
            #expect(
                failure?.code == .noSource && failure?.path == "p1" && failure?.message.contains("(pond, fish)") == true
            )
            #expect(failure?.description.contains("[p1]") == true)
        }
    }

    @Test("Another address or checksum is another version; the same is the same at every launch")
    func versions() throws {
        let versions = try list(
            remote, local, remote, remote.replacingOccurrences(of: "pond.zip", with: "pond2.zip")
        ).contents(in: folder).items.map(\.version)
        #expect(versions[0] == versions[2])
        #expect(Set(versions).count == 3)
        #expect(versions.allSatisfy { $0.count == 16 })
        #expect(ContentDescriptor.onDemand(tags: ["a"], checksum: nil).version == "6d0df9758e2c9c82")
        #expect(
            ContentDescriptor.onDemand(tags: ["a"], checksum: "1").version
                != ContentDescriptor.onDemand(tags: ["a"], checksum: nil).version)
    }

    @Test(
        "F2: content whose source is wrong fails for good, and names the product and the fault; the others are sources")
    func faulty() async throws {
        let items = try list(remote.replacingOccurrences(of: "example.com", with: ""), local).contents(in: folder).items
        #expect(items.map(\.productID) == ["p0", "p1"] && items[1].source is ArchiveSource)
        let request = ContentRequest(productID: "p0", version: items[0].version)
        let error = await #expect(throws: ContentFailure.self) {
            try await items[0].source.fetch(
                request, with: ContentWork(stagingDirectory: folder, partialDirectory: folder))
        }
        #expect(error?.code == .invalidSource && error?.path == "p0" && error?.retryClass == .permanent)
        #expect(error?.message.contains("$[0].contentFetcherParameters.URL: has a URL with a blank host") == true)
    }

    @Test("Products without content have none")
    func none() throws {
        let list = ProductList("tools")
        #expect(try list.contents(in: folder).items.isEmpty)
    }
}
