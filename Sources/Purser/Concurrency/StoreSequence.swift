/// A value of a store over time: first the current one, then each change, as in
/// `for await entitlements in store.entitlementUpdates`.
///
/// Each loop has its own position, and buffers nothing. It ends when the store closes, or its task is cancelled.
public struct StoreSequence<Element: Sendable>: AsyncSequence, Sendable, CustomStringConvertible {
    /// The name of the value.
    public let description: String
    private let begin: @Sendable () -> any PulledIterator<Element>

    /// Makes a sequence from its name and a function that begins a loop.
    package init(_ description: String, _ begin: @escaping @Sendable () -> any PulledIterator<Element>) {
        self.description = description
        self.begin = begin
    }

    /// The same values as a stream of the standard library; each stream is one loop.
    public var stream: AsyncStream<Element> { AsyncStream(pulling: makeAsyncIterator()) }

    /// Begins with the current value.
    public func makeAsyncIterator() -> Iterator { Iterator(iterator: begin()) }

    /// The position of one loop.
    public struct Iterator: AsyncIteratorProtocol, PulledIterator, Sendable {
        fileprivate var iterator: any PulledIterator<Element>

        /// The next value; `nil` when the store has closed, or the task was cancelled.
        public mutating func next() async -> Element? { await iterator.next() }
    }
}
