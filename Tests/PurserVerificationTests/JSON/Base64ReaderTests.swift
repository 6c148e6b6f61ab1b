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
    func url(text: String) { #expect(Base64Reader.bytes(Array(text.utf8), .url) == nil) }

    @Test(
        "The same holds with padding",
        arguments: ["QQ", "QR==", "QQ=", "QUJ=", "QUI", "=QQ=", "====", "QUJD=", "-_-_", "QUJD\n", "Q==="])
    func standard(text: String) { #expect(Base64Reader.bytes(Array(text.utf8), .standard) == nil) }

    @Test("Any other byte is refused at any place, whatever the length")
    func strangers() {
        let letters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        for count in [2, 3, 4, 6, 7, 8, 11, 12] {
            for place in 0..<count {
                for byte in UInt8.min...UInt8.max {
                    var text = [UInt8](repeating: UInt8(ascii: "A"), count: count)
                    text[place] = byte
                    let bytes = Base64Reader.bytes(text, .url)
                    guard letters.contains(byte) else {
                        #expect(bytes == nil, "\(byte) at \(place) of \(count)")
                        continue
                    }
                    // Of two or three characters, the last one's lowest bits are left over.
                    if let bytes { #expect(Data(bytes).urlAlphabet == text) }
                    #expect(bytes != nil || (place == count - 1 && count % 4 != 0))
                }
            }
        }
    }
}

extension Data {
    /// What Foundation makes of it, in the alphabet for addresses.
    fileprivate var urlAlphabet: [UInt8] {
        base64EncodedString().utf8.filter { $0 != UInt8(ascii: "=") }.map {
            $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0
        }
    }
}
