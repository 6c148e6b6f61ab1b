extension [ArchivedTransaction] {
    /// Reads a record of entries.
    ///
    /// Entries of a later version are longer, and would be truncated when they are written again.
    init(_ fields: FieldReader) throws(FormatFault) {
        let size: UInt64 = try fields.value(2) ?? UInt64(Element.size)
        let entries = try fields.bytes(at: 1)
        self.init()
        guard let entries else { return }
        guard size <= UInt64(Element.size) else {
            throw FormatFault("archived transactions of \(size) bytes are unknown here", isNewerVersion: true)
        }
        guard size == UInt64(Element.size), entries.count.isMultiple(of: Element.size) else {
            throw FormatFault("archived transactions are cut off")
        }
        reserveCapacity(entries.count / Element.size)
        for start in stride(from: 0, to: entries.count, by: Element.size) { append(Element(entries, at: start)) }
    }
}

extension ArchivedTransaction {
    /// The size of an entry in bytes, on disk and in memory.
    static let size = 56

    func write(into bytes: inout [UInt8]) {
        bytes.add(id.high)
        bytes.add(id.low)
        bytes.add(sequence)
        bytes.add(signedTime.milliseconds)
        bytes.add(changes.low)
        bytes.add(changes.high)
        bytes.add(changes.sum)
        bytes.add(product)
        bytes.append(quantity)
        bytes.append(flags.rawValue)
    }

    fileprivate init(_ bytes: UnsafeRawBufferPointer, at start: Int) {
        self.init(
            id: Fingerprint(high: bytes.number(at: start), low: bytes.number(at: start + 8)),
            sequence: bytes.number(at: start + 16),
            signedTime: Timestamp(milliseconds: bytes.number(at: start + 24)),
            changes: ChangeDigest(
                low: bytes.number(at: start + 32), high: bytes.number(at: start + 40), sum: bytes.number(at: start + 48)
            ),
            product: bytes.number(at: start + 52), quantity: bytes[start + 54],
            flags: Flags(rawValue: bytes[start + 55])
        )
    }
}
