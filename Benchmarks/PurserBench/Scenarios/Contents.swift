import Foundation
import Purser
import PurserNetworking

extension Scenario {
    static let contents = Scenario(
        name: "contents", summary: "contents from nginx on this machine, beside a bare URLSession and curl",
        options: [.purchases, .repeats]
    ) { bench in
        let folder = try ScratchFolder()
        let server = try WebServer(in: folder)
        var rows: [Row] = []
        for mebibytes in [64, 1_024, 4_096] {
            bench.progress.show("contents: \(mebibytes) MiB")
            let url = try server.add("large", bytes: mebibytes << 20)
            rows.append(try await row("one file", "MiB", mebibytes, mebibytes << 20, [url], bench, server, folder))
        }
        let count = bench.options.purchases ?? 1_000
        bench.progress.show("contents: \(count) small ones")
        let urls = try (0..<count).map { try server.add("small\($0)", bytes: 4_096) }
        rows.append(try await row("small files of 4 KiB", "files", count, count, urls, bench, server, folder))
        return rows
    }

    /// - Parameter things: what is counted: bytes or files.
    private static func row(
        _ series: String, _ variable: String, _ value: Int, _ things: Int, _ urls: [URL], _ bench: Bench,
        _ server: WebServer, _ folder: ScratchFolder
    ) async throws -> Row {
        var (floor, bare, spans): ([Span], [Span], [Span]) = ([], [], [])
        var peaks: [Double] = []
        for _ in 1...bench.repeats {
            floor.append(try server.curl(urls))
            if urls.count == 1 { bare.append(try await written(urls[0], things, folder)) }
            let canPeak = MemoryUse.resetPeak()
            let before = MemoryUse.resident
            spans.append(try await downloaded(urls, into: folder.path + "/contents"))
            if canPeak { peaks.append(Double(max(0, MemoryUse.peak - before))) }
        }
        let rates = zip(spans, floor).map { $1.wall / $0.wall }
        let costs = zip(spans, floor).map { $0.cpu / max($1.cpu, 1e-6) }
        var figures = [
            Figure(.rate, spans.map { $0.rate(of: things) }), Figure(.floorRate, floor.map { $0.rate(of: things) }),
            Figure(.ofFloor, rates), Figure(.cpu, spans.map { $0.cpuNanoseconds(per: things) }),
            Figure(.floorCPU, floor.map { $0.cpuNanoseconds(per: things) }), Figure(.timesFloorCPU, costs),
        ]
        if !bare.isEmpty {
            figures.append(Figure(.ofBare, zip(spans, bare).map { $1.wall / $0.wall }))
            figures.append(Figure(.timesBareCPU, zip(spans, bare).map { $0.cpu / max($1.cpu, 1e-6) }))
        }
        if !peaks.isEmpty { figures.append(Figure(.peak, peaks)) }
        return Row("contents", series, variable, value, figures)
    }

    /// Downloads a file by the platform's URL loading alone, and writes what comes.
    private static func written(_ url: URL, _ bytes: Int, _ folder: ScratchFolder) async throws -> Span {
        try await measured {
            let count = try await BareDownload.run(url, into: folder.path + "/bare")
            guard count == bytes else { throw WrongRun("\(count) bytes arrived instead of \(bytes)") }
        }
    }

    /// Downloads and installs the files, as a store does, and deletes them.
    private static func downloaded(_ urls: [URL], into path: String) async throws -> Span {
        let clock = SystemClock()
        let items = urls.enumerated().map { StoreContent(productID: "p\($0)", source: RemoteContentSource($1)) }
        let folder = URL(fileURLWithPath: path)
        let downloader = ContentDownloader(
            contents: StoreContents(folder: folder, items: items),
            retrier: Retrier(timer: RetryTimer(clock: clock)), policy: .once, clock: clock)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await downloader.run() }
            defer { downloader.close() }
            return try await measured {
                try await withThrowingTaskGroup(of: Void.self) { callers in
                    for item in items {
                        let request = ContentRequest(productID: item.productID, version: item.version)
                        callers.addTask { _ = try await downloader.install(request) }
                    }
                    try await callers.waitForAll()
                }
            }
        }
    }
}
