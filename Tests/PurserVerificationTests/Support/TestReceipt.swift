import Foundation

@testable import PurserVerification

/// Writes receipts as the App Store and Xcode do, and in ways that neither does.
struct TestReceipt {
    /// One field: its number and the encoded value.
    typealias Field = (type: Int, value: [UInt8])

    var fields: [Field] = []
    var rows: [[Field]] = []

    /// A receipt of the sandbox with one row.
    static func sandbox(created: String = "2024-01-01T00:00:00Z") -> TestReceipt {
        TestReceipt(
            fields: [
                (0, TestDER.utf8("ProductionSandbox")), (1, TestDER.integer(1234)),
                (2, TestDER.utf8("com.example.garden")),
                (3, TestDER.utf8("12")), (4, [1, 2, 3, 4]), (5, [UInt8](repeating: 7, count: 20)),
                (12, TestDER.ia5(created)),
                (18, TestDER.ia5("2020-01-01T00:00:00Z")), (19, TestDER.utf8("1.0")), (21, TestDER.ia5("")),
                (20, TestDER.utf8("")),
            ],
            rows: [row("1001")])
    }

    static func row(_ id: String) -> [Field] {
        [
            (1701, TestDER.integer(2)), (1702, TestDER.utf8("garden.monthly")), (1703, TestDER.utf8(id)),
            (1704, TestDER.ia5("2023-12-01T00:00:00Z")), (1705, TestDER.utf8("1000")),
            (1706, TestDER.ia5("2023-12-01T00:00:01Z")), (1707, TestDER.integer(3)),
            (1708, TestDER.ia5("2024-01-01T01:00:00+01:00")),
            (1711, TestDER.integer(77)), (1712, TestDER.ia5("")), (1713, TestDER.integer(1)),
            (1719, TestDER.integer(0)),
            (1721, TestDER.utf8("spring")), (1716, [0x05, 0x00]),
        ]
    }

    /// What is signed.
    var payload: [UInt8] {
        let rows = self.rows.map { (17, Self.set($0)) }
        return Self.set(fields + rows)
    }

    private static func set(_ fields: [Field]) -> [UInt8] {
        TestDER.set(
            fields.flatMap {
                TestDER.sequence(TestDER.integer($0.type) + TestDER.integer(1) + TestDER.octets($0.value))
            })
    }
}

/// Writes DER, and BER with indefinite lengths.
enum TestDER {
    static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        guard content.count >= 0x80 else { return [tag, UInt8(content.count)] + content }
        var length: [UInt8] = []
        var rest = content.count
        while rest > 0 {
            length.insert(UInt8(truncatingIfNeeded: rest), at: 0)
            rest >>= 8
        }
        return [tag, 0x80 | UInt8(length.count)] + length + content
    }

    /// An element whose end is marked.
    static func endless(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag, 0x80] + content + [0, 0] }

    static func sequence(_ content: [UInt8]) -> [UInt8] { element(0x30, content) }
    static func set(_ content: [UInt8]) -> [UInt8] { element(0x31, content) }
    static func octets(_ content: [UInt8]) -> [UInt8] { element(0x04, content) }
    static func utf8(_ text: String) -> [UInt8] { element(0x0C, Array(text.utf8)) }
    static func ia5(_ text: String) -> [UInt8] { element(0x16, Array(text.utf8)) }

    static func integer(_ value: Int) -> [UInt8] {
        var bytes = [UInt8(truncatingIfNeeded: value)]
        var rest = value >> 8
        while rest > 0 || bytes[0] & 0x80 != 0 && rest == 0 && value > 0 {
            bytes.insert(UInt8(truncatingIfNeeded: rest), at: 0)
            rest >>= 8
        }
        return element(0x02, bytes)
    }
}

/// The container of a receipt, each part of which may be another one than the store's.
struct TestContainer {
    static let signedData: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
    static let data: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]
    static let sha1 = TestDER.sequence([0x06, 0x05, 0x2B, 0x0E, 0x03, 0x02, 0x1A, 0x05, 0x00])
    static let sha256 = TestDER.sequence(
        [0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05, 0x00])
    static let rsa = TestDER.sequence([0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00])

    var payload: [UInt8]
    var certificates: [[UInt8]] = []
    var version = 1
    var digest = Self.sha256
    var signerDigest: [UInt8]?
    var algorithm = Self.rsa
    var signer: [UInt8] = TestDER.sequence([]) + TestDER.integer(1)
    var attributes: [UInt8] = []
    var signature: [UInt8] = [UInt8](repeating: 0, count: 256)
    var signers = 1
    /// How many bytes each piece of a content in pieces has; two pieces unless it is said.
    var pieceSize: Int?

    /// Definite lengths, as the App Store writes them.
    var bytes: [UInt8] { bytes(wrap: TestDER.element, content: TestDER.octets(payload)) }

    /// Marked ends and a content in pieces, as Xcode writes them.
    var endlessBytes: [UInt8] {
        let size = pieceSize ?? max(1, (payload.count + 1) / 2)
        let pieces = stride(from: 0, to: payload.count, by: size).flatMap {
            TestDER.octets(Array(payload[$0..<min($0 + size, payload.count)]))
        }
        return bytes(wrap: TestDER.endless, content: TestDER.endless(0x24, pieces))
    }

    private func bytes(wrap: (UInt8, [UInt8]) -> [UInt8], content: [UInt8]) -> [UInt8] {
        let info = TestDER.sequence(
            TestDER.integer(1) + TestDER.sequence(signer) + (signerDigest ?? digest) + attributes + algorithm
                + TestDER.octets(signature))
        let signed =
            TestDER.integer(version) + TestDER.set(digest) + wrap(0x30, Self.data + wrap(0xA0, content))
            + TestDER.element(0xA0, certificates.flatMap { $0 })
            + TestDER.set((0..<signers).flatMap { _ in info })
        return wrap(0x30, Self.signedData + wrap(0xA0, wrap(0x30, signed)))
    }
}
