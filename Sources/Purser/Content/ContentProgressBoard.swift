/// The progress of the running downloads, for any number of streams.
///
/// Owns the progress of each. Promises: a stream gets the latest report and never an older one after it; a slow stream
/// skips reports; a stream ends with the download, or at the close. A report never waits.
package final class ContentProgressBoard: Sendable {
    private struct Entry: Sendable {
        var state = ContentProgressState()
        /// How many downloads of the product run, and how often the last one has ended.
        var downloads = 0
        var endings: UInt64 = 0
        /// The number of reports.
        var count: UInt64 = 0
    }

    private let entries = Lock<[String: Entry]>([:])
    /// Advances when something about a content changes; closed at the close.
    package let changes = EventCount()
    private let clock: any StoreClock

    /// Makes a board without downloads.
    package init(clock: any StoreClock) { self.clock = clock }

    /// Records the beginning of a download of a product's content.
    package func began(_ productID: String) {
        entries.withLock { entries in
            if entries[productID]?.downloads == 0 { entries[productID]?.state = ContentProgressState() }
            entries[productID, default: Entry()].downloads += 1
        }
        changes.advance()
    }

    /// Records the end of a download, with or without success.
    package func ended(_ productID: String) {
        entries.withLock { entries in
            guard var entry = entries[productID] else { return }
            entry.downloads = max(0, entry.downloads - 1)
            if entry.downloads == 0 { entry.endings += 1 }
            entries[productID] = entry
        }
        changes.advance()
    }

    /// Records the number of received bytes.
    package func reported(_ productID: String, _ bytes: Int64, of total: Int64?) {
        let now = clock.now()
        let isUnderWay = entries.withLock { entries in
            guard entries[productID].map({ $0.downloads > 0 }) == true else { return false }
            entries[productID]?.state.reported(bytes, of: total, at: now)
            entries[productID]?.count += 1
            return true
        }
        if isUnderWay { changes.advance() }
    }

    /// The progress of a product's running download; `nil` when none runs, or it has not reported.
    package func progress(of productID: String) -> ContentProgress? {
        entries.withLock { $0[productID].flatMap { $0.downloads > 0 ? $0.state.progress : nil } }
    }

    /// The progress of a product's download, the running or the next one, until it ends.
    package func stream(of productID: String) -> AsyncStream<ContentProgress> {
        let start = entries.withLock { $0[productID] }
        // A report of an earlier download does not count.
        let read = Lock<UInt64>(start.map { $0.downloads > 0 ? 0 : $0.count } ?? 0)
        return AsyncStream { [self] in
            await changes.first { () -> ContentProgress?? in
                let entry = entries.withLock { $0[productID] } ?? Entry()
                let isChange = read.withLock { number in
                    defer { number = entry.count }
                    return entry.count > number
                }
                if isChange, let progress = entry.state.progress { return .some(progress) }
                return entry.endings > start?.endings ?? 0 ? .some(nil) : nil
            } ?? nil
        }
    }

    /// Ends all streams.
    package func close() { changes.close() }
}
