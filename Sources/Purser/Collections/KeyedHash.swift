/// Makes fingerprints of texts with a secret key: SipHash-1-3 with 128 bits of output, of their UTF-8 bytes.
///
/// Two of a million texts have the same fingerprint with a chance of about 10⁻²⁷, and such texts cannot be chosen
/// without the key. It costs about as much as a dictionary's hash function, but once for any number of look-ups. The
/// ledger writes fingerprints to disk, so the function may never change. It is a key for tables and no signature: it
/// proves nothing.
package struct KeyedHash: Sendable, Hashable {
    /// The first eight bytes of the key, lowest first.
    package let first: UInt64
    /// The last eight bytes of the key.
    package let second: UInt64

    /// Makes the hash with a key.
    package init(first: UInt64, second: UInt64) {
        self.first = first
        self.second = second
    }

    /// Draws a key.
    package init(using generator: inout some RandomNumberGenerator) {
        self.init(first: generator.next(), second: generator.next())
    }

    /// The hash whose key is all zeros.
    package static let zero = KeyedHash(first: 0, second: 0)

    /// The fingerprint of a text.
    package func fingerprint(of text: String) -> Fingerprint {
        // Nearly every text is stored like this; the other way needs a copy of it.
        if let known = text.utf8.withContiguousStorageIfAvailable({ fingerprint(of: $0) }) { return known }
        var text = text
        return text.withUTF8 { fingerprint(of: $0) }
    }

    /// The fingerprint of a text that has these UTF-8 bytes.
    package func fingerprint(of bytes: UnsafeBufferPointer<UInt8>) -> Fingerprint {
        fingerprint(of: UnsafeRawBufferPointer(bytes))
    }

    func fingerprint(of bytes: UnsafeRawBufferPointer) -> Fingerprint { hash(bytes, rounds: 1, lastRounds: 3) }

    /// SipHash with these numbers of rounds for each word, and at the end; there are published values of 2 and 4.
    @inline(__always)  // With the others a read of a subscription takes 130 ns and not 195.
    package func hash(_ bytes: UnsafeRawBufferPointer, rounds: Int, lastRounds: Int) -> Fingerprint {
        var state = State(first, second)
        let whole = bytes.count & ~7
        for offset in stride(from: 0, to: whole, by: 8) {
            state.add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)), rounds)
        }
        state.add(UInt64(truncatingIfNeeded: bytes.count) << 56 | bytes.lastWord(from: whole), rounds)
        state.v2 ^= 0xEE
        let high = state.finish(lastRounds)
        state.v1 ^= 0xDD
        return Fingerprint(high: high, low: state.finish(lastRounds))
    }

    /// The four words of SipHash.
    private struct State {
        var v0: UInt64
        var v1: UInt64
        var v2: UInt64
        var v3: UInt64

        init(_ first: UInt64, _ second: UInt64) {
            v0 = first ^ 0x736F_6D65_7073_6575
            // With 0xEE it is the variant with 128 bits of output.
            v1 = second ^ 0x646F_7261_6E64_6F6D ^ 0xEE
            v2 = first ^ 0x6C79_6765_6E65_7261
            v3 = second ^ 0x7465_6462_7974_6573
        }

        @inline(__always)  // With the others a read of a subscription takes 130 ns and not 195.
        mutating func add(_ word: UInt64, _ rounds: Int) {
            v3 ^= word
            for _ in 0..<rounds { round() }
            v0 ^= word
        }

        @inline(__always)  // With the others a read of a subscription takes 130 ns and not 195.
        mutating func finish(_ rounds: Int) -> UInt64 {
            for _ in 0..<rounds { round() }
            return v0 ^ v1 ^ v2 ^ v3
        }

        private mutating func round() {
            v0 &+= v1
            v1 = Self.rotate(v1, 13) ^ v0
            v0 = Self.rotate(v0, 32)
            v2 &+= v3
            v3 = Self.rotate(v3, 16) ^ v2
            v0 &+= v3
            v3 = Self.rotate(v3, 21) ^ v0
            v2 &+= v1
            v1 = Self.rotate(v1, 17) ^ v2
            v2 = Self.rotate(v2, 32)
        }

        private static func rotate(_ word: UInt64, _ count: UInt64) -> UInt64 { word &<< count | word &>> (64 - count) }
    }
}

/// A number of 128 bits that represents a text, as a key for tables: see ``KeyedHash``.
package struct Fingerprint: Sendable, Hashable, TableKey {
    /// The first 64 bits.
    package var high: UInt64
    /// The last 64 bits.
    package var low: UInt64

    static let zero = Fingerprint(high: 0, low: 0)

    /// The lower half; the bits of a fingerprint are spread evenly already.
    package var spread: UInt64 { low }
}
