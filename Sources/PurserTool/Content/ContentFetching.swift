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
        return await withTaskGroup(of: Bool?.self) { group in
            group.addTask {
                await downloader.run()
                return nil
            }
            group.addTask {
                await timer.run()
                return nil
            }
            for id in ids {
                if let bars {
                    group.addTask {
                        await follow(id, downloader, bars)
                        return nil
                    }
                }
                group.addTask { await fetch(id, downloader, bars) }
            }
            var (failures, left) = (0, ids.count)
            while left > 0, let result = await group.next() {
                guard let isWell = result else { continue }
                left -= 1
                if !isWell { failures += 1 }
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
            await bars.report(id, progress)
        }
    }

    private func fetch(_ id: String, _ downloader: ContentDownloader, _ bars: ContentBars?) async -> Bool {
        guard let request = downloader.request(for: id) else { return false }
        do {
            let content = try await downloader.install(request)
            let row = content.row
            let text = "installed, \(row.cells[2]), in \(content.folder.path)"
            if let bars { await bars.end(id, text) } else { output.write("\(id): \(text)", row.json) }
            return true
        } catch {
            await bars?.end(id, "failed")
            output.complain("purser content: \(id): \(ToolError.line(for: error))")
            return false
        }
    }
}
