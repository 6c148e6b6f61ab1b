import Purser

/// A random number generator whose whole sequence follows from its seed.
///
/// It is SplitMix64 (Steele, Lea, Flood 2014): one addition and a mix per number, statistically sound, the same on
/// every platform, and good for nothing that must be secret.
public struct SeededGenerator: RandomNumberGenerator, Sendable, Hashable {
    private var numbers: SplitMix64

    /// Makes a generator for `seed`; neighbouring seeds give unrelated sequences.
    public init(seed: UInt64) {
        numbers = SplitMix64(seed: SplitMix64.mix(seed))
    }

    /// Makes a separate generator for each purpose, so that a draw from one does not shift the others.
    public init(seed: UInt64, purpose: String) {
        // FNV-1a: `Hasher` would return another number in each process.
        let hash = purpose.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0100_0000_01B3 }
        numbers = SplitMix64(seed: SplitMix64.mix(SplitMix64.mix(seed) ^ hash))
    }

    /// The next 64 random bits.
    public mutating func next() -> UInt64 { numbers.next() }

    /// A number from 0 up to, not including, `bound`; 0 when the bound is 0 or less.
    ///
    /// Unlike `Int.random(in:using:)` it always takes exactly one draw, and returns the same in every version of Swift.
    public mutating func index(below bound: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(max(bound, 0))).high)
    }
}
