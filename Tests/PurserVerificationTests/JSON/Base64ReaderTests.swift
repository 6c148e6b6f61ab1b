import Foundation
import Testing

@testable import PurserVerification

@Suite("Base64 without two spellings")
struct Base64ReaderTests {
    @Test("What an encoder writes is read, whatever the length")
    func reading() {
        for count in 0..<70 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + count) }
            let text = Data(bytes).base64EncodedString()
            #expect(Base64Reader.bytes(Array(text.utf8), .standard) == bytes)
            let url = text.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
                .replacingOccurrences(of: "=", with: "")
            #expect(Base64Reader.bytes(Array(url.utf8), .url) == bytes)
        }
    }

    @Test(
        "Another spelling of the same bytes is refused: padding, blanks, the other alphabet, bits that are left over",
        arguments: ["QQ==", "QR", "QQ ", "Q", "QUI=", "QUJ", "-_+/", "Q\n", "QQ=", "QQQQQ", "é"])
    func url(text: String) {
        #expect(Base64Reader.bytes(Array(text.utf8), .url) == nil)
    }

    @Test(
        "The same holds with padding",
        arguments: ["QQ", "QR==", "QQ=", "QUJ=", "QUI", "=QQ=", "====", "QUJD=", "-_-_", "QUJD\n", "Q==="])
    func standard(text: String) {
        #expect(Base64Reader.bytes(Array(text.utf8), .standard) == nil)
    }
}
