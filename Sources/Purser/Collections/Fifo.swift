/// A first-in, first-out queue: constant time at both ends, unlike an array's front.
package struct Fifo<Element: Sendable>: Sendable {
    private var elements: [Element?] = []
    private var head = 0

    /// An empty queue.
    package init() {}

    /// How many elements wait.
    package var count: Int { elements.count - head }
    /// Whether no element waits.
    package var isEmpty: Bool { count == 0 }
    /// The oldest element; `nil` when there is none.
    package var first: Element? { isEmpty ? nil : elements[head] }

    /// The element after this many others; `nil` after the last one.
    package subscript(index: Int) -> Element? { index < count ? elements[head + index] : nil }

    /// The oldest elements, as many as there are up to a number.
    package func prefix(_ count: Int) -> [Element] { elements[head...].prefix(count).compactMap { $0 } }

    /// Combines the oldest elements, as many as there are up to a number, without copying them.
    package func reduce<Result>(first count: Int, _ start: Result, _ combine: (Result, Element) -> Result) -> Result {
        var result = start
        for index in head..<min(elements.count, head + count) {
            if let element = elements[index] { result = combine(result, element) }
        }
        return result
    }

    /// Appends an element.
    package mutating func append(_ element: Element) { elements.append(element) }

    /// Removes the oldest element; `nil` when there is none.
    package mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        let element = elements[head].take()
        head += 1
        // Moves the remaining elements once each time half of the space is used up: constant on average.
        if head > 32, head * 2 > elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }
}
