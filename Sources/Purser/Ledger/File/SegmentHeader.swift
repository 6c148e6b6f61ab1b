/// The first 64 bytes of each file of a ledger.
package struct SegmentHeader: Sendable, Hashable {
    /// What a file holds.
    package enum Kind: UInt16, Sendable {
        /// A log: records in the order in which they were written.
        case log = 1
        /// A snapshot: the state after a log.
        case snapshot = 2
    }

    /// How many bytes a header has.
    package static let size = 64
    /// The newest version that is read: 2 is 1 and the records about users.
    package static let latestVersion: UInt16 = 2
    private static let magic = Array("PURSERLG".utf8)

    /// What the file holds.
    package var kind: Kind
    /// The log's number, from 1; for a snapshot, that of the last log that is in it.
    package var number: UInt64
    /// The number of the first update that may follow.
    package var firstSequence: UInt64
    /// The ledger's random number, which all of its files have in common.
    package var ledger: UInt64
    /// The version of the format, the oldest that knows all records in this file.
    package var version: UInt16

    /// A header by its parts.
    package init(kind: Kind, number: UInt64, firstSequence: UInt64, ledger: UInt64, version: UInt16 = 1) {
        self.version = version
        self.kind = kind
        self.number = number
        self.firstSequence = firstSequence
        self.ledger = ledger
    }

    /// What each frame of this file begins with, so that the frames of another file are none here.
    package var mark: UInt32 {
        var sum = Checksum()
        sum.add(ledger)
        sum.add(number)
        sum.add(kind.rawValue)
        return sum.value | 1
    }

    /// The header as it is written.
    package var bytes: [UInt8] {
        var bytes = Self.magic
        bytes.add(version)
        bytes.add(kind.rawValue)
        bytes.add(UInt32(Self.size))
        bytes.add(number)
        bytes.add(firstSequence)
        bytes.add(ledger)
        bytes += [UInt8](repeating: 0, count: Self.size - 4 - bytes.count)
        bytes.add(Checksum.of(bytes))
        return bytes
    }

    /// Reads a header.
    package init(_ bytes: [UInt8], path: String) throws(LedgerDamage) {
        guard bytes.count >= Self.size, Array(bytes.prefix(8)) == Self.magic else {
            throw LedgerDamage(path: path, offset: 0, reason: "this is no ledger file, or its beginning is lost")
        }
        let version: UInt16 = bytes.number(at: 8)
        guard version <= Self.latestVersion else {
            throw LedgerDamage(
                path: path, offset: 8,
                reason: "it has format version \(version); this program reads up to \(Self.latestVersion)",
                isNewerVersion: true)
        }
        guard bytes.number(at: 60) == Checksum.of(Array(bytes.prefix(60))), version > 0,
            let kind = Kind(rawValue: bytes.number(at: 10))
        else { throw LedgerDamage(path: path, offset: 8, reason: "the header's checksum is wrong") }
        self.kind = kind
        self.version = version
        number = bytes.number(at: 16)
        firstSequence = bytes.number(at: 24)
        ledger = bytes.number(at: 32)
    }
}

extension Checksum {
    /// The checksum of some bytes.
    package static func of(_ bytes: [UInt8]) -> UInt32 {
        var sum = Checksum()
        bytes.withUnsafeBytes { sum.add($0) }
        return sum.value
    }
}

extension [UInt8] {
    /// Appends a number, lowest byte first.
    mutating func add(_ number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}

extension RandomAccessCollection<UInt8> where Index == Int {
    /// Reads a number, lowest byte first; the bytes must be there.
    func number<Number: FixedWidthInteger>(at offset: Int) -> Number {
        var number: Number = 0
        for index in (0..<(Number.bitWidth / 8)).reversed() {
            number = number << 8 | Number(truncatingIfNeeded: self[offset + index])
        }
        return number
    }
}

extension UnsafeRawBufferPointer {
    /// Reads a number, lowest byte first, in one go; the bytes must be there.
    func number<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> Number {
        Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
}
