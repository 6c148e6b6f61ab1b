/// The lock file's mark of its ledger: that it is open, or how it was closed; otherwise it is read as after a crash.
package struct LedgerMark: Sendable, Hashable {
    /// Its size in bytes: it is overwritten in place, within one sector.
    package static let size = 64
    private static let magic = Array("PURSERLK".utf8)

    /// The ledger's random number, as in the headers of its files.
    package var ledger: UInt64
    /// The end of the last log when it was closed in an orderly way; `nil` while it is open.
    package var closedAt: LogEnd?

    /// A mark by its parts.
    package init(ledger: UInt64, closedAt: LogEnd?) {
        self.ledger = ledger
        self.closedAt = closedAt
    }

    /// The mark as written.
    package var bytes: [UInt8] {
        var bytes = Self.magic
        bytes.add(SegmentHeader.version)
        bytes.add(UInt16(closedAt == nil ? 1 : 2))
        bytes.add(UInt32(Self.size))
        bytes.add(ledger)
        (closedAt ?? .none).add(to: &bytes)
        bytes += [UInt8](repeating: 0, count: Self.size - 4 - bytes.count)
        bytes.add(Checksum.of(bytes))
        return bytes
    }

    /// Reads a mark; `nil` when the bytes are not a mark.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.size, Array(bytes.prefix(8)) == Self.magic,
            bytes.number(at: 60) == Checksum.of(Array(bytes.prefix(60)))
        else { return nil }
        let state: UInt16 = bytes.number(at: 10)
        guard state == 1 || state == 2 else { return nil }
        self.init(ledger: bytes.number(at: 16), closedAt: state == 2 ? LogEnd(bytes, at: 24) : nil)
    }

    /// Reads the mark of a folder that is not open; `nil` when it has none.
    package init?(in files: any LedgerFiles) {
        guard let file = try? files.open(LedgerFolder.lock, as: .reading),
            let bytes = try? file.read(at: 0, count: Self.size)
        else { return nil }
        self.init(bytes)
    }
}
