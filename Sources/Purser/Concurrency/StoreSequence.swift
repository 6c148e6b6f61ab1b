/// A value of a store over time: first the current one, then each change, as in
/// `for await entitlements in store.entitlementUpdates`.
///
/// Each loop has its own position, and buffers nothing. It ends when the store closes, or its task is cancelled.
public struct StoreSequence<Element: Sendable>: AsyncSequence, Sendable {
    private let begin: @Sendable () -> any PulledIterator<Element>

    /// Makes a sequence from a function that begins a loop.
    package init(_ begin: @escaping @Sendable () -> any PulledIterator<Element>) { self.begin = begin }

    /// Begins with the current value.
    public func makeAsyncIterator() -> Iterator { Iterator(iterator: begin()) }

    /// The position of one loop.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate var iterator: any PulledIterator<Element>

        /// The next value; `nil` when the store has closed, or the task was cancelled.
        public mutating func next() async -> Element? { await iterator.next() }
    }
}

/// What a loop over a ``StoreSequence`` reads from.
package protocol PulledIterator<Element>: Sendable {
    /// The type of the elements.
    associatedtype Element: Sendable

    /// The next element; `nil` at the end.
    mutating func next() async -> Element?
}
