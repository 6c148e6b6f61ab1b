/// Writes records: numbers in as few bytes as they need, and fields that say which they are.
///
/// A field is a key (number shifted left by one, lowest bit 1 when bytes follow), then a number, or a length and bytes.
/// Readers pass over fields that they do not know, so later versions may add some.
package struct FieldWriter: Sendable {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// Seven bits a byte, lowest first; the top bit says that more follow.
    package mutating func varint(_ value: UInt64) {
        var value = value
        while value >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
            value >>= 7
        }
        bytes.append(UInt8(value))
    }

    package mutating func field(_ number: UInt64, _ value: UInt64) {
        varint(number << 1)
        varint(value)
    }

    /// A signed number: the sign moves to the lowest bit, so that small negative ones stay short.
    package mutating func field(_ number: UInt64, signed value: Int64) {
        field(number, UInt64(bitPattern: (value << 1) ^ (value >> 63)))
    }

    package mutating func field(_ number: UInt64, _ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            varint(number << 1 | 1)
            varint(UInt64(utf8.count))
            bytes.append(contentsOf: utf8)
        }
    }

    package mutating func field(_ number: UInt64, bytes content: some Collection<UInt8>) {
        varint(number << 1 | 1)
        varint(UInt64(content.count))
        bytes.append(contentsOf: content)
    }

    /// A field whose bytes are fields again.
    package mutating func message(_ number: UInt64, _ body: (inout FieldWriter) -> Void) {
        varint(number << 1 | 1)
        lengthPrefixed(body)
    }

    /// Writes what `body` writes, with its length in front.
    package mutating func lengthPrefixed(_ body: (inout FieldWriter) -> Void) {
        let start = bytes.count
        body(&self)
        var length = FieldWriter()
        length.varint(UInt64(bytes.count - start))
        bytes.insert(contentsOf: length.bytes, at: start)
    }

    package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }
}
