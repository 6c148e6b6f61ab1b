#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A receipt with many rows, as long as the store's, and a signature that nobody checks.
enum LargeReceipt {
    static func make(rows: Int) -> Data {
        let fields = (0..<rows).flatMap { field(17, row($0)) }
        let payload = element(0x31, field(2, text("com.example.garden")) + fields)
        let data: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]
        let signedData: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
        let sha256 = element(0x30, [0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01])
        let rsa = element(0x30, [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01])
        let name = element(0x30, element(0x30, []) + number(1))
        let signer = element(0x30, number(1) + name + sha256 + rsa + element(0x04, [0]))
        let content = element(0x30, data + element(0xA0, element(0x04, payload)))
        let signed = number(1) + element(0x31, sha256) + content + element(0xA0, []) + element(0x31, signer)
        return Data(element(0x30, signedData + element(0xA0, element(0x30, signed))))
    }

    private static func row(_ index: Int) -> [UInt8] {
        let date = element(0x16, Array("2024-01-01T00:00:00Z".utf8))
        return element(
            0x31,
            field(1_701, number(1)) + field(1_702, text("com.example.garden.monthly"))
                + field(1_703, text("2000000\(100_000_000 + index)")) + field(1_704, date)
                + field(1_705, text("2000000335310644")) + field(1_706, date) + field(1_707, number(3))
                + field(1_708, date) + field(1_711, number(77)) + field(1_712, element(0x16, []))
                + field(1_713, number(0)) + field(1_719, number(0)))
    }

    private static func field(_ type: Int, _ value: [UInt8]) -> [UInt8] {
        element(0x30, number(type) + number(1) + element(0x04, value))
    }

    private static func text(_ text: String) -> [UInt8] { element(0x0C, Array(text.utf8)) }

    /// A number below 32,768.
    private static func number(_ value: Int) -> [UInt8] {
        element(0x02, value < 0x80 ? [UInt8(value)] : [UInt8(value >> 8), UInt8(value & 0xFF)])
    }

    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        guard content.count >= 0x80 else { return [tag, UInt8(content.count)] + content }
        var length: [UInt8] = []
        var rest = content.count
        while rest > 0 {
            length.insert(UInt8(rest & 0xFF), at: 0)
            rest >>= 8
        }
        return [tag, 0x80 | UInt8(length.count)] + length + content
    }
}
