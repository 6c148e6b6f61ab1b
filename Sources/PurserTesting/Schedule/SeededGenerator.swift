/// A random number generator whose whole sequence follows from its seed.
///
/// It is SplitMix64 (Steele, Lea, Flood 2014): one addition and a mix per number, statistically sound, the same on
/// every platform, and good for nothing that must be secret.
public struct SeededGenerator: RandomNumberGenerator, Sendable, Hashable {
    private var state: UInt64

    /// A generator for `seed`; neighbouring seeds give unrelated sequences.
    public init(seed: UInt64) {
        state = Self.mix(seed)
    }

    /// A generator of its own for each purpose, so that drawing from one does not shift the others.
    public init(seed: UInt64, purpose: String) {
        // FNV-1a: `Hasher` would give another number in each process.
        let hash = purpose.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0100_0000_01B3 }
        state = Self.mix(Self.mix(seed) ^ hash)
    }

    /// The next 64 random bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mix(state)
    }

    /// A number from 0 up to, not including, `bound`; 0 when the bound is 0 or less.
    ///
    /// Unlike `Int.random(in:using:)` it always takes exactly one draw, and answers the same in every version of Swift.
    public mutating func index(below bound: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(max(bound, 0))).high)
    }

    private static func mix(_ value: UInt64) -> UInt64 {
        var value = value
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
