/// Deadlines in a binary heap, earliest first; among equals the lower id comes first.
struct DeadlineHeap: Sendable {
    private var entries: [(deadline: Duration, id: UInt64)] = []

    var first: (deadline: Duration, id: UInt64)? { entries.first }

    mutating func insert(_ deadline: Duration, id: UInt64) {
        entries.append((deadline, id))
        var child = entries.count - 1
        while child > 0, entries[child] < entries[(child - 1) / 2] {
            entries.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func removeFirst() {
        guard let last = entries.popLast(), !entries.isEmpty else { return }
        entries[0] = last
        var parent = 0
        while let child = lesserChild(of: parent), entries[child] < entries[parent] {
            entries.swapAt(child, parent)
            parent = child
        }
    }

    private func lesserChild(of parent: Int) -> Int? {
        let left = 2 * parent + 1
        guard left < entries.count else { return nil }
        let right = left + 1
        return right < entries.count && entries[right] < entries[left] ? right : left
    }
}
