/// An element of a ``Heap``.
protocol HeapElement: Sendable {
    /// Whether it comes before another one; of two that differ exactly one does.
    func comes(before other: Self) -> Bool
}

/// A binary heap: it reads the first element at once, and adds or removes one in logarithmic time.
struct Heap<Element: HeapElement>: Sendable {
    private var elements: [Element] = []

    /// No elements.
    init() {}

    /// Makes a heap of elements in ascending order, which need no sorting.
    init(ascending elements: [Element]) { self.elements = elements }

    /// All elements, in no particular order.
    var all: [Element] { elements }

    /// All elements, the first one first.
    var ascending: [Element] { elements.sorted { $0.comes(before: $1) } }

    /// How many elements there are.
    var count: Int { elements.count }

    /// Whether there is no element.
    var isEmpty: Bool { elements.isEmpty }

    /// The element that comes first.
    var first: Element? { elements.first }

    /// Adds an element.
    mutating func insert(_ element: Element) {
        elements.append(element)
        var child = elements.count - 1
        while child > 0, elements[child].comes(before: elements[(child - 1) / 2]) {
            elements.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Removes the first element; `nil` when there is none.
    @discardableResult
    mutating func popFirst() -> Element? {
        guard let last = elements.popLast() else { return nil }
        guard let first = elements.first else { return last }
        elements[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < elements.count && elements[child].comes(before: elements[least]) {
                least = child
            }
            guard least != parent else { return first }
            elements.swapAt(parent, least)
            parent = least
        }
    }
}
