import Foundation
import Purser
import PurserTesting
import Testing

@Suite("How many bytes one content may have", .timeLimit(.minutes(30)))
struct ContentSizeTests {
    private let tests = ContentDownloaderTests()

    /// A source of an app's own that knows nothing of limits: two files of five bytes, one of them in a folder.
    private final class Greedy: ContentSource {
        let calls = Lock(0)

        func fetch(_ request: ContentRequest, with work: ContentWork) async throws {
            calls.withLock { $0 += 1 }
            let deep = work.stagingDirectory.appendingPathComponent("deep")
            try FileManager.default.createDirectory(at: deep, withIntermediateDirectories: true)
            for folder in [work.stagingDirectory, deep] {
                try Data("12345".utf8).write(to: folder.appendingPathComponent("file"))
            }
        }
    }

    /// Installs ten bytes from a source where no more than a limit is allowed.
    private func install(
        _ source: any ContentSource, limit: Int64, in bench: ContentDownloaderTests.Bench
    ) async throws -> Int64 {
        let clock = VirtualClock()
        let downloader = ContentDownloader(
            contents: StoreContents(
                folder: bench.contents, items: [StoreContent(productID: "pond", source: source)],
                policy: ContentPolicy(limits: ContentLimits(bytes: limit))),
            retrier: Retrier(timer: RetryTimer(clock: clock)), policy: .immediate, clock: clock)
        let bytes = Lock<Int64>(0)
        try await tests.running(downloader) {
            let installed = try await downloader.install(tests.request("pond"))
            bytes.withLock { $0 = installed.bytes }
        }
        return bytes.withLock { $0 }
    }

    /// A folder with ten bytes.
    private func folder(_ bench: ContentDownloaderTests.Bench) async throws -> URL {
        let folder = bench.contents.appendingPathComponent("../source").standardizedFileURL
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try await Greedy().fetch(
            tests.request("pond"), with: ContentWork(stagingDirectory: folder, partialDirectory: folder))
        return folder
    }

    @Test("The limit holds for every source, and what has more bytes is rejected once, not again and again")
    func everySource() async throws {
        try await tests.withBench { bench in
            let local = LocalFileSource(try await folder(bench))
            let greedy = Greedy()
            let sources: [any ContentSource] = [greedy, local, FallbackContentSource([greedy, local])]
            for source in sources {
                let failure = await #expect(throws: PurchaseFailure.self) {
                    try await install(source, limit: 9, in: bench)
                }
                #expect(failure?.code == .contentUnavailable && failure?.message.contains("tooLarge") == true)
            }
            #expect(greedy.calls.withLock { $0 } == 2, "once by itself, and once as the first of two places")
            #expect(!FileManager.default.fileExists(atPath: bench.contents.appendingPathComponent("installed").path))
            for (source, limit) in zip(sources, [10, 11, 10] as [Int64]) {
                #expect(try await install(source, limit: limit, in: bench) == 10)
                try FileManager.default.removeItem(at: bench.contents)
            }
        }
    }

    @Test("Nothing is copied of a local content that has more bytes than are allowed")
    func beforeCopying() async throws {
        try await tests.withBench { bench in
            let staging = bench.contents.appendingPathComponent("staged")
            try FileManager.default.createDirectory(at: staging, withIntermediateDirectories: true)
            let folder = try await folder(bench)
            for (url, limit) in [(folder, 9), (folder.appendingPathComponent("file"), 4)] as [(URL, Int64)] {
                let work = ContentWork(
                    stagingDirectory: staging, partialDirectory: staging, limits: ContentLimits(bytes: limit))
                let failure = await #expect(throws: ContentFailure.self) {
                    try await LocalFileSource(url).fetch(tests.request("pond"), with: work)
                }
                #expect(failure?.code == .tooLarge)
                #expect(try FileManager.default.contentsOfDirectory(atPath: staging.path).isEmpty)
            }
        }
    }

    /// Leaves a link, as no archive may hold one.
    private struct Linking: ContentSource {
        let target: URL

        func fetch(_ request: ContentRequest, with work: ContentWork) async throws {
            let link = work.stagingDirectory.appendingPathComponent("link")
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
        }
    }

    @Test("Links, devices and pipes are no content, whichever source has them: nothing outside is installed or counted")
    func links() async throws {
        try await tests.withBench { bench in
            let folder = try await folder(bench)
            let (linked, looped) = (
                folder.appendingPathComponent("../linked"), folder.appendingPathComponent("../loop")
            )
            let file = folder.appendingPathComponent("file")
            for folder in [linked, looped] {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            }
            try FileManager.default.createSymbolicLink(
                at: linked.appendingPathComponent("l"), withDestinationURL: file)
            try FileManager.default.createSymbolicLink(
                at: looped.appendingPathComponent("me"), withDestinationURL: looped)
            let sources: [any ContentSource] = [
                LocalFileSource(linked), LocalFileSource(looped), Linking(target: file),
                LocalFileSource(URL(fileURLWithPath: "/dev/zero")),
            ]
            for source in sources {
                let failure = await #expect(throws: PurchaseFailure.self) {
                    try await install(source, limit: 9, in: bench)
                }
                #expect(failure?.code == .contentUnavailable && failure?.message.contains("noFile") == true)
            }
            #expect(!FileManager.default.fileExists(atPath: bench.contents.appendingPathComponent("installed").path))
        }
    }

    @Test("Of a link to a file or a folder that is copied, which its limits count")
    func linkedSource() async throws {
        try await tests.withBench { bench in
            let folder = try await folder(bench)
            for (name, target) in [("toFolder", folder), ("toFile", folder.appendingPathComponent("file"))] {
                let link = folder.appendingPathComponent("../\(name)").standardizedFileURL
                try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
                let bytes: Int64 = name == "toFile" ? 5 : 10
                let failure = await #expect(throws: PurchaseFailure.self) {
                    try await install(LocalFileSource(link), limit: bytes - 1, in: bench)
                }
                #expect(failure?.message.contains("tooLarge") == true)
                #expect(try await install(LocalFileSource(link), limit: bytes, in: bench) == bytes)
                try FileManager.default.removeItem(at: bench.contents)
            }
        }
    }

    @Test("Where the first of several places has too much, the next one is taken")
    func fallback() async throws {
        try await tests.withBench { bench in
            let file = LocalFileSource(try await folder(bench).appendingPathComponent("file"))
            #expect(try await install(FallbackContentSource([Greedy(), file]), limit: 9, in: bench) == 5)
        }
    }
}
