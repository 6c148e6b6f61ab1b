import Purser
import PurserTesting

/// In which order waiting payments are answered.
enum AnswerOrder: String, Sendable, CaseIterable {
    /// The one that waits longest first.
    case fifo
    /// The newest first.
    case lifo
    /// Any, drawn from a seed.
    case random
}

/// Those who wait, each of whom can be taken in constant time whatever the order.
struct WaitingLine<Element: Sendable>: Sendable {
    let order: AnswerOrder
    private var oldestFirst = Fifo<Element>()
    private var others: [Element] = []
    private var generator = SeededGenerator(seed: 1)

    init(order: AnswerOrder) { self.order = order }

    var count: Int { oldestFirst.count + others.count }

    mutating func append(_ element: Element) {
        if order == .fifo { oldestFirst.append(element) } else { others.append(element) }
    }

    /// Takes `count` of them, or all if there are fewer.
    mutating func take(_ count: Int) -> [Element] {
        var taken: [Element] = []
        taken.reserveCapacity(min(count, self.count))
        while taken.count < count, let element = takeOne() { taken.append(element) }
        return taken
    }

    private mutating func takeOne() -> Element? {
        switch order {
        case .fifo: return oldestFirst.popFirst()
        case .lifo: return others.popLast()
        case .random:
            guard !others.isEmpty else { return nil }
            others.swapAt(generator.index(below: others.count), others.count - 1)
            return others.popLast()
        }
    }
}
