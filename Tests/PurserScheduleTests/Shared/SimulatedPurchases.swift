import Purser

/// How many purchases the simulated customers of this process have asked for, in all worlds.
enum SimulatedPurchases {
    private static let counts = Lock((worlds: 0, purchases: 0, launches: 0))

    /// Adds those of a world that has come to its end.
    static func add(_ count: Int, launches: Int) {
        counts.withLock { counts in
            counts.worlds += 1
            counts.purchases += count
            counts.launches += launches
        }
    }

    /// All that were added so far, in words.
    static var summary: String {
        let counts = counts.withLock { $0 }
        return
            "simulated so far: \(counts.purchases) purchases in \(counts.launches) launches of \(counts.worlds) worlds"
    }
}
