import Foundation
import Purser
import PurserTesting
import Testing

@testable import PurserFormats

@Suite("Property lists are read as Apple writes them")
struct PropertyListReadingTests {
    private func value(_ text: String) throws -> JSONValue {
        try JSONReader(Data(text.utf8), as: .propertyList, file: "a.plist").root.value
    }

    private func message(_ text: String) -> String? {
        let error = #expect(throws: ProductFileFailure.self) { try value(text) }
        return error?.description
    }

    @Test("XML: declarations, comments, attributes, references, sections, and every kind of element")
    func elements() throws {
        let text = """
            \u{FEFF}<?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <!-- all of them --><plist version="1.0"><dict>
            <key>a &amp; &#98;</key><string>&lt;<![CDATA[<&>]]>&#x1F331;\u{E9}<!-- none --></string>
            <key>i</key><array><integer>-7</integer><integer>0xFF</integer><integer>18446744073709551615</integer></array>
            <key>r</key><array><real>1.99</real><real>-1e-3</real><real>nan</real><integer>x</integer></array>
            <key>e</key><array><true/><false></false><string/><array/><dict/><data>AA==</data></array>
            <key>r</key><string>a second one</string>
            </dict></plist>
            """
        #expect(
            try value(text)
                == .object([
                    "a & b": .string("<<&>\u{1F331}\u{E9}"),
                    "i": .array([.number("-7"), .number("255"), .number("\(UInt64.max)")]),
                    "r": .array([
                        .number("1.99"),
                        .number("-0.001"),
                        .unreadable, .unreadable,
                    ]),
                    "e": .array([.bool(true), .bool(false), .string(""), .array([]), .object([:]), .unreadable]),
                ]))
        #expect(try value("<!DOCTYPE plist [<!ENTITY x \"y\">]><string>a</string>") == .string("a"))
    }

    @Test(
        "A mistake names line and column, and what is wrong",
        arguments: [
            ("<plist>\n <array><string>a</array></plist>", "2:18: <string> is not closed before this"),
            ("<plist><dict><string>a</string></dict></plist>", "1:14: a <key> is expected before <string>"),
            (
                "<plist><dict><key>a</key></dict></plist>",
                "1:26: </dict> closes nothing that is open, or a value is missing"
            ),
            ("<plist><array><set/></array></plist>", "1:15: <set> is not an element of a property list"),
            ("<plist><true/><true/></plist>", "1:15: there is a second value"),
            ("<plist><true/></plist><true/>", "1:23: there is a second value"),
            ("<plist><string>&x;</string></plist>", "1:16: this is not a character; write & as &amp;"),
            ("<plist><array>a</array></plist>", "1:15: there is text outside of an element"),
            ("<plist><array>", "1:15: it ends too early; close all elements"),
            ("<plist><!-- a", "1:8: what begins here is never closed"),
            ("<plist><string>a", "1:16: <string> is never closed"), ("<plist><arr", "1:8: this tag is never closed"),
            ("<plist></plist>", "1:16: it is empty"), ("<!ENTITY", "1:1: what begins here is never closed"),
        ])
    func mistakes(text: String, place: String) { #expect(message(text) == "a.plist:\(place)") }

    @Test("What Foundation's encoder writes of a tree, in XML and in binary form, is read as that tree")
    func roundTrips() throws {
        for seed in 0..<60 {
            var random = SeededGenerator(seed: UInt64(seed), purpose: "property lists")
            let tree = Tree.drawn(&random, depth: 4)
            for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
                let encoder = PropertyListEncoder()
                encoder.outputFormat = format
                let data = try encoder.encode(["root": tree])
                let read = try JSONReader(data, as: .propertyList, file: "tree.plist")
                #expect(read.root.value == .object(["root": tree.value]), "seed \(seed)")
            }
        }
    }

    @Test("A damaged binary property list is read or rejected, and never ends the program")
    func damaged() throws {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        for seed in 0..<20 {
            var random = SeededGenerator(seed: UInt64(seed), purpose: "damaged property lists")
            let whole = try encoder.encode(["root": Tree.drawn(&random, depth: 3)])
            for _ in 0..<200 {
                var bytes = [UInt8](whole)
                for _ in 0...random.index(below: 3) {
                    let index = 8 + random.index(below: bytes.count - 8)
                    bytes[index] = [0, 1, 0x7F, 0xFF, UInt8(random.index(below: 256))][random.index(below: 5)]
                }
                if random.index(below: 4) == 0 { bytes.removeLast(random.index(below: bytes.count)) }
                let outcome = Result { try JSONReader(Data(bytes), as: .propertyList, file: "damaged.plist") }
                if case .failure(let error) = outcome { #expect(error is ProductFileFailure) }
            }
        }
    }

    /// What Foundation's encoder is given.
    private indirect enum Tree: Encodable {
        case text(String)
        case flag(Bool)
        case whole(Int64)
        case real(Double)
        case list([Tree])
        case members([String: Tree])

        static func drawn(_ random: inout SeededGenerator, depth: Int) -> Tree {
            let count = [0, 1, 3, 20][random.index(below: 4)]
            switch random.index(below: depth == 0 ? 4 : 6) {
            case 0:
                return .text(
                    ["", "a", "b<&>\u{E9}", "\u{1F331}", String(repeating: "x", count: 300)][random.index(below: 5)])
            case 1: return .flag(random.index(below: 2) == 0)
            case 2: return .whole([0, 1, 255, 256, 70_000, 1 << 40, -1, .min, .max][random.index(below: 9)])
            case 3: return .real([0.5, 1.99, -3e-5, 12_345_678.25][random.index(below: 4)])
            case 4: return .list((0..<count).map { _ in drawn(&random, depth: depth - 1) })
            default:
                var members: [String: Tree] = [:]
                for index in 0..<count { members["key\(index)"] = drawn(&random, depth: depth - 1) }
                return .members(members)
            }
        }

        var value: JSONValue {
            switch self {
            case .text(let text): .string(text)
            case .flag(let flag): .bool(flag)
            case .whole(let number): .number("\(number)")
            case .real(let number): Decimal(string: "\(number)").map { .number("\($0)") } ?? .unreadable
            case .list(let elements): .array(elements.map(\.value))
            case .members(let members): .object(members.mapValues(\.value))
            }
        }

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .text(let text): try text.encode(to: encoder)
            case .flag(let flag): try flag.encode(to: encoder)
            case .whole(let number): try number.encode(to: encoder)
            case .real(let number): try number.encode(to: encoder)
            case .list(let elements): try elements.encode(to: encoder)
            case .members(let members): try members.encode(to: encoder)
            }
        }
    }
}
