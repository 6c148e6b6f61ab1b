import Foundation
import Purser

/// Downloads contents into a folder, several at a time, and reports their progress.
struct ContentFetching {
    let contents: StoreContents
    let output: Output

    /// Downloads all contents, and returns the number of failures.
    func run() async -> Int {
        let clock = SystemClock()
        let timer = RetryTimer(clock: clock)
        let downloader = ContentDownloader(
            contents: contents, retrier: Retrier(timer: timer), policy: RetryPolicies().download, clock: clock)
        let ids = contents.items.map(\.productID)
        let bars = ContentBars(ids, output)
        return await withTaskGroup(of: Void.self) { group in
            group.addTask { await downloader.run() }
            group.addTask { await timer.run() }
            for id in ids {
                guard let bars else { break }
                group.addTask { await follow(id, downloader, bars) }
            }
            let failures = await withTaskGroup(of: Bool.self) { downloads in
                for id in ids { downloads.addTask { await fetch(id, downloader, bars) } }
                return await downloads.reduce(0) { $0 + ($1 ? 0 : 1) }
            }
            downloader.close()
            timer.close()
            return failures
        }
    }

    /// Shows the progress of a download, until the downloader is closed.
    private func follow(_ id: String, _ downloader: ContentDownloader, _ bars: ContentBars) async {
        var last: ContentProgress?
        while let progress = await downloader.changes.first({ [last] in
            downloader.status(of: id).progress.flatMap { $0 == last ? nil : $0 }
        }) {
            last = progress
            await bars.show(id, ContentBars.text(progress))
        }
    }

    private func fetch(_ id: String, _ downloader: ContentDownloader, _ bars: ContentBars?) async -> Bool {
        guard let request = downloader.request(for: id) else { return false }
        do {
            let content = try await downloader.install(request)
            let row = content.row
            let text = "installed, \(row.cells[2]), in \(content.folder.path)"
            if let bars { await bars.show(id, text) } else { output.write("\(id): \(text)", row.json) }
            return true
        } catch {
            await bars?.show(id, "failed")
            output.complain("purser content: \(id): \(ToolError.line(for: error))")
            return false
        }
    }
}
