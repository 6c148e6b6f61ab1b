extension [[BackendEvent]] {
    /// The same events in their order, divided so that each event about revoked products is alone; each part with the
    /// index of its first batch.
    ///
    /// Such an event concerns the transactions reported before it, which have to be recorded first.
    var partedAtRevocations: [(place: Int, batches: [[BackendEvent]])] {
        // There nearly always is none.
        guard contains(where: { batch in batch.contains { $0.revokesProducts } }) else { return [(0, self)] }
        var parts: [(place: Int, batches: [[BackendEvent]])] = []
        for (place, batch) in enumerated() {
            for part in batch.split(separatorsKept: \.revokesProducts) { parts.append((place, [part])) }
        }
        return parts
    }
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
