import Foundation
import Purser
import PurserTesting
import Testing

@Suite("Pausing, cancelling and deleting contents", .timeLimit(.minutes(30)))
struct ContentManagingTests {
    private let tests = ContentDownloaderTests()

    /// A source whose attempts go on when the test says so, and that writes down who came.
    private final class GatedSource: ContentSource {
        private let gates = Lock<[String: EventCount]>([:])
        private let calls = Lock<[String]>([])

        var begun: [String] { calls.withLock { $0 } }

        private func gate(_ productID: String) -> EventCount {
            gates.withLock { gates in
                let gate = gates[productID] ?? EventCount()
                gates[productID] = gate
                return gate
            }
        }

        func open(_ productID: String) { gate(productID).advance() }

        func fetch(_ request: ContentRequest, with work: ContentWork) async throws {
            calls.withLock { $0.append(request.productID) }
            try await gate(request.productID).wait(after: 0)
            try Data("12345".utf8).write(to: work.stagingDirectory.appendingPathComponent("file"))
        }
    }

    private func downloader(
        _ bench: ContentDownloaderTests.Bench, _ ids: [String], _ source: any ContentSource, atOnce: Int = 1
    ) -> ContentDownloader {
        let clock = VirtualClock()
        return ContentDownloader(
            contents: StoreContents(
                folder: bench.contents, items: ids.map { StoreContent(productID: $0, source: source) },
                policy: ContentPolicy(downloadsAtOnce: atOnce)),
            retrier: Retrier(timer: RetryTimer(clock: clock)), policy: .immediate, clock: clock)
    }

    @Test("A paused download stops, lets others go first, and goes on for those who wait")
    func paused() async throws {
        try await tests.withBench { bench in
            let source = GatedSource()
            let downloader = downloader(bench, ["a", "b"], source)
            try await tests.running(downloader) {
                async let first = downloader.install(tests.request("a"))
                try await eventually { source.begun == ["a"] }
                async let second = downloader.install(tests.request("b"))
                downloader.pause("a")
                try await eventually { source.begun == ["a", "b"] }
                #expect(downloader.state(of: "a") == .paused)
                source.open("a")
                downloader.resume("a")
                #expect(downloader.state(of: "a") != .paused)
                source.open("b")
                #expect(try await second.productID == "b")
                #expect(try await first.productID == "a")
                #expect(source.begun == ["a", "b", "a"])
            }
        }
    }

    @Test("What is paused before its turn waits; a pause that ends at once loses nothing")
    func pausedBefore() async throws {
        try await tests.withBench { bench in
            let source = GatedSource()
            let downloader = downloader(bench, ["a", "b"], source)
            try await tests.running(downloader) {
                downloader.pause("a")
                downloader.pause("a")
                async let first = downloader.install(tests.request("a"))
                async let second = downloader.install(tests.request("b"))
                source.open("b")
                let content = try await second
                #expect(content.productID == "b" && source.begun == ["b"])
                for _ in 0..<50 {
                    downloader.resume("a")
                    downloader.pause("a")
                }
                downloader.resume("a")
                source.open("a")
                let late = try await first
                #expect(late.productID == "a")
            }
        }
    }

    @Test("A cancelled download ends for all who wait, whether it is under way, waits or is paused")
    func cancelled() async throws {
        try await tests.withBench { bench in
            let source = GatedSource()
            let downloader = downloader(bench, ["a", "b"], source)
            try await tests.running(downloader) {
                async let first = failure { try await downloader.install(tests.request("a")) }
                async let again = failure { try await downloader.install(tests.request("a")) }
                try await eventually { source.begun == ["a"] && downloader.load.callers == 2 }
                async let second = failure { try await downloader.install(tests.request("b")) }
                try await eventually { downloader.load.callers == 3 }
                downloader.cancel("b")
                #expect(await second?.code == .contentUnavailable)
                downloader.pause("a")
                downloader.cancel("a")
                for failure in await [first, again] {
                    #expect(failure?.code == .contentUnavailable)
                    #expect(failure?.message.contains("cancelled") == true, "\(String(describing: failure))")
                }
                #expect(downloader.state(of: "a") != .paused)
                source.open("a")
                #expect(try await downloader.install(tests.request("a")).bytes == 5)
            }
        }
    }

    private func failure(_ body: () async throws -> InstalledContent) async -> PurchaseFailure? {
        do {
            _ = try await body()
            return nil
        } catch {
            return error as? PurchaseFailure
        }
    }

    @Test("What was bought comes before what the app asks for, and that before what nobody waits for")
    func priorities() async throws {
        try await tests.withBench { bench in
            let source = GatedSource()
            let ids = ["first", "low", "normal", "high"]
            let downloader = downloader(bench, ids, source)
            try await tests.running(downloader) {
                try await withThrowingTaskGroup(of: InstalledContent.self) { group in
                    group.addTask { try await downloader.install(tests.request("first")) }
                    try await eventually { source.begun == ["first"] }
                    for (count, (id, priority)) in zip(ids.dropFirst(), ContentPriority.allCases).enumerated() {
                        group.addTask { try await downloader.install(tests.request(id), priority: priority) }
                        try await eventually { downloader.load.callers == count + 2 }
                    }
                    for id in ids { source.open(id) }
                    try await group.waitForAll()
                }
                #expect(source.begun == ["first", "high", "normal", "low"])
            }
        }
    }

    @Test("Everything that is installed is listed with its size, also what is not named any more, and can be deleted")
    func listed() async throws {
        try await tests.withBench { bench in
            let long = String(repeating: "Ä", count: 200)
            try bench.write("1234567", "contents/installed/old/v/2/sub/file")
            let source = GatedSource()
            let downloader = downloader(bench, [long, "b", ""], source)
            try await tests.running(downloader) {
                for id in [long, "b", ""] {
                    source.open(id)
                    try await downloader.install(tests.request(id))
                }
                let listed = downloader.installed
                #expect(listed.map(\.productID) == ["", "b", "old", long])
                #expect(listed.map(\.bytes) == [5, 5, 7, 5])
                for content in listed {
                    try await downloader.remove(content.productID)
                    #expect(!FileManager.default.fileExists(atPath: content.folder.path))
                    #expect(content.bytes == 0)
                }
                #expect(downloader.installed.isEmpty)
            }
        }
    }

    @Test("What the app has deleted is not fetched by itself, in no later launch, until the app asks for it")
    func deleted() async throws {
        try await tests.withBench { bench in
            let source = GatedSource()
            for id in ["a", "b"] { source.open(id) }
            let first = downloader(bench, ["a", "b"], source)
            try await tests.running(first) {
                try await first.install(tests.request("a"))
                try await first.remove("a")
                await first.startIfMissing("a")
                await first.startIfMissing("b")
                try await eventually { first.state(of: "b") != .notInstalled && first.load.requests == 0 }
                #expect(first.state(of: "a") == .notInstalled)
            }
            let second = downloader(bench, ["a", "b"], source)
            try await tests.running(second) {
                await second.startIfMissing("a")
                #expect(second.load.requests == 0)
                try await second.install(tests.request("a"))
                try await second.remove("a", byApp: false)
                await second.startIfMissing("a")
                try await eventually { second.isOnDevice("a") }
            }
        }
    }
}
