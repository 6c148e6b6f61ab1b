import Foundation
import Testing

@testable import Purser

@Suite("What a file costs follows its size")
struct JSONLimitTests {
    /// A binary property list of `levels` arrays, each of which lists the next one `width` times; the innermost lists a text.
    private func shared(levels: Int, width: Int) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [Int] = []
        for level in 0..<levels {
            offsets.append(bytes.count)
            bytes += [0xAF, 0x10, UInt8(width)] + [UInt8](repeating: UInt8(level + 1), count: width)
        }
        offsets.append(bytes.count)
        bytes += [0x51, UInt8(ascii: "a")]
        let table = bytes.count
        for offset in offsets { bytes += [UInt8(offset >> 8), UInt8(offset & 0xFF)] }
        bytes += [0, 0, 0, 0, 0, 0, 2, 1]
        for number in [offsets.count, 0, table] {
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * (7 - $0))) }
        }
        return bytes
    }

    @Test("A property list whose arrays are listed again and again is given up after as many values as it has bytes")
    func sharedArrays() {
        let bytes = shared(levels: 20, width: 90)
        #expect(bytes.count < 2_000)
        let error = #expect(throws: ProductFileError.self) {
            try JSONReader(Data(bytes), as: .propertyList, file: "shared.plist")
        }
        #expect(error?.code == .tooLarge && error?.message == "it has more than \(bytes.count) values")
    }

    @Test("A property list whose texts are listed again and again, as Apple's writer does, is read")
    func sharedTexts() throws {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        let texts = [String](repeating: "garden", count: 5_000)
        let read = try JSONReader(try encoder.encode(texts), as: .propertyList, file: "texts.plist")
        #expect(read.root.value == .array(texts.map { .string($0) }))
        #expect(
            try JSONReader(Data(shared(levels: 1, width: 90)), as: .propertyList, file: "a").root.value
                == .array([JSONValue](repeating: .string("a"), count: 90)))
    }

    @Test("A property list has at most 100,000 values")
    func listed() {
        let xml = "<plist><array>\(String(repeating: "<true/>", count: JSONValue.maximumListedCount))</array></plist>"
        let error = #expect(throws: ProductFileError.self) {
            try JSONReader(Data(xml.utf8), as: .propertyList, file: "many.plist")
        }
        #expect(error?.code == .tooLarge && error?.message == "it has more than 100000 values")
    }

    @Test("The largest JSON of any kind of value is read or told as too large, byte by byte, whatever its values are")
    func everyKind() {
        for value in ["{}", "[]", "\"\"", "null", "true", "1e9", "\"\\u00e9\"", "{\"a\":\"b\"}"] {
            let count = min(JSONValue.maximumCount / 2 - 1, 400_000 / (value.utf8.count + 1))
            let text = "[\(Array(repeating: value, count: count).joined(separator: ","))]"
            var scan = JSONScan(Array(text.utf8))
            let read = try? scan.value()
            guard case .array(let elements)? = read else {
                Issue.record("\(value)")
                continue
            }
            #expect(elements.count == count && Set(elements).count == 1 && scan.index == text.utf8.count)
        }
    }

    @Test(
        "Escapes, numbers and words are read strictly; a value that cannot be is told as unreadable, and costs itself alone"
    )
    func scalars() throws {
        func value(_ text: String) throws -> JSONValue {
            try JSONReader(Data(text.utf8), as: .json, file: "scalars.json").root.value
        }
        #expect(try value(#""\u00e9\ud83c\udf31\n\"\\\/""#) == .string("\u{E9}\u{1F331}\n\"\\/"))
        for text in [#""\ud83c""#, #""\udf31x""#, #""\ud83c\u0041""#, #""\x""#, #""\u00g0""#, "1e999"] {
            #expect(try value("[\(text),1]") == .array([.unreadable, .number(1)]), "\(text)")
        }
        for text in ["01", "+1", "1.", ".5", "1e", "-", "1.2.3", "--1", "NaN", "tru", "truee", "nul"] {
            #expect(throws: ProductFileError.self, "\(text)") { try value("[\(text)]") }
        }
        #expect(
            try value("[-0.5e-1,0,120E+2]")
                == .array([.number(Decimal(string: "-0.05") ?? 0), .number(0), .number(12_000)]))
        #expect(try value(String(repeating: "9", count: 300)) == .unreadable)
        let invalid = Data("[\"".utf8) + [0xC3, 0x28] + Data("\"]".utf8)
        #expect(try JSONReader(invalid, as: .json, file: "a").root.value == .array([.unreadable]))
    }

    @Test("Two spellings of one key are one key, and the first one counts")
    func spellings() throws {
        let read = try JSONReader(Data(#"{"a":1,"\u0061":2}"#.utf8), as: .json, file: "keys.json")
        #expect(read.root.value == .object(["a": .number(1)]))
        #expect(read.log.diagnostics.map(\.path) == ["$.a"])
    }

    @Test("A key of a single endless character makes no path longer than a line, however many values are below it")
    func paths() throws {
        let key = "e" + String(repeating: "\u{301}", count: 100_000)
        let list = "[\(Array(repeating: "7", count: 20_000).joined(separator: ","))]"
        let read = try JSONReader(Data("{\"\(key)\":\(list)}".utf8), as: .json, file: "keys.json")
        var log = read.log
        let nodes = read.root.object(&log)?.elements(key, &log) ?? []
        #expect(nodes.count == 20_000 && nodes.reduce(0) { $0 + $1.path.utf8.count } < 20_000 * 100)
    }
}
