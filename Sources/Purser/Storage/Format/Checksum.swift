/// CRC-32C (Castagnoli, as in iSCSI and ext4): detects every error of up to 32 bits in a row, but no deliberate change.
package struct Checksum: Sendable {
    private var register: UInt32 = .max

    /// The checksum of nothing.
    package init() {}

    /// The checksum of everything that was added.
    package var value: UInt32 { ~register }

    /// Adds a number, lowest byte first.
    package mutating func add(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { for byte in $0 { add(byte) } }
    }

    private mutating func add(_ byte: UInt8) {
        register = Self.tables[Int(UInt8(truncatingIfNeeded: register) ^ byte)] ^ (register >> 8)
    }

    /// Adds bytes: eight at a time, by eight tables ("slicing by 8").
    mutating func add(_ raw: UnsafeRawBufferPointer) {
        let whole = raw.count & ~7
        var sum = register
        Self.tables.withUnsafeBufferPointer { tables in
            var offset = 0
            while offset < whole {
                let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                let (low, high) = (UInt32(truncatingIfNeeded: word) ^ sum, UInt32(truncatingIfNeeded: word >> 32))
                sum = tables[0x700 | Int(low & 0xFF)] ^ tables[0x600 | Int(low >> 8 & 0xFF)]
                sum ^= tables[0x500 | Int(low >> 16 & 0xFF)] ^ tables[0x400 | Int(low >> 24)]
                sum ^= tables[0x300 | Int(high & 0xFF)] ^ tables[0x200 | Int(high >> 8 & 0xFF)]
                sum ^= tables[0x100 | Int(high >> 16 & 0xFF)] ^ tables[Int(high >> 24)]
                offset += 8
            }
        }
        register = sum
        for byte in raw[whole...] { add(byte) }
    }

    private static let tables: [UInt32] = {
        var tables: [UInt32] = (0..<256).map { index in
            (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0x82F6_3B78 ^ (value >> 1) : value >> 1 }
        }
        for slice in 1..<8 {
            for index in 0..<256 {
                let before = tables[(slice - 1) << 8 | index]
                tables.append(tables[Int(before & 0xFF)] ^ (before >> 8))
            }
        }
        return tables
    }()
}
