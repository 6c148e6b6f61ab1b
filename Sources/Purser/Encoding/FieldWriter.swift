/// A value with the fields of a record.
protocol FieldMessage {
    /// Writes its fields, without those that have their usual values.
    func write(to writer: inout FieldWriter)
}

/// Writes records: numbers in as few bytes as possible, and fields with their numbers.
///
/// A field is a key (its number shifted left by one, lowest bit 1 when bytes follow), then a number, or a length and
/// bytes. It writes into memory that its caller keeps; bytes that do not fit are only counted.
package struct FieldWriter {
    private let room: UnsafeMutableRawBufferPointer
    /// The offset of the next byte; beyond the end of the memory when that is too small.
    package private(set) var end: Int

    /// Writes from an offset on.
    package init(_ room: UnsafeMutableRawBufferPointer, at end: Int) {
        self.room = room
        self.end = end
    }

    private mutating func byte(_ byte: UInt8) {
        if end < room.count { room[end] = byte }
        end += 1
    }

    /// Writes seven bits per byte, lowest first; the top bit is set when more bytes follow.
    package mutating func varint(_ value: UInt64) {
        var value = value
        while value >= 0x80 {
            byte(UInt8(truncatingIfNeeded: value) | 0x80)
            value >>= 7
        }
        byte(UInt8(value))
    }

    private mutating func lengthPrefixed(_ bytes: UnsafeRawBufferPointer) {
        varint(UInt64(bytes.count))
        let start = end
        end += bytes.count
        guard end <= room.count else { return }
        UnsafeMutableRawBufferPointer(rebasing: room[start..<end]).copyMemory(from: bytes)
    }

    /// Writes a number.
    package mutating func field(_ number: UInt64, _ value: UInt64) {
        varint(number << 1)
        varint(value)
    }

    /// Writes a signed number: the sign moves to the lowest bit, so that small negative ones stay short.
    package mutating func field(_ number: UInt64, signed value: Int64) {
        field(number, UInt64(bitPattern: (value << 1) ^ (value >> 63)))
    }

    /// Writes a text.
    package mutating func field(_ number: UInt64, _ text: String) {
        var text = text
        varint(number << 1 | 1)
        text.withUTF8 { lengthPrefixed(UnsafeRawBufferPointer($0)) }
    }

    /// Writes bytes.
    package mutating func field(_ number: UInt64, bytes: [UInt8]) {
        varint(number << 1 | 1)
        bytes.withUnsafeBytes { lengthPrefixed($0) }
    }

    mutating func field(_ number: UInt64, bytes: UnsafeRawBufferPointer) {
        varint(number << 1 | 1)
        lengthPrefixed(bytes)
    }

    /// Writes a number as eight bytes, lowest first.
    mutating func word(_ value: UInt64) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) { byte(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    /// Writes a field as it was read.
    mutating func field(_ number: UInt64, _ value: FieldReader.Value) {
        switch value {
        case .number(let value): field(number, value)
        case .bytes(let start, let count): field(number, bytes: UnsafeRawBufferPointer(start: start, count: count))
        }
    }

    /// Writes encoded fields unchanged.
    mutating func raw(_ fields: [UInt8]) {
        let start = end
        end += fields.count
        guard end <= room.count else { return }
        UnsafeMutableRawBufferPointer(rebasing: room[start..<end]).copyBytes(from: fields)
    }

    /// A field whose bytes are fields.
    package mutating func message(_ number: UInt64, _ body: (inout FieldWriter) -> Void) {
        varint(number << 1 | 1)
        lengthPrefixed(body)
    }

    /// Writes the output of `body`, with its length before it.
    package mutating func lengthPrefixed(_ body: (inout FieldWriter) -> Void) {
        let start = end
        // Nearly all lengths are one byte; for a longer one, the written bytes move up.
        end += 1
        body(&self)
        let length = end - start - 1
        if length >= 0x80 { makeRoom(at: start + 1, Self.size(of: UInt64(length)) - 1) }
        var front = FieldWriter(room, at: start)
        front.varint(UInt64(length))
    }

    mutating func message(_ number: UInt64, _ value: some FieldMessage) {
        message(number) { value.write(to: &$0) }
    }

    mutating func field(_ number: UInt64, _ time: Timestamp) { field(number, signed: time.milliseconds) }

    private mutating func makeRoom(at start: Int, _ count: Int) {
        if end + count <= room.count {
            let moved = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(room)[start..<end])
            UnsafeMutableRawBufferPointer(rebasing: room[(start + count)..<(end + count)]).copyMemory(from: moved)
        }
        end += count
    }

    private static func size(of number: UInt64) -> Int { (70 - (number | 1).leadingZeroBitCount) / 7 }

    /// Calls `use` with the bytes that `body` writes; `body` is called twice if they are many.
    static func bytes<Result>(
        of body: (inout FieldWriter) -> Void, _ use: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        var end = 0
        // Nearly all values fit into memory that needs no allocation.
        let result = withUnsafeTemporaryAllocation(byteCount: 1_024, alignment: 1) { room -> Result? in
            end = write(body, into: room)
            return end <= room.count ? use(UnsafeRawBufferPointer(rebasing: room[..<end])) : nil
        }
        if let result { return result }
        var bytes = [UInt8](repeating: 0, count: end)
        end = bytes.withUnsafeMutableBytes { write(body, into: $0) }
        return bytes.withUnsafeBytes { use(UnsafeRawBufferPointer(rebasing: $0[..<end])) }
    }

    private static func write(_ body: (inout FieldWriter) -> Void, into room: UnsafeMutableRawBufferPointer) -> Int {
        var writer = FieldWriter(room, at: 0)
        body(&writer)
        return writer.end
    }
}
