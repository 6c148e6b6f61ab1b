/// An entry that is written in a fixed number of bytes.
protocol FixedSizeEntry {
    /// How many bytes one takes, on disk and in memory.
    static var size: Int { get }
    /// Reads one; the bytes must be there.
    init(_ bytes: UnsafeRawBufferPointer, at start: Int)
}

extension Array where Element: FixedSizeEntry {
    /// Reads a record of entries.
    ///
    /// Their size is in field 2. Longer ones are of a later version, and would lose their ends when they are written again.
    init(_ fields: FieldReader) throws(FormatFault) {
        var fields = fields
        var size = UInt64(Element.size)
        var entries: UnsafeRawBufferPointer?
        while let (number, value) = try fields.next() {
            if number == 1 { entries = try fields.bytes(value) } else if number == 2 { size = try fields.number(value) }
        }
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

extension ArchivedTransaction: FixedSizeEntry {
    static let size = 56

    func write(into bytes: inout [UInt8]) {
        bytes.add(id.high)
        bytes.add(id.low)
        bytes.add(sequence)
        bytes.add(signedTime.milliseconds)
        bytes.add(news.low)
        bytes.add(news.high)
        bytes.add(news.sum)
        bytes.add(product)
        bytes.append(quantity)
        bytes.append(flags.rawValue)
    }

    init(_ bytes: UnsafeRawBufferPointer, at start: Int) {
        self.init(
            id: Fingerprint(high: bytes.number(at: start), low: bytes.number(at: start + 8)),
            sequence: bytes.number(at: start + 16),
            signedTime: Timestamp(milliseconds: bytes.number(at: start + 24)),
            news: NewsDigest(
                low: bytes.number(at: start + 32), high: bytes.number(at: start + 40), sum: bytes.number(at: start + 48)
            ),
            product: bytes.number(at: start + 52), quantity: bytes[start + 54],
            flags: Flags(rawValue: bytes[start + 55])
        )
    }
}
