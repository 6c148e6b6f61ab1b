/// An iterator that an `AsyncStream` can pull from: it never throws.
package protocol PulledIterator<Element>: Sendable {
    /// The type of the elements.
    associatedtype Element: Sendable

    /// The next element; `nil` at the end.
    mutating func next() async -> Element?
}

extension AsyncStream where Element: Sendable {
    /// Makes a stream that calls an iterator for each requested element, and buffers nothing.
    package init(pulling iterator: some PulledIterator<Element>) {
        let source = PulledSource(iterator)
        self.init { await source.next() }
    }
}

/// Lets one caller at a time use an iterator: several tasks may read a stream at once.
private final class PulledSource<Iterator: PulledIterator>: Sendable {
    /// `nil` while it is lent.
    private let iterator: Lock<Iterator?>
    private let returns = EventCount()

    init(_ iterator: Iterator) { self.iterator = Lock(iterator) }

    func next() async -> Iterator.Element? {
        while true {
            let seen = returns.count
            guard var lent = iterator.withLock({ $0.take() }) else {
                do { try await returns.wait(after: seen) } catch { return nil }
                continue
            }
            let element = await lent.next()
            iterator.withLock { $0 = lent }
            returns.advance()
            return element
        }
    }
}
