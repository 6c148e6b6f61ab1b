import Foundation
import Purser
import PurserNetworking
import Testing

@Suite("Contents that the system fetches")
struct SystemSourceTests {
    /// Packs and resources in a folder, as a system has them.
    private final class System: AssetPacks, TaggedResources {
        let folder: URL
        let calls = Lock<[String]>([])

        init(_ folder: URL) { self.folder = folder }

        func makeAvailable(_ packID: String, reporting report: @escaping @Sendable (Int64, Int64?) -> Void) async throws
        {
            calls.withLock { $0.append("make available \(packID)") }
            if packID == "unknown" { throw URLError(.fileDoesNotExist) }
            report(5, 10)
        }

        func url(of path: String) throws -> URL { folder.appendingPathComponent(path) }
        func remove(_ packID: String) async throws { calls.withLock { $0.append("remove \(packID)") } }

        func withAccess(to tags: Set<String>, _ body: (_ find: (String) -> URL?) throws -> Void) async throws {
            calls.withLock { $0.append("access \(tags.sorted())") }
            defer { calls.withLock { $0.append("end") } }
            try body { $0 == "fish.txt" ? folder.appendingPathComponent($0) : nil }
        }
    }

    private let root = FileManager.default.temporaryDirectory.appendingPathComponent("purser-\(UUID().uuidString)")
    private let request = ContentRequest(productID: "pond", version: "1")
    private var staging: URL { root.appendingPathComponent("staging") }

    private func system() throws -> System {
        let packs = root.appendingPathComponent("packs")
        for folder in [packs.appendingPathComponent("deep"), staging] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        try Data("fish".utf8).write(to: packs.appendingPathComponent("fish.txt"))
        try Data("frog".utf8).write(to: packs.appendingPathComponent("deep/frog.txt"))
        return System(packs)
    }

    private func fetch(
        _ source: any ContentSource, limits: ContentLimits = ContentLimits(),
        reporting reported: Lock<[Int64]> = Lock([])
    ) async throws {
        let work = ContentWork(stagingDirectory: staging, partialDirectory: staging, limits: limits) { bytes, _ in
            reported.withLock { $0.append(bytes) }
        }
        try await source.fetch(request, with: work)
    }

    @Test(
        "The files of an asset pack are copied, at their paths; its progress is told, and the pack removed where that is wanted"
    )
    func assetPack() async throws {
        defer { try? FileManager.default.removeItem(at: root) }
        let (system, reported) = (try system(), Lock<[Int64]>([]))
        let source = AssetPackSource(
            packID: "pond", files: ["fish.txt", "deep/frog.txt"], removesPack: true, packs: system)
        try await fetch(source, reporting: reported)
        #expect(try String(contentsOf: staging.appendingPathComponent("deep/frog.txt"), encoding: .utf8) == "frog")
        #expect(try FileManager.default.contentsOfDirectory(atPath: staging.path).sorted() == ["deep", "fish.txt"])
        #expect(
            system.calls.withLock { $0 } == ["make available pond", "remove pond"] && reported.withLock { $0 } == [5])
    }

    @Test(
        "A file that is not there, or would leave the folder, is an error that names it",
        arguments: [
            "bird.txt", "../fish.txt", "deep/../../fish.txt", "", "/etc/passwd",
        ])
    func missing(file: String) async throws {
        defer { try? FileManager.default.removeItem(at: root) }
        let system = try system()
        let source = AssetPackSource(packID: "pond", files: [file], removesPack: false, packs: system)
        let failure = await #expect(throws: ContentFailure.self) { try await fetch(source) }
        #expect(failure?.path == file && failure?.retryClass == .permanent)
    }

    @Test("What the system says of a pack that it does not have goes to the retry policy")
    func unknownPack() async throws {
        defer { try? FileManager.default.removeItem(at: root) }
        let source = AssetPackSource(packID: "unknown", files: ["fish.txt"], removesPack: true, packs: try system())
        await #expect(throws: URLError.self) { try await fetch(source) }
    }

    @Test("On-demand resources are copied while the system keeps them, and given back also when a file is missing")
    func onDemand() async throws {
        defer { try? FileManager.default.removeItem(at: root) }
        let system = try system()
        try await fetch(OnDemandResourcesSource(tags: ["b", "a"], files: ["fish.txt"], resources: system))
        #expect(try FileManager.default.contentsOfDirectory(atPath: staging.path) == ["fish.txt"])
        let failure = await #expect(throws: ContentFailure.self) {
            try await fetch(OnDemandResourcesSource(tags: ["a"], files: ["frog.txt"], resources: system))
        }
        #expect(failure?.path == "frog.txt")
        #expect(system.calls.withLock { $0 } == [#"access ["a", "b"]"#, "end", #"access ["a"]"#, "end"])
    }

    @Test("Nothing is copied out of a pack or of resources whose files have more bytes than are allowed")
    func limits() async throws {
        defer { try? FileManager.default.removeItem(at: root) }
        let system = try system()
        let sources: [(any ContentSource, Int64)] = [
            (
                AssetPackSource(
                    packID: "pond", files: ["fish.txt", "deep/frog.txt"], removesPack: true, packs: system), 8
            ),
            (OnDemandResourcesSource(tags: ["a"], files: ["fish.txt"], resources: system), 4),
        ]
        for (source, bytes) in sources {
            let failure = await #expect(throws: ContentFailure.self) {
                try await fetch(source, limits: ContentLimits(bytes: bytes - 1))
            }
            #expect(failure?.code == .tooLarge && failure?.retryClass == .permanent)
            #expect(try FileManager.default.contentsOfDirectory(atPath: staging.path).isEmpty)
            try await fetch(source, limits: ContentLimits(bytes: bytes))
            try FileManager.default.removeItem(at: staging)
            try FileManager.default.createDirectory(at: staging, withIntermediateDirectories: true)
        }
    }
}
