import Foundation
import Purser
import PurserFormats
import Testing

@testable import PurserVerification

@Suite("Signed JSON")
struct SignedJSONReaderTests {
    private func read(_ text: String) throws(JSONScan.Mistake) -> [String: JSONValue] {
        try SignedJSONReader.object(Array(text.utf8))
    }

    @Test("Values are read as they were written, numbers by their digits")
    func values() throws {
        let members = try read(
            #" {"a":[1,-0.5e+3,true,false,null],"b":{"c":"\u00e9\n\ud83c\udf31\/ü"},"d":9007199254740993} "#)
        #expect(
            members == [
                "a": .array([.number("1"), .number("-0.5e+3"), .bool(true), .bool(false), .null]),
                "b": .object(["c": .string("é\n🌱/ü")]), "d": .number("9007199254740993"),
            ])
    }

    @Test("What is written is read again as the same", arguments: ["é\"\\\n\u{1}🌱", "", "/"])
    func writing(text: String) throws {
        let value: [String: JSONValue] = [
            text: .array([.string(text), .null, .bool(true), .number("1.50"), .object([:])])
        ]
        #expect(try read(JSONValue.object(value).text) == value)
    }

    @Test(
        "What has two meanings, or none, is refused",
        arguments: [
            "", "[]", "1", "{", "{}x", "{}{}", #"{"a":1,}"#, #"{"a":1,"a":2}"#, #"{"a":{"b":1,"\u0062":1}}"#, "{a:1}",
            #"{"a" 1}"#, #"{"a":01}"#, #"{"a":1.}"#, #"{"a":.5}"#, #"{"a":+1}"#, #"{"a":1e}"#, #"{"a":NaN}"#,
            #"{"a":tru}"#, #"{"a":"}"#, #"{"a":"\x"}"#, #"{"a":"\ud83c"}"#, #"{"a":"\ud83cx"}"#, #"{"a":"\udf31"}"#,
            #"{"a":"\u00g0"}"#, #"{"a":"\u00"#, "{\"a\":\"\n\"}", #"{"a":[1,]}"#, #"{"a":[1 2]}"#, #"{"a":1}/**/"#,
            "\u{FEFF}{}", #"{"a":"# + String(repeating: "1", count: 65) + "}",
        ])
    func rejected(text: String) {
        #expect(throws: JSONScan.Mistake.self) { try read(text) }
    }

    @Test("Text that is not UTF-8 is refused, with and without an escape before it")
    func encoding() {
        for prefix in [#"{"a":""#, #"{"a":"\n"#] {
            #expect(throws: JSONScan.Mistake.self) {
                try SignedJSONReader.object(Array(prefix.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8))
            }
        }
    }

    @Test("A mark of the byte order is a character as any other: it is not dropped, and a key with it is another key")
    func byteOrder() throws {
        #expect(try read("{\"\u{FEFF}a\":\"\u{FEFF}b\"}") == ["\u{FEFF}a": .string("\u{FEFF}b")])
        #expect(try read(#"{"\uFEFFa":"\n\#u{FEFF}b"}"#) == ["\u{FEFF}a": .string("\n\u{FEFF}b")])
        #expect(try read("{\"a\":1,\"\u{FEFF}a\":2}").count == 2)
        let payload = try TransactionPayload(json: Data("{\"\u{FEFF}transactionId\":\"1\"}".utf8))
        #expect(payload.transactionID == nil)
        let value: [String: JSONValue] = ["\u{FEFF}": .string("\u{FEFF}\u{FEFF}")]
        #expect(try read(JSONValue.object(value).text) == value)
    }

    @Test("Nesting, values and bytes are limited")
    func limits() throws {
        func nested(_ depth: Int) -> String {
            #"{"a":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
        }
        #expect(try read(nested(31)).count == 1)
        #expect(throws: JSONScan.Mistake.self) { try read(nested(32)) }
        #expect(throws: JSONScan.Mistake.self) { try read(nested(300_000)) }
        let many = #"{"a":["# + String(repeating: "1,", count: 50_000) + "1]}"
        #expect(throws: JSONScan.Mistake.self) { try read(many) }
        let long = #"{"a":""# + String(repeating: "x", count: 1 << 20) + #""}"#
        #expect(throws: JSONScan.Mistake.self) { try read(long) }
        let digits = #"{"a":"# + String(repeating: "1", count: 65) + "}"
        for text in [nested(32), many, long, digits] {
            let error = #expect(throws: SignedDataFailure.self) { try TransactionPayload(json: Data(text.utf8)) }
            #expect(error?.code == .tooLarge && error?.isForgery == false && error?.message.contains("limit") == true)
        }
        let broken = #expect(throws: SignedDataFailure.self) { try TransactionPayload(json: Data("{".utf8)) }
        #expect(broken?.code == .malformed && broken?.isForgery == true)
    }
}
