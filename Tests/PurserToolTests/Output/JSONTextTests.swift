import Foundation
import Testing

@testable import PurserTool

@Suite("JSON lines")
struct JSONTextTests {
    @Test(
        "Any text comes back from a JSON reader as it was, and stays on one line",
        arguments: [
            "", "plain", "\"quoted\" \\ back", "line\nbreak\r\ttab", "\u{0}\u{1}\u{1F}\u{7F}", "é 日本 👩‍👩‍👧",
            "\u{2028}\u{2029}", "\u{80}\u{9B}", "a\u{202E}b\u{2066}c\u{200F}\u{61C}",
            "e\u{301}",
        ])
    func strings(_ text: String) throws {
        let line = JSONText.line("t", ["text": text]).text
        #expect(!line.contains { $0.isNewline })
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String])
        #expect(object["text"].map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
    }

    @Test(
        "What turns the direction of writing, or steers a terminal, reaches none: neither in lines nor in JSON",
        arguments: [
            "\u{61C}", "\u{200E}", "\u{200F}", "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}", "\u{2066}",
            "\u{2067}", "\u{2068}", "\u{2069}", "\u{7F}", "\u{9B}", "\u{1B}",
        ] as [Unicode.Scalar])
    func steering(scalar: Unicode.Scalar) {
        let text = "a\(Character(scalar))b"
        #expect(Line.single(text) == "a?b")
        #expect(!JSONText.line("t", [text: text]).text.unicodeScalars.contains(scalar))
    }

    @Test("Members keep their order, and numbers their digits")
    func order() throws {
        let price = try #require(Decimal(string: "0.10"))
        let value = JSONText.line(
            "x", ["b": price, "a": JSONText.null, "c": JSONText.array([.bool(true), .number("-3")])])
        #expect(value.text == #"{"type":"x","b":0.1,"a":null,"c":[true,-3]}"#)
    }

    @Test("Colour only on a terminal whose user wants it")
    func color() {
        #expect(Style.fitting(isTerminal: true, environment: [:]).usesColor)
        #expect(Style.fitting(isTerminal: true, environment: ["NO_COLOR": ""]).usesColor)
        #expect(!Style.fitting(isTerminal: true, environment: ["NO_COLOR": "1"]).usesColor)
        #expect(!Style.fitting(isTerminal: true, environment: ["TERM": "dumb"]).usesColor)
        #expect(!Style.fitting(isTerminal: false, environment: [:]).usesColor)
        #expect(Style.plain.heading("a") == "a")
    }

    @Test("A complaint is one line whatever it is made of")
    func oneLine() {
        #expect(Line.single("a\nb\r\nc\u{1B}[2Jd\u{7}") == "a b c?[2Jd?")
    }
}
