#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The digests of a few prices: computing one takes longer than the rest of archiving, and most prices are repeated.
struct PriceDigests: Sendable {
    /// A price as it is in memory; equal prices may differ here, and then each has its own place.
    private struct Raw: Sendable, Equatable {
        var first: UInt64
        var second: UInt64
        var third: UInt32

        init?(_ price: Decimal) {
            guard MemoryLayout<Decimal>.size >= 20 else { return nil }
            (first, second, third) = withUnsafeBytes(of: price) { bytes in
                (bytes.number(at: 0), bytes.number(at: 8), bytes.number(at: 16))
            }
        }

        var place: Int { Int(truncatingIfNeeded: SplitMix64.mix(first ^ second ^ UInt64(third)) & 15) }
    }

    private var known: [(raw: Raw, digest: UInt64)?] = []

    /// The digest of a value; that of a price is cached.
    @inline(__always)
    mutating func digest<Value: ComparedValue>(of value: Value) -> UInt64 {
        if let price = value as? Decimal { return digest(of: price) }
        return value.digest
    }

    private mutating func digest(of price: Decimal) -> UInt64 {
        guard let raw = Raw(price) else { return price.digest }
        if known.isEmpty { known = Array(repeating: nil, count: 16) }
        if let found = known[raw.place], found.raw == raw { return found.digest }
        let digest = price.digest
        known[raw.place] = (raw, digest)
        return digest
    }
}
