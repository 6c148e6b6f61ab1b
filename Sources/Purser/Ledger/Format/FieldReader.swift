/// What does not fit in bytes that should be records.
package struct FormatFault: Error, Hashable {
    package var reason: String
    package init(_ reason: String) { self.reason = reason }
}

/// Reads what ``FieldWriter`` wrote; every length is checked against what is there before anything is made of it.
package struct FieldReader: Sendable {
    /// A field's value.
    package enum Value: Sendable {
        case number(UInt64)
        case bytes(Range<Int>)
    }

    private let bytes: [UInt8]
    package private(set) var offset: Int
    private let end: Int

    package init(_ bytes: [UInt8]) { self.init(bytes, bytes.indices) }

    package init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        offset = range.lowerBound
        end = range.upperBound
    }

    package var isAtEnd: Bool { offset >= end }

    package mutating func varint() throws(FormatFault) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while offset < end {
            let byte = bytes[offset]
            offset += 1
            guard shift < 63 || byte <= 1 else { throw FormatFault("a number has more than 64 bits") }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        throw FormatFault("a number is cut off")
    }

    /// A length and as many bytes.
    package mutating func lengthPrefixed() throws(FormatFault) -> Range<Int> {
        let length = try varint()
        guard length <= UInt64(end - offset) else {
            throw FormatFault("\(length) bytes are announced, fewer are there")
        }
        let range = offset..<(offset + Int(length))
        offset = range.upperBound
        return range
    }

    /// The next field; `nil` at the end.
    package mutating func next() throws(FormatFault) -> (number: UInt64, value: Value)? {
        guard !isAtEnd else { return nil }
        let key = try varint()
        return (key >> 1, key & 1 == 1 ? .bytes(try lengthPrefixed()) : .number(try varint()))
    }

    // MARK: Values

    package func number(_ value: Value) throws(FormatFault) -> UInt64 {
        guard case .number(let number) = value else { throw FormatFault("bytes stand where a number should") }
        return number
    }

    package func signed(_ value: Value) throws(FormatFault) -> Int64 {
        let number = try number(value)
        return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
    }

    package func range(_ value: Value) throws(FormatFault) -> Range<Int> {
        guard case .bytes(let range) = value else { throw FormatFault("a number stands where bytes should") }
        return range
    }

    package func slice(_ value: Value) throws(FormatFault) -> ArraySlice<UInt8> { bytes[try range(value)] }

    package func text(_ value: Value) throws(FormatFault) -> String {
        String(decoding: try slice(value), as: UTF8.self)
    }

    /// A reader of the fields inside a field.
    package func message(_ value: Value) throws(FormatFault) -> FieldReader { FieldReader(bytes, try range(value)) }
}
