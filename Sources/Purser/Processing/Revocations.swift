/// Some batches in their order, divided so that each event about revoked products is alone.
///
/// Such an event concerns the transactions reported before it, which have to be recorded first.
struct RevocationParts {
    /// A part, with the index of its first batch.
    typealias Part = (place: Int, batches: [[BackendEvent]])

    /// All batches, if they are one part: nearly always.
    private var whole: [[BackendEvent]]?
    /// Otherwise the parts, in reverse order.
    private var parts: [Part] = []

    init(of batches: [[BackendEvent]]) {
        guard batches.contains(where: { $0.containsInPlace { $0.revokesProducts } }) else {
            whole = batches
            return
        }
        for (place, batch) in batches.enumerated().reversed() {
            for part in batch.split(separatorsKept: \.revokesProducts).reversed() { parts.append((place, [part])) }
        }
    }

    /// The next part; `nil` when there are no more.
    mutating func next() -> Part? { whole.take().map { (0, $0) } ?? parts.popLast() }
}

extension [BackendEvent] {
    /// The events between those that `isSeparator` names, and each of these separately.
    fileprivate func split(separatorsKept isSeparator: (BackendEvent) -> Bool) -> [[BackendEvent]] {
        var parts: [[BackendEvent]] = [[]]
        for event in self {
            if isSeparator(event) {
                parts += [[event], []]
            } else {
                parts[parts.count - 1].append(event)
            }
        }
        return parts.filter { !$0.isEmpty }
    }
}

extension BackendEvent {
    fileprivate var revokesProducts: Bool {
        if case .entitlementsRevoked = self { true } else { false }
    }
}
