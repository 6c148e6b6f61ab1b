/// Batches that came together, in portions of whole batches, in their order.
///
/// Of the many thousands that a launch brings at once, each portion is let go of once it has been dealt with, others on the
/// same executor run between two of them, and each stage finds in the processor's caches what the one before it touched.
struct BatchPortions {
    /// The first one last, so that taking it copies nothing.
    private var rest: [[BackendEvent]]
    private let limit: Int

    /// All portions of some batches.
    ///
    /// - Parameter limit: a portion has so many events, and more only where one batch has more.
    init(_ batches: [[BackendEvent]], limit: Int) {
        rest = batches.reversed()
        self.limit = limit
    }

    /// Whether all were taken out.
    var isEmpty: Bool { rest.isEmpty }

    /// The next portion; `nil` when all were taken out.
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
