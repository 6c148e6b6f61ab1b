import Foundation
import Purser
import PurserTesting
import Testing

@Suite("Content", .timeLimit(.minutes(30))) struct ContentDownloaderTests {
    /// A source that does as it is told.
    struct ScriptedSource: ContentSource {
        let body: @Sendable (URL) async throws -> Void
        func fetch(_ request: ContentRequest, with work: ContentWork) async throws {
            try await body(work.stagingDirectory)
        }
    }

    struct Bench {
        let home: URL
        var contents: URL { home.appendingPathComponent("contents") }
        var staged: [String] { names("contents/staging") }

        func names(_ path: String) -> [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: home.appendingPathComponent(path).path)) ?? [])
                .sorted()
        }

        func write(_ text: String, _ path: String) throws {
            let url = home.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }

        func downloader(_ items: [StoreContent], policy: RetryPolicy = .immediate) -> ContentDownloader {
            let clock = VirtualClock()
            return ContentDownloader(
                contents: StoreContents(folder: contents, items: items),
                retrier: Retrier(timer: RetryTimer(clock: clock)), policy: policy, clock: clock)
        }
    }

    func withBench(_ body: (Bench) async throws -> Void) async throws {
        let home = try TemporaryFolder()
        defer { withExtendedLifetime(home) {} }
        try await body(Bench(home: home.url))
    }

    func running(_ downloader: ContentDownloader, _ body: () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await downloader.run() }
            defer { downloader.close() }
            try await body()
        }
        #expect(downloader.load == (0, 0, 0))
    }

    func text(_ content: InstalledContent, _ name: String) throws -> String {
        String(decoding: try Data(contentsOf: content.folder.appendingPathComponent(name)), as: UTF8.self)
    }

    func request(_ id: String, _ version: String = "1") -> ContentRequest {
        ContentRequest(productID: id, version: version)
    }

    @Test("a file and a folder are installed, found again by the next run, and removed") func installAndReopen()
        async throws
    {
        try await withBench { bench in
            try bench.write("song", "song.txt")
            try bench.write("level 1", "levels/1.txt")
            try bench.write("level 2", "levels/more/2.txt")
            let items = [
                StoreContent(
                    productID: "Song/../1", source: LocalFileSource(bench.home.appendingPathComponent("song.txt"))),
                StoreContent(productID: "levels", source: LocalFileSource(bench.home.appendingPathComponent("levels"))),
            ]
            let first = bench.downloader(items)
            #expect(first.request(for: "other") == nil)
            #expect(first.state(of: "levels") == .notInstalled)
            try await running(first) {
                let song = try await first.install(request("Song/../1"))
                #expect(try text(song, "song.txt") == "song")
                let levels = try await first.install(request("levels"))
                #expect(try text(levels, "1.txt") == "level 1")
                #expect(try text(levels, "more/2.txt") == "level 2")
                #expect(first.state(of: "levels") == .installed(levels))
                #expect(bench.staged.isEmpty)
            }
            try bench.write("torn", "contents/staging/9/half.txt")
            let second = bench.downloader(items)
            await second.cleanUp()
            #expect(bench.staged.isEmpty, "what a crash left is swept")
            let levels = try await second.install(request("levels"))
            #expect(second.state(of: "levels") == .installed(levels))
            try await second.remove("levels")
            #expect(second.state(of: "levels") == .notInstalled)
            #expect(!FileManager.default.fileExists(atPath: levels.folder.path))
            try await second.remove("levels")
        }
    }

    @Test("C2: all who want a content share one download") func shared() async throws {
        try await withBench { bench in
            let gate = EventCount()
            let fetches = Lock(0)
            let source = ScriptedSource { _ in
                fetches.withLock { $0 += 1 }
                try await gate.wait(after: 0)
            }
            let downloader = bench.downloader([StoreContent(productID: "a", source: source)])
            try await running(downloader) {
                async let first = downloader.install(request("a"))
                async let second = downloader.install(request("a"))
                try await eventually { downloader.load.callers == 2 && downloader.state(of: "a") == .downloading }
                gate.advance()
                #expect(try await first == second)
                #expect(fetches.withLock { $0 } == 1)
            }
        }
    }

    @Test("R1: a download is retried, each attempt in an empty folder; a failure leaves nothing") func retried()
        async throws
    {
        try await withBench { bench in
            let attempts = Lock(0)
            let source = ScriptedSource { folder in
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
                try Data("half".utf8).write(to: folder.appendingPathComponent("half.txt"))
                if attempts.next() % 6 != 0 { throw CocoaError(.fileWriteOutOfSpace) }
            }
            let downloader = bench.downloader([StoreContent(productID: "a", source: source)])
            try await running(downloader) {
                let failure = await #expect(throws: PurchaseFailure.self) { try await downloader.install(request("a")) }
                #expect(failure?.code == .contentUnavailable)
                #expect((failure?.underlying as? RetryFailure)?.underlying as? ContentFailure != nil)
                #expect(failure?.message.contains("diskFull") == true)
                #expect(attempts.withLock { $0 } == 5)
                #expect(downloader.state(of: "a") == .notInstalled)
                #expect(bench.staged.isEmpty)
                let content = try await downloader.install(request("a"))
                #expect(try text(content, "half.txt") == "half")
            }
        }
    }

    @Test("a new version replaces the old one only when it is there") func newVersion() async throws {
        try await withBench { bench in
            let old = ScriptedSource { try Data("1".utf8).write(to: $0.appendingPathComponent("x")) }
            let first = bench.downloader([StoreContent(productID: "a", version: "1", source: old)])
            try await running(first) { _ = try await first.install(request("a")) }
            let new = ScriptedSource { try Data("2".utf8).write(to: $0.appendingPathComponent("x")) }
            let second = bench.downloader([StoreContent(productID: "a", version: "2/β", source: new)])
            await second.cleanUp()
            guard case .installed(let before) = second.state(of: "a") else {
                Issue.record("the old version is not found")
                return
            }
            #expect(before.version == "1")
            try await running(second) {
                let content = try await second.install(request("a", "2/β"))
                #expect(try text(content, "x") == "2")
                #expect(!FileManager.default.fileExists(atPath: before.folder.path))
            }
        }
    }

    @Test("C1: a cancelled install leaves nothing, and its download stops") func cancelled() async throws {
        try await withBench { bench in
            let source = ScriptedSource { _ in try await EventCount().wait(after: 0) }
            let downloader = bench.downloader([StoreContent(productID: "a", source: source)])
            try await running(downloader) {
                let failure = await withTaskGroup(of: PurchaseFailure.Code?.self) { group in
                    group.addTask { await failureCode { try await downloader.install(request("a")) } }
                    try? await eventually { downloader.state(of: "a") == .downloading && bench.staged == ["1"] }
                    group.cancelAll()
                    return await group.next() ?? nil
                }
                #expect(failure == .waitCancelled)
                try await eventually { downloader.state(of: "a") == .notInstalled && bench.staged.isEmpty }
            }
        }
    }

    @Test("bad input: no contents, an unknown product or version, a missing source, a folder that cannot be")
    func badInput()
        async throws
    {
        try await withBench { bench in
            try bench.write("a file", "file")
            let missing = LocalFileSource(bench.home.appendingPathComponent("nowhere"))
            let downloader = bench.downloader([StoreContent(productID: "a", source: missing)])
            try await running(downloader) {
                #expect(await failureCode { try await downloader.install(request("x")) } == .contentUnavailable)
                #expect(await failureCode { try await downloader.install(request("a", "9")) } == .contentUnavailable)
                let failure = await #expect(throws: PurchaseFailure.self) { try await downloader.install(request("a")) }
                #expect((failure?.underlying as? ContentFailure)?.path.hasSuffix("/nowhere") == true)
            }
            let clock = VirtualClock()
            let retrier = Retrier(timer: RetryTimer(clock: clock))
            let item = StoreContent(productID: "a", source: LocalFileSource(bench.home.appendingPathComponent("file")))
            let blocked = ContentDownloader(
                contents: StoreContents(folder: bench.home.appendingPathComponent("file/below"), items: [item]),
                retrier: retrier, policy: .once, clock: clock)
            try await running(blocked) {
                let failure = await #expect(throws: PurchaseFailure.self) { try await blocked.install(request("a")) }
                #expect(failure?.message.contains("file/below") == true, "\(String(describing: failure))")
            }
            let none = ContentDownloader(contents: nil, retrier: retrier, policy: .once, clock: clock)
            try await running(none) {
                #expect(none.request(for: "a") == nil)
                #expect(none.state(of: "a") == .notInstalled)
                #expect(await failureCode { try await none.install(request("a")) } == .contentUnavailable)
            }
            #expect(await failureCode { try await none.install(request("a")) } == .storeClosed)
        }
    }
}
