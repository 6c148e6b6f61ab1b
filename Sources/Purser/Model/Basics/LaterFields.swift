/// The fields of a record that a later version wrote, as they were written: they are kept unread, and written again.
package struct LaterFields: Sendable, Hashable {
    /// The fields, one after the other.
    package internal(set) var bytes: [UInt8] = []

    /// No fields.
    package init() {}

    /// Whether there are none.
    package var isEmpty: Bool { bytes.isEmpty }

    /// Adds a field that is a number.
    package mutating func add(_ field: UInt64, _ number: UInt64) {
        varint(field << 1)
        varint(number)
    }

    /// Adds a field that is bytes.
    package mutating func add(_ field: UInt64, bytes content: UnsafeRawBufferPointer) {
        varint(field << 1 | 1)
        varint(UInt64(content.count))
        bytes += content
    }

    private mutating func varint(_ value: UInt64) {
        var value = value
        while value >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
            value >>= 7
        }
        bytes.append(UInt8(value))
    }
}
