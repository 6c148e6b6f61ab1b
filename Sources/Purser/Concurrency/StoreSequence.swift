/// Something of a store that is followed: first the present value, then each further one, as in
/// `for await entitlements in store.entitlementUpdates`.
///
/// Each loop has a position of its own, and buffers nothing. It ends when the store closes, or its task is cancelled.
public struct StoreSequence<Element: Sendable>: AsyncSequence, Sendable, CustomStringConvertible {
    /// What is followed, in words.
    public let description: String
    private let begin: @Sendable () -> any PulledIterator<Element>

    /// A sequence by what it is, and by what begins a loop.
    package init(_ description: String, _ begin: @escaping @Sendable () -> any PulledIterator<Element>) {
        self.description = description
        self.begin = begin
    }

    /// The same as a stream of the standard library, for code that wants that type; each stream is one loop.
    public var stream: AsyncStream<Element> { AsyncStream(pulling: makeAsyncIterator()) }

    /// Begins with the present value.
    public func makeAsyncIterator() -> Iterator { Iterator(iterator: begin()) }

    /// How far one loop has read.
    public struct Iterator: AsyncIteratorProtocol, PulledIterator, Sendable {
        fileprivate var iterator: any PulledIterator<Element>

        /// The next value; `nil` when the store has closed, or the task was cancelled.
        public mutating func next() async -> Element? { await iterator.next() }
    }
}
