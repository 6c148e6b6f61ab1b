/// One header of an archive's central directory (APPNOTE.TXT 6.3.10, section 4.3.12).
struct ZipHeader {
    static let signature: UInt32 = 0x0201_4b50
    /// The header without its name, extra fields and comment.
    static let fixedBytes = 46

    private(set) var madeBy: UInt16 = 0
    private(set) var flags: UInt16 = 0
    private(set) var method: UInt16 = 0
    private(set) var checksum: UInt32 = 0
    private(set) var packedBytes: UInt64 = 0
    private(set) var bytes: UInt64 = 0
    private(set) var disk: UInt32 = 0
    private(set) var attributes: UInt32 = 0
    private(set) var offset: UInt64 = 0
    private(set) var name: [UInt8] = []

    /// Reads the next header; `nil` when there is none.
    init?(_ reader: inout LittleEndian) {
        guard reader.number(UInt32.self) == Self.signature, let madeBy = reader.number(UInt16.self),
            reader.number(UInt16.self) != nil, let flags = reader.number(UInt16.self),
            let method = reader.number(UInt16.self), reader.bytes(4) != nil,
            let checksum = reader.number(UInt32.self), let packed = reader.number(UInt32.self),
            let size = reader.number(UInt32.self), let nameBytes = reader.number(UInt16.self),
            let extraBytes = reader.number(UInt16.self), let commentBytes = reader.number(UInt16.self),
            let disk = reader.number(UInt16.self), reader.bytes(2) != nil,
            let attributes = reader.number(UInt32.self), let offset = reader.number(UInt32.self),
            let name = reader.bytes(Int(nameBytes)), let extra = reader.bytes(Int(extraBytes)),
            reader.bytes(Int(commentBytes)) != nil
        else { return nil }
        (self.madeBy, self.flags, self.method, self.checksum) = (madeBy, flags, method, checksum)
        (packedBytes, bytes, self.disk) = (UInt64(packed), UInt64(size), UInt32(disk))
        (self.attributes, self.offset, self.name) = (attributes, UInt64(offset), Array(name))
        guard readLarge(extra) else { return nil }
    }

    /// Numbers too large for the header are in an extra field (section 4.5.3), in this order.
    private mutating func readLarge(_ extra: ArraySlice<UInt8>) -> Bool {
        let (isLargeSize, isLargePacked) = (bytes == UInt64(UInt32.max), packedBytes == UInt64(UInt32.max))
        let isFar = offset == UInt64(UInt32.max)
        guard isLargeSize || isLargePacked || isFar else { return true }
        var fields = LittleEndian(extra)
        while let kind = fields.number(UInt16.self), let count = fields.number(UInt16.self),
            let field = fields.bytes(Int(count))
        {
            guard kind == 1 else { continue }
            var numbers = LittleEndian(field)
            if isLargeSize { bytes = numbers.number() ?? .max }
            if isLargePacked { packedBytes = numbers.number() ?? .max }
            if isFar { offset = numbers.number() ?? .max }
            return true
        }
        // The number is exact, in an archive without large files.
        return true
    }

    /// The entry that the header describes.
    ///
    /// - Throws: ``ZipFault`` when it cannot be unpacked, or must not be.
    func entry() throws(ZipFault) -> ZipEntry {
        let text = String(decoding: name, as: UTF8.self)
        guard flags & 0x2041 == 0 else {
            throw ZipFault(.unsupported, entry: text, "An entry is encrypted. Pack it without a password.")
        }
        guard disk == 0 else {
            throw ZipFault(.unsupported, entry: text, "The archive has several parts. Pack it as one file.")
        }
        try checkKind(text)
        guard let packedBytes = Int64(exactly: packedBytes), let bytes = Int64(exactly: bytes),
            let offset = Int64(exactly: offset)
        else { throw ZipFault(.damaged, entry: text, "An entry has an impossible size. Pack it again.") }
        let isFolder = name.last == UInt8(ascii: "/")
        let method = try entryMethod(text)
        guard method == .deflated || packedBytes == bytes, !isFolder || bytes == 0 else {
            throw ZipFault(.damaged, entry: text, "An entry's sizes are inconsistent. Pack it again.")
        }
        return ZipEntry(
            name: name, path: try EntryPath.parts(name), isFolder: isFolder, method: method, packedBytes: packedBytes,
            bytes: bytes, checksum: checksum, headerOffset: offset)
    }

    private func entryMethod(_ text: String) throws(ZipFault) -> ZipEntry.Method {
        switch method {
        case 0: return .stored
        case 8: return .deflated
        default:
            throw ZipFault(
                .unsupported, entry: text,
                "An entry is compressed by method \(method). Pack it with \"deflate\", the usual method.")
        }
    }

    /// Checks the kind of an entry, which on Unix is in the upper half of the attributes: links and devices are
    /// rejected.
    private func checkKind(_ text: String) throws(ZipFault) {
        let kind = attributes >> 28
        let isUnix = [3, 19].contains(madeBy >> 8)
        guard isUnix, kind != 0, kind != 0o10, kind != 0o4 else { return }
        throw ZipFault(
            .unsafeEntry, entry: text, "An entry is a link or a device. Pack its target (zip does so by default)."
        )
    }
}
