/// MurmurHash3 (x64, 128 bits, seed 0) of texts, by which ledgers of format versions 1 and 2 know what they archived.
///
/// It has no key: whoever likes can find texts that coincide. So nothing new is written with it.
package enum MurmurHash {
    /// The number of a text.
    package static func fingerprint(of text: String) -> Fingerprint {
        // Nearly every text is stored like this; the other way needs a copy of it.
        if let known = text.utf8.withContiguousStorageIfAvailable({ fingerprint(of: $0) }) { return known }
        var text = text
        return text.withUTF8 { fingerprint(of: $0) }
    }

    /// The number of a text that has these UTF-8 bytes.
    package static func fingerprint(of bytes: UnsafeBufferPointer<UInt8>) -> Fingerprint {
        var first: UInt64 = 0
        var second: UInt64 = 0
        var index = 0
        while bytes.count - index >= 16 {
            first ^= mixFirst(word(bytes, index, 8))
            first = (rotate(first, 27) &+ second) &* 5 &+ 0x52DC_E729
            second ^= mixSecond(word(bytes, index + 8, 8))
            second = (rotate(second, 31) &+ first) &* 5 &+ 0x3849_5AB5
            index += 16
        }
        let rest = bytes.count - index
        if rest > 8 { second ^= mixSecond(word(bytes, index + 8, rest - 8)) }
        if rest > 0 { first ^= mixFirst(word(bytes, index, min(rest, 8))) }
        first ^= UInt64(bytes.count)
        second ^= UInt64(bytes.count)
        first &+= second
        second &+= first
        first = finish(first)
        second = finish(second)
        first &+= second
        second &+= first
        return Fingerprint(high: first, low: second)
    }

    private static func word(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ count: Int) -> UInt64 {
        let bytes = UnsafeRawBufferPointer(bytes)
        if count == 8 { return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)) }
        if start + count >= 8 {
            // The eight bytes that end here, without those before `start`.
            let word = bytes.loadUnaligned(fromByteOffset: start + count - 8, as: UInt64.self)
            return UInt64(littleEndian: word) >> UInt64(8 * (8 - count))
        }
        var word: UInt64 = 0
        for index in 0..<count { word |= UInt64(bytes[start + index]) &<< UInt64(8 * index) }
        return word
    }

    private static func mixFirst(_ word: UInt64) -> UInt64 {
        rotate(word &* 0x87C3_7B91_1142_53D5, 31) &* 0x4CF5_AD43_2745_937F
    }

    private static func mixSecond(_ word: UInt64) -> UInt64 {
        rotate(word &* 0x4CF5_AD43_2745_937F, 33) &* 0x87C3_7B91_1142_53D5
    }

    private static func rotate(_ word: UInt64, _ count: UInt64) -> UInt64 { word << count | word >> (64 - count) }

    private static func finish(_ word: UInt64) -> UInt64 {
        var word = word
        word = (word ^ word >> 33) &* 0xFF51_AFD7_ED55_8CCD
        word = (word ^ word >> 33) &* 0xC4CE_B9FE_1A85_EC53
        return word ^ word >> 33
    }
}
