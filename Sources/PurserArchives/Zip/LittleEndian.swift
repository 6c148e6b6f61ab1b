/// Reads the numbers of a zip archive, lowest byte first.
struct LittleEndian {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// How many bytes are left.
    var count: Int { rest.count }

    /// The next bytes; `nil` when there are too few.
    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// The next number with the size of its type; `nil` when there are too few bytes.
    mutating func number<Value: FixedWidthInteger & UnsignedInteger>(_ type: Value.Type = Value.self) -> Value? {
        bytes(Value.bitWidth / 8)?.reversed().reduce(0) { $0 << 8 | Value($1) }
    }
}
