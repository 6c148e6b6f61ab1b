/// Batches that came together, divided into parts of whole batches, in their order.
///
/// A launch may bring many thousands of events at once. With parts, their memory is freed as they are processed, other
/// work on the same executor runs between them, and the events of one part stay in the processor's caches. An event
/// about revoked products is alone, because it concerns the transactions reported before it, which have to be recorded
/// first.
struct BatchParts {
    /// What is processed together.
    struct Part {
        var batches: [[BackendEvent]]
        /// How many batches end with it: none, if it is a piece of one that has more.
        var ended: Int
    }

    /// In reverse order, so that removing the first one copies nothing.
    private var rest: [[BackendEvent]]
    /// The pieces of a batch with revoked products, in reverse order.
    private var pieces: [[BackendEvent]] = []
    private let limit: Int

    /// Makes the parts of some batches.
    ///
    /// - Parameter limit: how many events a part has at most; a larger batch is a separate part.
    init(_ batches: [[BackendEvent]], limit: Int) {
        rest = batches.count == 1 ? batches : batches.reversed()
        self.limit = limit
    }

    var isEmpty: Bool { rest.isEmpty && pieces.isEmpty }

    /// The next part, which ends with a batch with ``BackendEvent/caughtUp``; `nil` when there are no more.
    mutating func next() -> Part? {
        if let piece = pieces.popLast() { return Part(batches: [piece], ended: pieces.isEmpty ? 1 : 0) }
        guard let first = rest.last else { return nil }
        guard !first.revokesProducts else {
            pieces = first.pieces.reversed()
            rest.removeLast()
            return next()
        }
        if rest.count == 1 {
            defer { rest = [] }
            return Part(batches: rest, ended: 1)
        }
        rest.removeLast()
        var some = [first]
        var count = first.count
        while let batch = rest.last, some.last?.isCaughtUp == false, batch.count <= limit - count,
            !batch.revokesProducts
        {
            count += batch.count
            some.append(rest.removeLast())
        }
        return Part(batches: some, ended: some.count)
    }
}

extension [BackendEvent] {
    /// Whether everything that was due was reported before the end of this batch.
    var isCaughtUp: Bool { containsInPlace { $0.isCaughtUp } }

    fileprivate var revokesProducts: Bool { containsInPlace { $0.revokesProducts } }

    /// The events between those about revoked products, and each of these separately.
    fileprivate var pieces: [[BackendEvent]] {
        var pieces: [[BackendEvent]] = [[]]
        for event in self {
            if event.revokesProducts {
                pieces += [[event], []]
            } else {
                pieces[pieces.count - 1].append(event)
            }
        }
        return pieces.filter { !$0.isEmpty }
    }
}

extension BackendEvent {
    fileprivate var isCaughtUp: Bool {
        if case .caughtUp = self { true } else { false }
    }

    fileprivate var revokesProducts: Bool {
        if case .entitlementsRevoked = self { true } else { false }
    }
}
