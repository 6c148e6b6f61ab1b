/// Batches that came together, divided into portions of whole batches, in their order.
///
/// A launch may bring many thousands of events at once. With portions, their memory is freed as they are processed,
/// other work on the same executor runs between them, and the events of one portion stay in the processor's caches.
struct BatchPortions {
    /// In reverse order, so that removing the first one copies nothing.
    private var rest: [[BackendEvent]]
    private let limit: Int

    /// Makes the portions of some batches.
    ///
    /// - Parameter limit: how many events a portion has at most; a larger batch is a separate portion.
    init(_ batches: [[BackendEvent]], limit: Int) {
        rest = batches.count == 1 ? batches : batches.reversed()
        self.limit = limit
    }

    var isEmpty: Bool { rest.isEmpty }

    /// The next portion, which ends with a batch with ``BackendEvent/caughtUp``; `nil` when there are no more.
    mutating func next() -> [[BackendEvent]]? {
        if rest.count == 1 {
            defer { rest = [] }
            return rest
        }
        guard let first = rest.popLast() else { return nil }
        var some = [first]
        var count = first.count
        while let batch = rest.last, some.last?.isCaughtUp == false, batch.count <= limit - count {
            count += batch.count
            some.append(rest.removeLast())
        }
        return some
    }
}

extension [BackendEvent] {
    /// Whether everything that was due was reported before the end of this batch.
    var isCaughtUp: Bool {
        for index in indices { if case .caughtUp = self[index] { return true } }
        return false
    }
}
