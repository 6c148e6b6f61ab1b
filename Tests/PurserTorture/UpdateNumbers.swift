/// The numbers of one user's updates, as the named consumer saw them.
struct UpdateNumbers: Sendable {
    /// What the consumer noted, in order.
    let seen: [SeenUpdate?]
    /// The number of the ledger's last update.
    let last: UInt64
    /// Whether an update may come again within a round, because another user was named in between.
    var repeatsAtSwitches = false

    /// The updates by number, each as it was seen first.
    var first: [UInt64: SeenUpdate] {
        Dictionary(seen.compactMap { $0.map { ($0.sequence, $0) } }, uniquingKeysWith: { first, _ in first })
    }

    /// The reader saw every number from 1 on, and the same under a number each time.
    func differences() -> [String] {
        let updates = first
        var differences: [String] = []
        let missing = last == 0 ? [] : (1...last).filter { updates[$0] == nil }
        differences += missing.prefix(5).map { "update \($0) of \(last) was never seen" }
        differences += updates.keys.filter { $0 > last }.sorted()
            .map { "update \($0) was seen, but the ledger ends at \(last)" }
        for update in seen.compactMap(\.self) {
            guard let first = updates[update.sequence], first.id != update.id || first.kind != update.kind else {
                continue
            }
            differences.append("update \(update.sequence) was first \(first.id) and later \(update.id)")
        }
        return differences + steps().map { "the reader saw update \($0.1) right after \($0.0)" }
    }

    /// Where the numbers that the reader saw have a gap, or go back without a kill.
    private func steps() -> [(UInt64, UInt64)] {
        zip(seen.compactMap(\.self), seen.compactMap(\.self).dropFirst()).compactMap { first, second in
            let isNext = second.sequence == first.sequence &+ 1
            let isRepeat = second.sequence <= first.sequence && (repeatsAtSwitches || second.round != first.round)
            return isNext || isRepeat ? nil : (first.sequence, second.sequence)
        }
    }
}
