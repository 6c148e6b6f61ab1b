/// The reason why bytes cannot be read as records.
package struct FormatFault: Error, Hashable {
    /// The fault.
    package var reason: String
    /// Whether the bytes are undamaged, and were written by a newer version.
    package var isNewerVersion: Bool
    /// A fault for this reason.
    package init(_ reason: String, isNewerVersion: Bool = false) {
        self.reason = reason
        self.isNewerVersion = isNewerVersion
    }
}

/// Reads the output of ``FieldWriter``, in memory that its caller keeps; every length is checked.
package struct FieldReader {
    /// A field's value.
    package enum Value {
        /// A variable-length integer; signed ones are zigzag-coded, see `LedgerFormat.md`.
        case number(UInt64)
        /// Bytes, by their address and count: a text, a nested message, or an identifier.
        case bytes(UnsafeRawPointer, count: Int)
    }

    private let start: UnsafeRawPointer
    private var position: UnsafeRawPointer
    private let end: UnsafeRawPointer

    /// Makes a reader of a number of bytes, which must stay at their address.
    package init(_ start: UnsafeRawPointer, count: Int) {
        self.start = start
        position = start
        end = start + count
    }

    /// Makes a reader of bytes, which must stay at their address; `nil` when there is no memory.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return nil }
        self.init(start, count: bytes.count)
    }

    /// Whether everything was read.
    package var isAtEnd: Bool { position >= end }
    /// How many bytes have been read.
    package var offset: Int { position - start }

    var rest: [UInt8] { [UInt8](UnsafeRawBufferPointer(start: position, count: end - position)) }

    /// Reads a number, which may be cut off or have more than 64 bits.
    package mutating func varint() throws(FormatFault) -> UInt64 {
        // Nearly all numbers are keys, lengths and small values, of one byte.
        if position < end {
            let byte = position.load(as: UInt8.self)
            if byte < 0x80 {
                position += 1
                return UInt64(byte)
            }
        }
        return try longVarint()
    }

    /// Reads up to eight bytes at once: dates and tokens have six to ten.
    private mutating func longVarint() throws(FormatFault) -> UInt64 {
        guard end - position >= 8 else { return try longVarint(onto: 0, shift: 0) }
        let word = UInt64(littleEndian: position.loadUnaligned(as: UInt64.self))
        let stops = ~word & 0x8080_8080_8080_8080
        // Seven bits of each byte up to the last byte of the number, joined.
        var value = word & (stops ^ (stops &- 1)) & 0x7F7F_7F7F_7F7F_7F7F
        value = value & 0x007F_007F_007F_007F | (value & 0x7F00_7F00_7F00_7F00) >> 1
        value = value & 0x0000_3FFF_0000_3FFF | (value & 0x3FFF_0000_3FFF_0000) >> 2
        value = value & 0x0000_0000_0FFF_FFFF | (value & 0x0FFF_FFFF_0000_0000) >> 4
        guard stops != 0 else {
            position += 8
            return try longVarint(onto: value, shift: 56)
        }
        position += stops.trailingZeroBitCount / 8 + 1
        return value
    }

    private mutating func longVarint(onto low: UInt64, shift: UInt64) throws(FormatFault) -> UInt64 {
        var (value, shift) = (low, shift)
        while position < end {
            let byte = position.load(as: UInt8.self)
            position += 1
            guard shift < 63 || byte <= 1 else { throw FormatFault("a number has more than 64 bits") }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        throw FormatFault("a number is cut off")
    }

    /// A length and as many bytes.
    package mutating func lengthPrefixed() throws(FormatFault) -> FieldReader {
        let length = try varint()
        guard length <= UInt64(end - position)
        else { throw FormatFault("\(length) bytes are announced, fewer are there") }
        let inside = FieldReader(position, count: Int(length))
        position = inside.end
        return inside
    }

    /// The next field; `nil` at the end.
    package mutating func next() throws(FormatFault) -> (number: UInt64, value: Value)? {
        guard !isAtEnd else { return nil }
        let key = try varint()
        guard key & 1 == 1 else { return (key >> 1, .number(try varint())) }
        let inside = try lengthPrefixed()
        return (key >> 1, .bytes(inside.start, count: inside.end - inside.start))
    }

    /// Calls `body` with the fields up to the first one that cannot be read.
    func readAll(_ body: (UInt64, Value) -> Void) {
        var fields = self
        while let (number, value) = try? fields.next() { body(number, value) }
    }

    // MARK: Values

    /// The number of a field.
    package func number(_ value: Value) throws(FormatFault) -> UInt64 {
        guard case .number(let number) = value else { throw FormatFault("bytes stand where a number should") }
        return number
    }

    /// The signed number of a field.
    package func signed(_ value: Value) throws(FormatFault) -> Int64 {
        let number = try number(value)
        return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
    }

    /// The bytes of a field.
    package func bytes(_ value: Value) throws(FormatFault) -> UnsafeRawBufferPointer {
        let inside = try message(value)
        return UnsafeRawBufferPointer(start: inside.start, count: inside.end - inside.start)
    }

    /// The text of a field; invalid UTF-8 is replaced.
    package func text(_ value: Value) throws(FormatFault) -> String {
        // As bytes with a type: with raw bytes, the library first determines their type.
        String(decoding: try bytes(value).assumingMemoryBound(to: UInt8.self), as: UTF8.self)
    }

    /// A reader of the fields inside a field.
    package func message(_ value: Value) throws(FormatFault) -> FieldReader {
        guard case .bytes(let start, let count) = value else { throw FormatFault("a number stands where bytes should") }
        return FieldReader(start, count: count)
    }
}
