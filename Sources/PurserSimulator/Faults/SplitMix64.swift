/// Steele, Lea and Flood's SplitMix64: small, fast, and the same on every platform.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// The numbers that follow from a seed; the same for the same seed.
    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Whether a chance from 0 to 1 comes true; a chance of 0 draws nothing.
    mutating func happens(_ chance: Double) -> Bool {
        guard chance > 0 else { return false }
        return Double(next() >> 11) * 0x1p-53 < chance
    }

    /// A whole number below `bound`, which is at least 1.
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(Swift.max(1, bound))) }

    /// A delay drawn by its chance, in whole milliseconds.
    mutating func delay(_ delay: FaultDelay) -> Duration? {
        guard happens(delay.chance) else { return nil }
        let span = delay.range.upperBound - delay.range.lowerBound
        let (seconds, attoseconds) = span.components
        let milliseconds = Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
        return delay.range.lowerBound + .milliseconds(below(milliseconds + 1))
    }
}
