/// Some records that were written together, with a checksum that tells whether they are whole.
///
/// A frame stands at a multiple of 8: mark, length and kind, how much before it was not safe yet, checksum; then the
/// records, and zeros up to the next multiple of 8. The checksum covers the frame's offset, so that it is valid nowhere else.
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

    /// How many bytes the header has, which stands before the records.
    package static let headerSize = 16
    /// The most that a frame holds; the length has 24 bits.
    package static let maximumLength = 0xFF_FFFF

    /// What it says.
    package var kind: Kind
    /// Where it begins in its file, in bytes.
    package var offset: Int
    /// Where its records are in the bytes it was read from.
    package var payload: Range<Int>
    /// How many bytes before this frame were not known to be safe when it was written.
    package var unsynced: Int

    /// The first byte after the frame.
    package var end: Int { offset + Self.headerSize + Self.padded(payload.count) }
    /// Everything before this offset was safe when the frame was written.
    package var safeEnd: Int { offset - unsynced }

    /// The next multiple of 8.
    package static func padded(_ count: Int) -> Int { (count + 7) & ~7 }

    /// Appends a frame to bytes that begin at `base` in the file.
    package static func write(
        _ payload: [UInt8], kind: Kind = .records, mark: UInt32, safeEnd: Int, base: Int, into bytes: inout [UInt8]
    ) {
        let start = bytes.count
        bytes += repeatElement(0, count: headerSize) + payload
        bytes += repeatElement(0, count: padded(payload.count) - payload.count)
        bytes.withUnsafeMutableBytes { bytes in
            writeHeader(
                UnsafeMutableRawBufferPointer(rebasing: bytes[start..<(start + headerSize + payload.count)]),
                kind: kind, mark: mark, safeEnd: safeEnd, offset: base + start)
        }
    }

    /// Writes the header of a frame in front of its payload, which stands there already.
    ///
    /// - Parameters:
    ///   - frame: header and payload.
    ///   - offset: where in the file it goes.
    static func writeHeader(
        _ frame: UnsafeMutableRawBufferPointer, kind: Kind, mark: UInt32, safeEnd: Int, offset: Int
    ) {
        let length = UInt32(frame.count - headerSize)
        frame.set(mark, at: 0)
        frame.set(length | UInt32(kind.rawValue) << 24, at: 4)
        frame.set(UInt32(clamping: offset - safeEnd), at: 8)
        frame.set(checksum(UnsafeRawBufferPointer(frame), offset), at: 12)
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
        let sum = bytes.withUnsafeBytes {
            Self.checksum(UnsafeRawBufferPointer(rebasing: $0[index..<(start + length)]), offset)
        }
        guard bytes.number(at: index + 12) == sum, Int(unsynced) <= offset else { return nil }
        self.kind = kind
        self.offset = offset
        self.unsynced = Int(unsynced)
        payload = start..<(start + length)
    }

    /// The checksum of the whole frame except the checksum itself, and of the frame's offset.
    private static func checksum(_ frame: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
        var sum = Checksum()
        sum.add(UnsafeRawBufferPointer(rebasing: frame[..<12]))
        sum.add(UInt64(offset))
        sum.add(UnsafeRawBufferPointer(rebasing: frame[headerSize...]))
        return sum.value
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Writes a number, lowest byte first.
    fileprivate func set(_ number: UInt32, at offset: Int) {
        storeBytes(of: number.littleEndian, toByteOffset: offset, as: UInt32.self)
    }
}
