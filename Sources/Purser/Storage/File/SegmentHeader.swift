/// The first 128 bytes of each file of a ledger.
package struct SegmentHeader: Sendable, Hashable {
    /// The content of a file.
    package enum Kind: UInt16, Sendable {
        /// A log: records in the order in which they were written.
        case log = 1
        /// A snapshot: the state after a log.
        case snapshot = 2
    }

    /// The version of the format: no other one is read.
    package static let version: UInt16 = 6
    /// Its size in bytes; the frames begin after it.
    package static let size = 128
    /// How many bytes it had in versions 1 and 2.
    private static let earlierSize = 64
    private static let magic = Array("PURSERLG".utf8)

    /// The content of the file.
    package var kind: Kind
    /// The log's number, from 1; for a snapshot, that of the last log that is in it.
    package var number: UInt64
    /// The ledger's random number, the same in all of its files.
    package var ledger: UInt64
    /// The ledger's secret, the same in all of its files.
    package var secret: KeyedHash
    /// The version of the library that wrote the file.
    package var library: LibraryVersion
    /// The end of the log before this file; for a snapshot, that of the log of its number.
    package var before: LogEnd

    /// A header by its parts, written by this version of the library.
    package init(
        kind: Kind, number: UInt64, ledger: UInt64, secret: KeyedHash = .zero, before: LogEnd = .none
    ) {
        self.kind = kind
        self.number = number
        self.ledger = ledger
        self.secret = secret
        self.before = before
        library = .current
    }

    /// The first field of each frame of this file, so that the frames of another file are not valid here.
    package var mark: UInt32 {
        var sum = Checksum()
        sum.add(ledger)
        sum.add(number)
        sum.add(kind.rawValue)
        return sum.value | 1
    }

    /// The checksum that the first frame names as that of the frame before it: the header's checksum.
    package var chain: UInt32 { bytes.number(at: Self.size - 4) }

    var name: String { LedgerFolder.name(of: number, isSnapshot: kind == .snapshot) }

    /// The end of the file while it has no frame.
    package var end: LogEnd { LogEnd(log: number, offset: Self.size, chain: chain) }

    /// The header as written.
    package var bytes: [UInt8] {
        var bytes = Self.magic
        bytes.add(Self.version)
        bytes.add(kind.rawValue)
        bytes.add(UInt32(Self.size))
        bytes.add(number)
        // Eight bytes that are not used.
        bytes.add(UInt64(0))
        bytes.add(ledger)
        bytes.add(secret.first)
        bytes.add(secret.second)
        for number in [library.major, library.minor, library.patch, Self.version] { bytes.add(number) }
        before.add(to: &bytes)
        bytes += [UInt8](repeating: 0, count: Self.size - 4 - bytes.count)
        bytes.add(Checksum.of(bytes))
        return bytes
    }

    /// Reads a header.
    package init(_ bytes: [UInt8], path: String) throws(LedgerDamage) {
        guard bytes.count >= 10, Array(bytes.prefix(8)) == Self.magic else {
            throw LedgerDamage(path: path, offset: 0, reason: "this is no ledger file, or its beginning is lost")
        }
        let version: UInt16 = bytes.number(at: 8)
        let isWhole = Self.isSummed(bytes, version < 3 ? Self.earlierSize : Self.size)
        // A file of an older version is read only if it is valid in its own format: all else is damage.
        guard version <= Self.version, version == Self.version || !isWhole else {
            throw Self.rejection(of: version, version > 2 && isWhole ? bytes : nil, path)
        }
        guard isWhole, version == Self.version, let kind = Kind(rawValue: bytes.number(at: 10)) else {
            throw LedgerDamage(path: path, offset: 8, reason: "the header's checksum is wrong")
        }
        self.kind = kind
        number = bytes.number(at: 16)
        ledger = bytes.number(at: 32)
        secret = KeyedHash(first: bytes.number(at: 40), second: bytes.number(at: 48))
        library = Self.library(in: bytes)
        before = LogEnd(bytes, at: 64)
    }

    private static func isSummed(_ bytes: [UInt8], _ size: Int) -> Bool {
        bytes.count >= size && bytes.number(at: size - 4) == Checksum.of(Array(bytes.prefix(size - 4)))
    }

    private static func library(in bytes: [UInt8]) -> LibraryVersion {
        LibraryVersion(major: bytes.number(at: 56), minor: bytes.number(at: 58), patch: bytes.number(at: 60))
    }

    private static func rejection(of version: UInt16, _ bytes: [UInt8]?, _ path: String) -> LedgerDamage {
        let writer = bytes.map { "was written by Purser \(library(in: $0)) in" } ?? "has"
        let reason =
            "it \(writer) format version \(version); this program, of Purser \(LibraryVersion.current), reads version "
            + "\(Self.version) only"
        return LedgerDamage(
            path: path, offset: 8, reason: reason, isNewerVersion: version > Self.version,
            isOlderVersion: version < Self.version)
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
    mutating func add(_ number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    func number<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> Number {
        withUnsafeBytes { $0.number(at: offset) }
    }
}
