package import Purser

extension SplitMix64 {
    /// Draws whether an event with this chance happens; a chance of 0 draws nothing.
    package mutating func happens(_ chance: Double) -> Bool {
        guard chance > 0 else { return false }
        return Double(next() >> 11) * 0x1p-53 < chance
    }

    /// A whole number below `bound`, which is at least 1.
    package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(Swift.max(1, bound))) }

    /// Draws a delay in whole milliseconds, from zero to a hundred years, regardless of the plan.
    package mutating func delay(_ delay: FaultDelay) -> Duration? {
        guard happens(delay.chance) else { return nil }
        let longest = Duration.seconds(100 * 365 * 86_400)
        let lower = min(longest, max(.zero, delay.range.lowerBound))
        let (seconds, attoseconds) = (min(longest, max(.zero, delay.range.upperBound)) - lower).components
        let milliseconds = Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
        return lower + .milliseconds(below(milliseconds + 1))
    }
}
