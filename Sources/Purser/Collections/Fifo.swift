/// A first-in, first-out line: both ends in constant time, as an array's front is not.
package struct Fifo<Element: Sendable>: Sendable {
    private var elements: [Element?] = []
    private var head = 0

    package init() {}

    package var count: Int { elements.count - head }
    package var isEmpty: Bool { count == 0 }
    package var first: Element? { isEmpty ? nil : elements[head] }

    /// The first ones, as many as there are up to a number.
    package func prefix(_ count: Int) -> [Element] { elements[head...].prefix(count).compactMap { $0 } }

    package mutating func append(_ element: Element) { elements.append(element) }

    package mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        let element = elements[head].take()
        head += 1
        // Moves what is left once for every time that half of the room has been used up: constant on average.
        if head > 32, head * 2 > elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }
}
