/// Steele, Lea and Flood's generator SplitMix64: one addition and a mix for each number, the same on every platform.
///
/// The standard library's only generator, the system's, takes no seed and so repeats nothing. This one is statistically
/// sound, and not suitable for secrets.
package struct SplitMix64: RandomNumberGenerator, Sendable, Hashable {
    private var state: UInt64

    /// Makes a generator whose numbers all follow from the seed.
    package init(seed: UInt64) { state = seed }

    /// The next 64 random bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mix(state)
    }

    /// Spreads the bits of a number over all 64: numbers that differ in one bit have unrelated mixes.
    package static func mix(_ value: UInt64) -> UInt64 {
        var value = value
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
