import Foundation
import Testing

@testable import Purser

@Suite("What sources keep between attempts, and tell of them", .timeLimit(.minutes(30)))
struct ContentWorkTests {
    private let tests = ContentDownloaderTests()

    private struct Broken: RetryClassifying {
        var retryClass: RetryClass = .permanent
    }

    /// A source that fetches one byte at a time, and gives up now and then.
    private struct SlowSource: ContentSource {
        /// How many bytes an attempt fetches at most.
        var step = 2
        var total = 5
        var error = Broken()

        func fetch(_ request: ContentRequest, with work: ContentWork) async throws {
            let file = work.partialDirectory.appendingPathComponent("bytes")
            var bytes = (try? Data(contentsOf: file)) ?? Data()
            for _ in 0..<step where bytes.count < total {
                bytes.append(7)
                try bytes.write(to: file)
                work.report(Int64(bytes.count), of: Int64(total))
            }
            guard bytes.count == total else { throw error }
            try FileManager.default.moveItem(at: file, to: work.stagingDirectory.appendingPathComponent("bytes"))
        }
    }

    @Test(
        "What a failed attempt has fetched is there for the next one, also in a later launch, and is deleted in the end"
    )
    func goesOn() async throws {
        try await tests.withBench { bench in
            let item = StoreContent(productID: "pond", source: SlowSource())
            for _ in 0..<2 {
                let downloader = bench.downloader([item])
                try await tests.running(downloader) {
                    let failure = await #expect(throws: PurchaseFailure.self) {
                        try await downloader.install(tests.request("pond"))
                    }
                    #expect(failure?.code == .contentUnavailable)
                }
                #expect(bench.names("contents/partial/pond/v/1") == ["bytes"] && bench.staged.isEmpty)
            }
            let downloader = bench.downloader([item])
            try await tests.running(downloader) {
                let content = try await downloader.install(tests.request("pond"))
                #expect(try Data(contentsOf: content.folder.appendingPathComponent("bytes")).count == 5)
            }
            #expect(bench.names("contents/partial").isEmpty)
        }
    }

    @Test("What is not wanted any more, or was removed, is not kept")
    func swept() async throws {
        try await tests.withBench { bench in
            let long = String(repeating: "x", count: 500)
            let partials = ["pond/v/1", "pond/v/2", "shed/v/1", "old/v/1"]
            for path in partials { try bench.write("", "contents/partial/\(path)/bytes") }
            let items = ["pond", "shed", long].map { StoreContent(productID: $0, source: SlowSource()) }
            let downloader = bench.downloader(items)
            try await tests.running(downloader) {
                await #expect(throws: PurchaseFailure.self) { try await downloader.install(tests.request(long)) }
            }
            #expect(bench.names("contents/partial/pond/v") == ["1"] && bench.names("contents/partial/shed/v") == ["1"])
            #expect(!bench.names("contents/partial").contains("old"))
            // The next launch goes on with the long one, too.
            let again = bench.downloader(items)
            await again.cleanUp()
            #expect(bench.names("contents/partial").count == 3)
            try bench.write("", "contents/installed/pond/v/1/file")
            // As a program leaves it that is killed right after the installation.
            let later = bench.downloader(items)
            await later.cleanUp()
            #expect(bench.names("contents/partial/pond").isEmpty)
            #expect(bench.names("contents/partial/shed/v") == ["1"])
            try bench.write("", "contents/partial/pond/v/1/bytes")
            let third = bench.downloader(items)
            try await third.remove("pond")
            #expect(bench.names("contents/partial/pond").isEmpty)
        }
    }

    /// The statuses of a content until it is installed.
    private func statuses(of productID: String, _ downloader: ContentDownloader) async -> [ContentStatus] {
        var all: [ContentStatus] = []
        while let status = await downloader.changes.first({ [last = all.last] in
            let status = downloader.status(of: productID)
            return status == last ? nil : status
        }) {
            all.append(status)
            if case .installed = status.state { break }
        }
        return all
    }

    @Test("Progress is told as it goes, the latest first, and ends with the download")
    func progress() async throws {
        try await tests.withBench { bench in
            let item = StoreContent(productID: "pond", source: SlowSource(step: 9))
            let downloader = bench.downloader([item])
            try await tests.running(downloader) {
                async let reported = statuses(of: "pond", downloader)
                try await downloader.install(tests.request("pond"))
                let bytes = await reported.compactMap(\.progress?.bytes)
                #expect(bytes == bytes.sorted() && bytes.allSatisfy { (1...5).contains($0) })
                #expect(await reported.last?.progress == nil)
            }
            var state = ContentDownloaderState()
            #expect(!state.reported("pond", 1, of: 5, at: .zero) && state.progress(of: "pond") == nil)
            state.began(tests.request("pond"))
            #expect(state.reported("pond", 5, of: 5, at: .zero) && state.progress(of: "pond")?.fraction == 1)
        }
    }

    @Test("The rate follows what arrives, and the remaining time follows the rate")
    func rate() {
        var state = ContentProgressState()
        #expect(state.progress == nil)
        for second in 0...20 { state.reported(Int64(second) * 1_000, of: 100_000, at: .seconds(second)) }
        #expect(state.progress?.bytesPerSecond == 1_000)
        #expect(state.progress?.remaining == .seconds(80) && state.progress?.fraction == 0.2)
        for second in 21...40 { state.reported(20_000 + Int64(second - 20) * 4_000, of: 100_000, at: .seconds(second)) }
        #expect(state.progress.map { abs($0.bytesPerSecond - 4_000) < 10 } == true)
        // What comes in one moment has no rate of its own, and what begins anew begins with none.
        state.reported(100_000, of: 100_000, at: .seconds(40))
        #expect(state.progress?.remaining == .zero)
        state.reported(10, of: nil, at: .seconds(41))
        #expect(state.progress == ContentProgress(bytes: 10, total: nil, bytesPerSecond: 0))
        #expect(state.progress?.remaining == nil && state.progress?.fraction == nil)
        #expect(ContentProgress(bytes: 0, total: 0).fraction == 1)
    }

    @Test("Of several places the first that succeeds is taken; what another has left behind is not mixed in")
    func fallback() async throws {
        try await tests.withBench { bench in
            let littering = ContentDownloaderTests.ScriptedSource { folder in
                try Data("half".utf8).write(to: folder.appendingPathComponent("litter"))
                throw CancellationError()
            }
            let source = FallbackContentSource([littering, SlowSource(step: 1), SlowSource(step: 3)])
            let item = StoreContent(productID: "pond", source: source)
            for _ in 0..<2 {
                let downloader = bench.downloader([item])
                try await tests.running(downloader) {
                    if let content = try? await downloader.install(tests.request("pond")) {
                        let names = try FileManager.default.contentsOfDirectory(atPath: content.folder.path)
                        #expect(names == ["bytes"])
                    }
                }
            }
            #expect(bench.names("contents/installed/pond/v") == ["1"])
        }
    }

    @Test("When all places fail, it is tried again where one of them says so, and no sooner than it wants")
    func allFailed() {
        let permanent = Broken()
        #expect(ContentFailure.allSourcesFailed([], of: "p").retryClass == .permanent)
        #expect(ContentFailure.allSourcesFailed([permanent, permanent], of: "p").retryClass == .permanent)
        let waiting = [3, 2].map { Broken(retryClass: .retryable(after: .seconds($0))) }
        #expect(
            ContentFailure.allSourcesFailed([permanent] + waiting, of: "p").retryClass == .retryable(after: .seconds(2))
        )
        #expect(
            ContentFailure.allSourcesFailed(waiting + [Broken(retryClass: .retryable())], of: "p").retryClass
                == .retryable())
        #expect("\(ContentFailure.allSourcesFailed([permanent], of: "p"))".contains("1. "))
    }
}
