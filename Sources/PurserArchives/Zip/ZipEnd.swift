/// The end of a zip archive, with the place of its directory (APPNOTE.TXT 6.3.10, sections 4.3.14 to 4.3.16).
struct ZipEnd: Sendable, Hashable {
    /// How many entries it has.
    var entries: UInt64
    /// Where its directory begins.
    var directoryOffset: UInt64
    /// How long that is.
    var directoryBytes: UInt64
    /// The first byte that belongs to the end.
    var offset: UInt64

    /// The end without a comment, and how far it may begin before the end of the file.
    static let fixedBytes = 22
    static let longest = fixedBytes + 65_535
    /// The size of the locator before the end of a very large archive, in bytes.
    static let locatorBytes = 20
    static let largeBytes = 56

    /// Finds the end in the last bytes of a file.
    ///
    /// - Parameters:
    ///   - tail: the last bytes, at most ``longest`` and the locator before them.
    ///   - start: where in the file they begin.
    /// - Throws: ``ZipFault`` when there is none, or it contradicts itself.
    init(tail: [UInt8], from start: UInt64) throws(ZipFault) {
        guard let place = Self.place(tail) else {
            throw ZipFault(.notAnArchive, "This is not a complete zip archive. Correct the address, or pack it as zip.")
        }
        var reader = LittleEndian(tail[(place + 4)...])
        let disks = (reader.number(UInt16.self) ?? 0, reader.number(UInt16.self) ?? 0)
        let here = reader.number(UInt16.self) ?? 0
        let all = reader.number(UInt16.self) ?? 0
        directoryBytes = UInt64(reader.number(UInt32.self) ?? 0)
        directoryOffset = UInt64(reader.number(UInt32.self) ?? 0)
        entries = UInt64(all)
        offset = start + UInt64(place)
        guard disks.0 == disks.1, here == all, [0, .max].contains(disks.0) else {
            throw ZipFault(.unsupported, "The archive has several parts. Pack it as one file.")
        }
    }

    /// The last place where an end fits, with a comment of the length that it has.
    private static func place(_ tail: [UInt8]) -> Int? {
        var place = tail.count - fixedBytes
        while place >= 0 {
            if tail[place] == 0x50, tail[place + 1] == 0x4b, tail[place + 2] == 5, tail[place + 3] == 6,
                Int(tail[place + 20]) | Int(tail[place + 21]) << 8 == tail.count - place - fixedBytes
            {
                return place
            }
            place -= 1
        }
        return nil
    }

    /// Whether the numbers are in another place, because one of them is too large.
    var isLarge: Bool {
        entries == UInt64(UInt16.max) || directoryBytes == UInt64(UInt32.max) || directoryOffset == UInt64(UInt32.max)
    }

    /// The place of the end of a large archive, by the locator before the end; `nil` when there is no locator.
    static func largeOffset(_ locator: [UInt8]) -> UInt64? {
        var reader = LittleEndian(locator[...])
        guard reader.number(UInt32.self) == 0x0706_4b50, reader.number(UInt32.self) == 0 else { return nil }
        return reader.number()
    }

    /// Reads the numbers of the end of a large archive.
    ///
    /// - Throws: ``ZipFault`` when it contradicts itself.
    mutating func take(large bytes: [UInt8], at largeOffset: UInt64) throws(ZipFault) {
        var reader = LittleEndian(bytes[...])
        guard reader.number(UInt32.self) == 0x0606_4b50, reader.bytes(12) != nil, reader.number(UInt64.self) == 0,
            let here = reader.number(UInt64.self), let all = reader.number(UInt64.self), here == all,
            let directoryBytes = reader.number(UInt64.self), let directoryOffset = reader.number(UInt64.self)
        else { throw ZipFault(.damaged, "The end of the archive is inconsistent. Pack it again.") }
        (entries, self.directoryBytes, self.directoryOffset) = (all, directoryBytes, directoryOffset)
        offset = largeOffset
    }
}
