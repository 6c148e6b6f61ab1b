/// Some records that were written together, with what tells whether they are whole.
///
/// A frame stands at a multiple of 8: mark, length and kind, how much before it was not safe yet, checksum; then the
/// records, and zeros up to the next multiple of 8. The checksum covers its place, so a frame is valid nowhere else.
package struct Frame: Sendable {
    /// What a frame says.
    package enum Kind: UInt8, Sendable {
        /// Records.
        case records = 0
        /// The log ends here and goes on in the next file.
        case sealed = 1
        /// The ledger was closed in an orderly way.
        case closed = 2
    }

    package static let headerSize = 16
    /// The most that a frame holds; the length has 24 bits.
    package static let maximumLength = 0xFF_FFFF

    package var kind: Kind
    package var offset: Int
    /// Where its records are in the bytes it was read from.
    package var payload: Range<Int>
    /// How many bytes before this frame were not known to be safe when it was written.
    package var unsynced: Int

    /// The first byte after the frame.
    package var end: Int { offset + Self.headerSize + Self.padded(payload.count) }
    /// Everything before this place was safe when the frame was written.
    package var safeEnd: Int { offset - unsynced }

    package static func padded(_ count: Int) -> Int { (count + 7) & ~7 }

    /// Appends a frame to bytes that begin at `base` in the file.
    package static func write(
        _ payload: [UInt8], kind: Kind = .records, mark: UInt32, safeEnd: Int, base: Int, into bytes: inout [UInt8]
    ) {
        let offset = base + bytes.count
        let word = UInt32(payload.count) | UInt32(kind.rawValue) << 24
        let unsynced = UInt32(clamping: offset - safeEnd)
        bytes.add(mark)
        bytes.add(word)
        bytes.add(unsynced)
        bytes.add(checksum(mark, word, unsynced, offset, payload[...]))
        bytes += payload
        bytes += repeatElement(0, count: padded(payload.count) - payload.count)
    }

    /// Reads the frame at a place; `nil` when none is whole there.
    package init?(in bytes: [UInt8], at index: Int, offset: Int, mark: UInt32) {
        guard bytes.count - index >= Self.headerSize, bytes.number(at: index) == mark else { return nil }
        let word: UInt32 = bytes.number(at: index + 4)
        guard let kind = Kind(rawValue: UInt8(word >> 24)) else { return nil }
        let start = index + Self.headerSize
        let length = Int(word & 0xFF_FFFF)
        guard length <= bytes.count - start else { return nil }
        let unsynced: UInt32 = bytes.number(at: index + 8)
        let sum = Self.checksum(mark, word, unsynced, offset, bytes[start..<(start + length)])
        guard bytes.number(at: index + 12) == sum, Int(unsynced) <= offset else { return nil }
        self.kind = kind
        self.offset = offset
        self.unsynced = Int(unsynced)
        payload = start..<(start + length)
    }

    private static func checksum(
        _ mark: UInt32, _ word: UInt32, _ unsynced: UInt32, _ offset: Int, _ payload: ArraySlice<UInt8>
    ) -> UInt32 {
        var sum = Checksum()
        sum.add(mark)
        sum.add(word)
        sum.add(unsynced)
        sum.add(UInt64(offset))
        sum.add(payload)
        return sum.value
    }
}
