/// The waiting consumers: those that have read everything.
struct WaitingCursors: Sendable {
    /// The reason why a consumer is woken.
    enum Wake: Sendable {
        /// The result of its read.
        case found(UpdateLogState.Finding)
        /// No updates follow any more.
        case ended
        /// It has to check its other work.
        case nudged
        /// It has to check again.
        case again
    }

    typealias Sleeper = UnsafeContinuation<Wake, Never>
    struct Parked: Sendable {
        var reader: Int
        var sleeper: Sleeper
    }

    /// The consumers that no longer wait: of each the first loop, and the others.
    struct Woken {
        var first: [Parked]
        var others: [Parked]
    }

    private var parked: [Parked] = []
    /// By consumer, its index in `parked`; out of date for consumers that do not wait.
    private var indices: [Int] = []
    /// How many waited the last time; as many are expected to come back.
    private var usual = 0
    /// The additional loops of consumers that are iterated by several loops at the same time, which no app should do.
    private var others: [Parked] = []

    var count: Int { parked.count + others.count }

    mutating func park(_ reader: Int, _ sleeper: Sleeper) {
        guard index(of: reader) == nil else { return others.append(Parked(reader: reader, sleeper: sleeper)) }
        while indices.count <= reader { indices.append(0) }
        indices[reader] = parked.count
        parked.append(Parked(reader: reader, sleeper: sleeper))
    }

    private func index(of reader: Int) -> Int? {
        guard reader < indices.count else { return nil }
        let index = indices[reader]
        return index < parked.count && parked[index].reader == reader ? index : nil
    }

    mutating func remove(_ reader: Int) -> [Sleeper] {
        var removed: [Sleeper] = []
        if let index = index(of: reader) {
            removed.append(parked[index].sleeper)
            let last = parked.removeLast()
            if index < parked.count {
                parked[index] = last
                indices[last.reader] = index
            }
        }
        if !others.isEmpty {
            removed += others.filter { $0.reader == reader }.map(\.sleeper)
            others.removeAll { $0.reader == reader }
        }
        return removed
    }

    /// Removes all, and returns them; the memory stays reserved, because most of them come back.
    mutating func takeAll() -> Woken {
        defer {
            parked = []
            parked.reserveCapacity(usual)
            others = []
        }
        usual = parked.count
        return Woken(first: parked, others: others)
    }
}
