import Foundation
import Testing

@testable import PurserVerification

@Suite("The three parts of a compact JWS")
struct CompactJWSTests {
    private func text(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }

    @Test("The dots are found wherever they stand")
    func places() throws {
        for name in 0..<24 {
            let header = text(Array(#"{"kid":"\#(String(repeating: "k", count: name))"}"#.utf8))
            for length in 1..<24 {
                let payload = [UInt8](repeating: 0xFB, count: length)
                let jws = try CompactJWS("\(header).\(text(payload)).\(text([1, 2]))")
                #expect(jws.header.keyID?.utf8.count == name)
                #expect(jws.payload == Data(payload) && jws.signature == Data([1, 2]))
            }
        }
    }

    @Test("One dot too few or too many is refused, wherever it stands")
    func dots() throws {
        let header = text(Array(#"{"kid":"some key"}"#.utf8))
        let good = "\(header).\(text(Array(repeating: 7, count: 40))).\(text(Array(repeating: 9, count: 64)))"
        _ = try CompactJWS(good)
        for place in 0...good.utf8.count {
            var changed = Array(good.utf8)
            changed.insert(UInt8(ascii: "."), at: place)
            #expect(throws: SignedDataFailure.self) { try CompactJWS(String(decoding: changed, as: UTF8.self)) }
            // Of the bytes that differ from a dot by little, none is one.
            guard place < good.utf8.count, good.utf8[good.utf8.index(good.utf8.startIndex, offsetBy: place)] == 0x2E
            else { continue }
            for other in [UInt8](arrayLiteral: 0x2F, 0x2D, 0x2C, 0x2A, 0x6E, 0x0E) {
                changed = Array(good.utf8)
                changed[place] = other
                #expect(throws: SignedDataFailure.self) { try CompactJWS(String(decoding: changed, as: UTF8.self)) }
            }
        }
    }
}
