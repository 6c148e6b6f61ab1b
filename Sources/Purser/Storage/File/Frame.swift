/// Some records that were written together, with a checksum that shows whether they are complete.
///
/// A frame begins at a multiple of 8: mark, length and kind, the number of unsynced bytes before it, checksum; then the
/// checksum of the frame before it, the records, and zeros. The checksum covers the frame's offset.
package struct Frame: Sendable {
    /// The kind of a frame.
    package enum Kind: UInt8, Sendable {
        /// Records that were written by themselves.
        case records = 0
        /// The log ends here and continues in the next file.
        case sealed = 1
        /// The ledger was closed in an orderly way.
        case closed = 2
        /// The first of several frames that were written together, and are read together or not at all.
        case begins = 3
        /// Neither the first nor the last of them.
        case continues = 4
        /// The last of them.
        case ends = 5

        /// The kind of a frame with records, one of those from 0 to `last` that are written together.
        static func records(at index: Int, to last: Int) -> Self {
            last == 0 ? .records : index == 0 ? .begins : index == last ? .ends : .continues
        }

        /// Whether it is one of several frames that were written together.
        var isOfGroup: Bool { self == .begins || self == .continues || self == .ends }
    }

    /// The size of the header in bytes; the length does not include it.
    package static let headerSize = 16
    /// The size of the checksum of the frame before it, which is before the records, in bytes.
    package static let chainSize = 4
    /// The largest length of a frame; the length has 24 bits.
    package static let maximumLength = 0xFF_FFFF

    /// The kind of the frame.
    package var kind: Kind
    /// Where it begins in its file, in bytes.
    package var offset: Int
    /// The first byte after the frame.
    package var end: Int
    /// Where its records are in the bytes it was read from.
    package var payload: Range<Int>
    /// How many bytes before this frame were not known to be synced when it was written.
    package var unsynced: Int
    /// Its checksum, which the next frame names.
    package var checksum: UInt32
    /// The checksum of the frame before it.
    package var chain: UInt32

    /// Everything before this offset was synced when the frame was written.
    package var safeEnd: Int { offset - unsynced }

    /// The next multiple of 8.
    package static func padded(_ count: Int) -> Int { (count + 7) & ~7 }

    /// Writes the header of a frame before its records, for an offset in the file, and returns its checksum.
    package static func writeHeader(
        _ frame: UnsafeMutableRawBufferPointer, length: Int, kind: Kind, mark: UInt32, chain: UInt32,
        safeEnd: Int, offset: Int
    ) -> UInt32 {
        frame.set(mark, at: 0)
        frame.set(UInt32(length) | UInt32(kind.rawValue) << 24, at: 4)
        frame.set(UInt32(clamping: offset - safeEnd), at: 8)
        frame.set(chain, at: headerSize)
        let covered = covered(length)
        let sum = checksum(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(frame)[..<covered]), offset)
        frame.set(sum, at: 12)
        return sum
    }

    /// How many bytes of a frame its checksum covers: also the zeros at the end.
    static func covered(_ length: Int) -> Int { headerSize + padded(length) }

    /// Reads the frame at a place; `nil` when there is no complete one.
    package init?(in bytes: [UInt8], at index: Int, offset: Int, mark: UInt32) {
        guard bytes.count - index >= Self.headerSize, bytes.number(at: index) == mark else { return nil }
        let word: UInt32 = bytes.number(at: index + 4)
        guard let kind = Kind(rawValue: UInt8(word >> 24)) else { return nil }
        let length = Int(word & 0xFF_FFFF)
        let covered = Self.covered(length)
        guard covered <= bytes.count - index, length >= Self.chainSize else { return nil }
        let unsynced: UInt32 = bytes.number(at: index + 8)
        let sum = bytes.withUnsafeBytes {
            Self.checksum(UnsafeRawBufferPointer(rebasing: $0[index..<(index + covered)]), offset)
        }
        guard bytes.number(at: index + 12) == sum, Int(unsynced) <= offset else { return nil }
        self.kind = kind
        self.offset = offset
        self.unsynced = Int(unsynced)
        let start = index + Self.headerSize
        payload = (start + Self.chainSize)..<(start + length)
        end = offset + Self.headerSize + Self.padded(length)
        checksum = sum
        chain = bytes.number(at: start)
    }

    private static func checksum(_ frame: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
        var sum = Checksum()
        sum.add(UnsafeRawBufferPointer(rebasing: frame[..<12]))
        sum.add(UInt64(offset))
        sum.add(UnsafeRawBufferPointer(rebasing: frame[headerSize...]))
        return sum.value
    }
}

extension UnsafeMutableRawBufferPointer {
    fileprivate func set(_ number: UInt32, at offset: Int) {
        storeBytes(of: number.littleEndian, toByteOffset: offset, as: UInt32.self)
    }
}

/// The end of a log at some moment, and so of all logs before it: the next file and the lock file record it.
package struct LogEnd: Sendable, Hashable {
    /// The log's number; 0 for none.
    package var log: UInt64
    /// The first byte after its last frame.
    package var offset: Int
    /// The checksum of its last frame; that of the header when there is none.
    package var chain: UInt32

    /// An end by its parts.
    package init(log: UInt64, offset: Int, chain: UInt32) {
        self.log = log
        self.offset = offset
        self.chain = chain
    }

    /// Before the first log.
    package static let none = LogEnd(log: 0, offset: 0, chain: 0)

    init(_ bytes: [UInt8], at place: Int) {
        let offset: UInt64 = bytes.number(at: place + 8)
        self.init(log: bytes.number(at: place), offset: Int(clamping: offset), chain: bytes.number(at: place + 16))
    }

    func add(to bytes: inout [UInt8]) {
        bytes.add(log)
        bytes.add(UInt64(offset))
        bytes.add(UInt64(chain))
    }
}
