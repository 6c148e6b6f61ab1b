/// Batches that came together, taken on some at a time, whole ones and in their order.
///
/// Each is let go of once it has been dealt with: many thousands of transactions that pass all stages together have
/// left the processor's caches before each stage, and a few have not.
struct BatchLine {
    /// The first one last, so that taking it copies nothing.
    private var rest: [[BackendEvent]]
    private let limit: Int

    /// - Parameter limit: so many events are taken on together, and more only where one batch has more.
    init(_ batches: [[BackendEvent]], limit: Int) {
        rest = batches.reversed()
        self.limit = limit
    }

    /// Whether all were taken.
    var isEmpty: Bool { rest.isEmpty }

    /// The next ones; `nil` when all were taken.
    mutating func next() -> [[BackendEvent]]? {
        guard let first = rest.popLast() else { return nil }
        var some = [first]
        var count = first.count
        while let batch = rest.last, batch.count <= limit - count {
            count += batch.count
            some.append(rest.removeLast())
        }
        return some
    }
}
