/// How far the downloads are that are under way, for everybody who wants to see it.
///
/// Owns what is known of each. Promises: a reader gets the latest that was told and never something older after it; what it
/// is too slow for it skips; its stream ends with the download, or at the close. Whoever tells something never waits.
package final class ContentProgressBoard: Sendable {
    private struct Entry: Sendable {
        var state = ContentProgressState()
        /// How many downloads of the product are under way, and how often the last one has ended.
        var downloads = 0
        var endings: UInt64 = 0
        /// How often something was told.
        var count: UInt64 = 0
    }

    private let entries = Lock<[String: Entry]>([:])
    /// Advanced whenever something about a content is another than before; closed at the close.
    package let changes = EventCount()
    private let clock: any StoreClock

    /// Nothing is under way.
    package init(clock: any StoreClock) { self.clock = clock }

    /// A download of a product's content has begun.
    package func began(_ productID: String) {
        entries.withLock { entries in
            if entries[productID]?.downloads == 0 { entries[productID]?.state = ContentProgressState() }
            entries[productID, default: Entry()].downloads += 1
        }
        changes.advance()
    }

    /// It has ended, well or not.
    package func ended(_ productID: String) {
        entries.withLock { entries in
            guard var entry = entries[productID] else { return }
            entry.downloads = max(0, entry.downloads - 1)
            if entry.downloads == 0 { entry.endings += 1 }
            entries[productID] = entry
        }
        changes.advance()
    }

    /// So many bytes are here.
    package func told(_ productID: String, _ bytes: Int64, of total: Int64?) {
        let now = clock.now()
        let isUnderWay = entries.withLock { entries in
            guard entries[productID].map({ $0.downloads > 0 }) == true else { return false }
            entries[productID]?.state.told(bytes, of: total, at: now)
            entries[productID]?.count += 1
            return true
        }
        if isUnderWay { changes.advance() }
    }

    /// How far the download of a product is that is under way; `nil` when none is, or nothing was told of it.
    package func progress(of productID: String) -> ContentProgress? {
        entries.withLock { $0[productID].flatMap { $0.downloads > 0 ? $0.state.progress : nil } }
    }

    /// The progress of a product's download, that under way or the next one, until it ends.
    package func stream(of productID: String) -> AsyncStream<ContentProgress> {
        let start = entries.withLock { $0[productID] }
        // What was told of an earlier download is no news.
        let read = Lock<UInt64>(start.map { $0.downloads > 0 ? 0 : $0.count } ?? 0)
        return AsyncStream { [self] in
            await changes.first { () -> ContentProgress?? in
                let entry = entries.withLock { $0[productID] } ?? Entry()
                let isNews = read.withLock { number in
                    defer { number = entry.count }
                    return entry.count > number
                }
                if isNews, let progress = entry.state.progress { return .some(progress) }
                return entry.endings > start?.endings ?? 0 ? .some(nil) : nil
            } ?? nil
        }
    }

    /// Ends all streams.
    package func close() { changes.close() }
}
