/// The first bytes of each file of a ledger: 128, or 64 in files of format versions 1 and 2.
package struct SegmentHeader: Sendable, Hashable {
    /// What a file holds.
    package enum Kind: UInt16, Sendable {
        /// A log: records in the order in which they were written.
        case log = 1
        /// A snapshot: the state after a log.
        case snapshot = 2
    }

    /// The newest version that is read, and the one that is written.
    package static let latestVersion: UInt16 = 3
    /// The first version whose files and frames are chained to each other.
    static let firstChainedVersion: UInt16 = 3
    /// How many bytes a header of the latest version has; no header has more.
    package static let largestSize = 128
    private static let earlySize = 64
    private static let magic = Array("PURSERLG".utf8)

    /// What the file holds.
    package var kind: Kind
    /// The log's number, from 1; for a snapshot, that of the last log that is in it.
    package var number: UInt64
    /// The number of the first update that may follow.
    package var firstSequence: UInt64
    /// The ledger's random number, which all of its files have in common.
    package var ledger: UInt64
    /// The version of the format.
    package var version: UInt16
    /// The ledger's secret, which all of its files have in common; zeros before version 3.
    package var secret = LedgerSecret.zero
    /// The version of the library that wrote the file; `nil` before version 3.
    package var library: LibraryVersion?
    /// How the log in front of this file ended; of a snapshot, the log of its number.
    package var before = LogEnd.none

    /// A header by its parts, written by this version of the library.
    package init(
        kind: Kind, number: UInt64, firstSequence: UInt64, ledger: UInt64, secret: LedgerSecret = .zero,
        before: LogEnd = .none, version: UInt16 = latestVersion
    ) {
        self.version = version
        self.kind = kind
        self.number = number
        self.firstSequence = firstSequence
        self.ledger = ledger
        guard version >= Self.firstChainedVersion else { return }
        self.secret = secret
        self.before = before
        library = .current
    }

    /// How many bytes it has; the frames begin behind it.
    package var size: Int { isChained ? Self.largestSize : Self.earlySize }
    /// Whether each frame names the one before it.
    package var isChained: Bool { version >= Self.firstChainedVersion }

    /// What each frame of this file begins with, so that the frames of another file are none here.
    package var mark: FrameMark {
        var sum = Checksum()
        sum.add(ledger)
        sum.add(number)
        sum.add(kind.rawValue)
        return FrameMark(value: sum.value | 1, isChained: isChained)
    }

    /// What the first frame names as the one before it: the header's checksum.
    package var chain: UInt32 { bytes.number(at: size - 4) }

    /// How the file ends while it has no frame.
    package var end: LogEnd { LogEnd(log: number, offset: size, chain: chain) }

    /// The header as it is written.
    package var bytes: [UInt8] {
        var bytes = Self.magic
        bytes.add(version)
        bytes.add(kind.rawValue)
        bytes.add(UInt32(size))
        bytes.add(number)
        bytes.add(firstSequence)
        bytes.add(ledger)
        if isChained {
            bytes.add(secret.first)
            bytes.add(secret.second)
            let library = library ?? .current
            for number in [library.major, library.minor, library.patch, Self.firstChainedVersion] { bytes.add(number) }
            before.add(to: &bytes)
        }
        bytes += [UInt8](repeating: 0, count: size - 4 - bytes.count)
        bytes.add(Checksum.of(bytes))
        return bytes
    }

    /// Reads a header.
    package init(_ bytes: [UInt8], path: String) throws(LedgerDamage) {
        guard bytes.count >= Self.earlySize, Array(bytes.prefix(8)) == Self.magic else {
            throw LedgerDamage(path: path, offset: 0, reason: "this is no ledger file, or its beginning is lost")
        }
        let version: UInt16 = bytes.number(at: 8)
        let size = version < Self.firstChainedVersion ? Self.earlySize : Self.largestSize
        let isWhole = bytes.count >= size && bytes.number(at: size - 4) == Checksum.of(Array(bytes.prefix(size - 4)))
        guard version <= Self.latestVersion else { throw Self.refusal(of: version, isWhole ? bytes : nil, path) }
        guard isWhole, version > 0, let kind = Kind(rawValue: bytes.number(at: 10)) else {
            throw LedgerDamage(path: path, offset: 8, reason: "the header's checksum is wrong")
        }
        self.kind = kind
        self.version = version
        number = bytes.number(at: 16)
        firstSequence = bytes.number(at: 24)
        ledger = bytes.number(at: 32)
        guard isChained else { return }
        secret = LedgerSecret(first: bytes.number(at: 40), second: bytes.number(at: 48))
        library = Self.library(in: bytes)
        before = LogEnd(bytes, at: 64)
    }

    private static func library(in bytes: [UInt8]) -> LibraryVersion {
        LibraryVersion(bytes.number(at: 56), bytes.number(at: 58), bytes.number(at: 60))
    }

    /// A newer version keeps the places of the first 64 bytes, and of what it says of the library that wrote it.
    private static func refusal(of version: UInt16, _ bytes: [UInt8]?, _ path: String) -> LedgerDamage {
        let writer = bytes.map { "was written by Purser \(library(in: $0)) in" } ?? "has"
        return LedgerDamage(
            path: path, offset: 8,
            reason: "it \(writer) format version \(version); this program, of Purser \(LibraryVersion.current), reads "
                + "up to \(latestVersion)",
            isNewerVersion: true)
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
