/// The readers that have read everything and wait for more.
struct ParkedReaders: Sendable {
    /// What a reader is woken with.
    enum Wake: Sendable {
        case updates(UpdatePortion)
        case stored(after: UInt64, before: UInt64)
        /// Nothing follows any more.
        case ended
        /// Look again.
        case again
    }

    typealias Sleeper = UnsafeContinuation<Wake, Never>
    typealias Parked = (reader: Int, sleeper: Sleeper)

    private var parked: [Parked] = []
    /// By reader, where in `parked` it may be.
    private var places: [Int] = []
    /// How many were woken the last time.
    private var usual = 0
    /// Readers that are iterated twice at the same time, which nobody ought to do: all but the first of the loops.
    private var others: [Parked] = []

    var count: Int { parked.count + others.count }

    mutating func park(_ reader: Int, _ sleeper: Sleeper) {
        guard place(of: reader) == nil else { return others.append((reader, sleeper)) }
        while places.count <= reader { places.append(0) }
        places[reader] = parked.count
        parked.append((reader, sleeper))
    }

    private func place(of reader: Int) -> Int? {
        guard reader < places.count else { return nil }
        let place = places[reader]
        return place < parked.count && parked[place].reader == reader ? place : nil
    }

    /// Takes everything that waits for this reader; empty when nothing does.
    mutating func remove(_ reader: Int) -> [Sleeper] {
        var removed: [Sleeper] = []
        if let place = place(of: reader) {
            removed.append(parked[place].sleeper)
            let last = parked.removeLast()
            if place < parked.count {
                parked[place] = last
                places[last.reader] = place
            }
        }
        if !others.isEmpty {
            removed += others.filter { $0.reader == reader }.map(\.sleeper)
            others.removeAll { $0.reader == reader }
        }
        return removed
    }

    /// Takes all; the room stays as large, since most of them come back.
    mutating func takeAll() -> (first: [Parked], others: [Parked]) {
        defer {
            parked = []
            parked.reserveCapacity(usual)
            others = []
        }
        usual = parked.count
        return (parked, others)
    }
}
