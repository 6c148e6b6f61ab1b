/// Values for any number of readers, each of which reads at its own pace.
///
/// Owns the latest values. Promises: a reader gets each value once and in order, from the oldest kept one or from now
/// on; a slow one misses the oldest, and may get their number; its stream ends at the close, after its last value.
/// Adding a value waits for no reader.
package final class Feed<Element: Sendable>: Sendable {
    private struct Numbered: Sendable {
        var number: Int
        var value: Element
    }

    private struct State: Sendable {
        /// Numbered from 1 on, in the order in which they came.
        var values = Fifo<Numbered>()
        var lastNumber = 0
        var readers = 0

        func next(after number: Int) -> Numbered? { values[max(0, values.count - (lastNumber - number))] }
    }

    private let limit: Int
    private let state = Lock(State())
    private let changes = EventCount()

    /// Makes a feed without values, which keeps so many for its readers; when there are more, the oldest are dropped.
    package init(limit: Int) { self.limit = limit }

    /// The values that are kept, oldest first.
    package var values: [Element] { state.withLock { $0.values.prefix(.max).map(\.value) } }

    /// How many streams there are.
    package var readers: Int { state.withLock(\.readers) }

    /// Adds values, except those that equal a kept one, and returns the added ones.
    @discardableResult
    package func add(_ values: [Element], unless isSame: ((Element, Element) -> Bool)? = nil) -> [Element] {
        let added = state.withLock { state in
            values.filter { value in
                if let isSame, state.values.prefix(.max).contains(where: { isSame($0.value, value) }) { return false }
                state.lastNumber += 1
                state.values.append(Numbered(number: state.lastNumber, value: value))
                if state.values.count > limit { _ = state.values.popFirst() }
                return true
            }
        }
        if !added.isEmpty { changes.advance() }
        return added
    }

    /// Returns the values, beginning with the oldest kept one, or from now on.
    ///
    /// Here `missed` is how many were missed before, and `report` makes the value that reports the number of missed ones;
    /// without it they are not reported.
    package func stream(
        fromNow isFromNow: Bool = false, missed: Int = 0, reporting report: (@Sendable (Int) -> Element)? = nil
    ) -> AsyncStream<Element> {
        let number = state.withLock { state in
            state.readers += 1
            return isFromNow ? state.lastNumber : 0
        }
        let reader = Reader(feed: self, position: Lock((number, missed)), report: report)
        return AsyncStream { await self.changes.first { reader.take() } }
    }

    /// Ends all streams after their last values.
    package func close() { changes.close() }

    /// One reader, as long as its stream exists.
    private final class Reader: Sendable {
        let feed: Feed
        /// The number of the latest value that was read, and how many were missed without a report.
        let position: Lock<(number: Int, missed: Int)>
        let report: (@Sendable (Int) -> Element)?

        init(feed: Feed, position: Lock<(number: Int, missed: Int)>, report: (@Sendable (Int) -> Element)?) {
            (self.feed, self.position, self.report) = (feed, position, report)
        }

        deinit { feed.state.withLock { $0.readers -= 1 } }

        func take() -> Element? {
            position.withLock { position in
                guard let next = feed.state.withLock({ $0.next(after: position.number) }) else { return nil }
                position.missed += next.number - position.number - 1
                if let report, position.missed > 0 {
                    defer { position = (next.number - 1, 0) }
                    return report(position.missed)
                }
                position = (next.number, 0)
                return next.value
            }
        }
    }
}
