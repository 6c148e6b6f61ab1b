/// An array whose copies share unchanged elements: the elements are in chunks, and a change copies one chunk.
///
/// So a history may grow at its end without being copied each time, while readers keep earlier states of it.
package struct ChunkedArray<Element: Sendable>: Sendable {
    /// None of them is empty.
    private var chunks: [[Element]] = []

    /// How many elements a new chunk has; one that elements are inserted into may grow to twice as many.
    private var limit: Int { 256 }

    /// An array of these elements.
    package init(_ elements: [Element]) {
        chunks.reserveCapacity(elements.count / limit + 1)
        for start in stride(from: 0, to: elements.count, by: limit) {
            chunks.append(Array(elements[start..<Swift.min(start + limit, elements.count)]))
        }
    }

    /// Inserts an element before the one at an index.
    package mutating func insert(_ element: Element, at index: Index) {
        guard index.chunk < chunks.count else { return append(element) }
        chunks[index.chunk].insert(element, at: index.offset)
        guard chunks[index.chunk].count > 2 * limit else { return }
        let later = Array(chunks[index.chunk][limit...])
        chunks[index.chunk].removeSubrange(limit...)
        chunks.insert(later, at: index.chunk + 1)
    }

    /// Appends an element.
    package mutating func append(_ element: Element) {
        guard let last = chunks.indices.last, chunks[last].count < limit else { return chunks.append([element]) }
        chunks[last].append(element)
    }

    /// Removes the element at an index.
    package mutating func remove(at index: Index) {
        chunks[index.chunk].remove(at: index.offset)
        if chunks[index.chunk].isEmpty { chunks.remove(at: index.chunk) }
    }
}

extension ChunkedArray: BidirectionalCollection {
    /// The place of an element.
    package struct Index: Comparable, Sendable {
        fileprivate let chunk: Int
        fileprivate let offset: Int

        /// Earlier positions come first.
        package static func < (lhs: Self, rhs: Self) -> Bool { (lhs.chunk, lhs.offset) < (rhs.chunk, rhs.offset) }
    }

    /// The position of the first element.
    package var startIndex: Index { Index(chunk: 0, offset: 0) }
    /// The position after the last element.
    package var endIndex: Index { Index(chunk: chunks.count, offset: 0) }
    /// The last element, which is read more often than all others; `nil` when there is none.
    package var last: Element? { chunks.last?.last }
    /// How many elements there are.
    package var count: Int { chunks.reduce(0) { $0 + $1.count } }

    /// The next position.
    package func index(after index: Index) -> Index {
        index.offset + 1 < chunks[index.chunk].count
            ? Index(chunk: index.chunk, offset: index.offset + 1) : Index(chunk: index.chunk + 1, offset: 0)
    }

    /// The previous position.
    package func index(before index: Index) -> Index {
        index.offset > 0
            ? Index(chunk: index.chunk, offset: index.offset - 1)
            : Index(chunk: index.chunk - 1, offset: chunks[index.chunk - 1].count - 1)
    }

    /// The element at a place.
    package subscript(index: Index) -> Element { chunks[index.chunk][index.offset] }
}
