import Foundation
import Purser
import PurserTesting
import Testing

@testable import PurserFormats

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
        let error = #expect(throws: ProductFileFailure.self) {
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

    @Test("A property list has at most 500,000 values, as JSON has")
    func listed() {
        let error = #expect(throws: ProductFileFailure.self) {
            let bytes = flat(JSONValue.maximumCount)
            _ = try JSONReader(Data(bytes), as: .propertyList, file: "many.plist")
        }
        #expect(error?.code == .tooLarge && error?.message == "it has more than 500000 values")
    }

    /// A binary property list of one array that lists `true` so many times.
    private func flat(_ width: Int) -> [UInt8] {
        func number(_ value: Int, _ size: Int) -> [UInt8] {
            (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
        }
        let objects =
            Array("bplist00".utf8) + [0x09, 0xAF, 0x12] + number(width, 4) + [UInt8](repeating: 0, count: width)
        let trailer = [0, 0, 0, 0, 0, 0, 1, 1] + number(2, 8) + number(1, 8) + number(objects.count, 8)
        return objects + [8, 9] + trailer
    }

    @Test("The texts of a property list that lists one text again and again have at most 4 MiB together")
    func sharedLongText() throws {
        func list(_ length: Int, _ width: Int) -> [UInt8] {
            let head = Array("bplist00".utf8) + [0xAF, 0x10, UInt8(width)] + [UInt8](repeating: 1, count: width)
            let text = [0x5F, 0x12, 0, UInt8(length >> 16), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF)]
            let objects = head + text + [UInt8](repeating: UInt8(ascii: "a"), count: length)
            let table = [8, UInt8(head.count)]
            let place = (0..<8).map { UInt8(truncatingIfNeeded: objects.count >> (8 * (7 - $0))) }
            return objects + table + [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 2] + [UInt8](repeating: 0, count: 8)
                + place
        }
        #expect(throws: Never.self) { try JSONReader(Data(list(1 << 20, 4)), as: .propertyList, file: "a") }
        let error = #expect(throws: ProductFileFailure.self) {
            try JSONReader(Data(list(1 << 20, 200)), as: .propertyList, file: "a")
        }
        #expect(error?.code == .tooLarge && error?.message == "its texts have more than 4 MiB")
    }

    @Test(
        "The time of a property list follows its size, and not its size times its depth",
        arguments: ["<true/>", "<date>2020-01-01T00:00:00Z</date>", "<array/>", "<string>a</string>"])
    func nested(value: String) throws {
        func duration(depth: Int) throws -> Duration {
            let values = String(repeating: value, count: 20_000)
            let text =
                "<plist>" + String(repeating: "<array>", count: depth) + values
                + String(repeating: "</array>", count: depth) + "</plist>"
            let begun = processorTime()
            _ = try JSONReader(Data(text.utf8), as: .propertyList, file: "deep.plist")
            return processorTime() - begun
        }
        // Foundation's decoder takes some twenty times as long; a busy machine may double a measurement.
        #expect(try (0..<4).contains { _ in try duration(depth: 60) / duration(depth: 1) < 4 })
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

    @Test("A text of escapes alone takes a time that follows its length", arguments: ["\\n", "\\u00e9", "\\n\u{E9}"])
    func escapes(escape: String) throws {
        func duration(_ count: Int) throws -> Duration {
            let text = "\"\(String(repeating: escape, count: count))\""
            let begun = processorTime()
            _ = try JSONReader(Data(text.utf8), as: .json, file: "long.json")
            return processorTime() - begun
        }
        // Copied at each escape, eight times the length would take sixty times as long.
        #expect(try (0..<4).contains { _ in try duration(400_000) / duration(50_000) < 20 })
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
            #expect(try value("[\(text),1]") == .array([.unreadable, .number("1")]), "\(text)")
        }
        for text in ["01", "+1", "1.", ".5", "1e", "-", "1.2.3", "--1", "NaN", "tru", "truee", "nul"] {
            #expect(throws: ProductFileFailure.self, "\(text)") { try value("[\(text)]") }
        }
        #expect(try value("[-0.5e-1,0,120E+2]") == .array([.number("-0.5e-1"), .number("0"), .number("120E+2")]))
        #expect(try value("-0.5e-1").decimal == Decimal(string: "-0.05"))
        #expect(try value(String(repeating: "9", count: 300)) == .unreadable)
        let invalid = Data("[\"".utf8) + [0xC3, 0x28] + Data("\"]".utf8)
        #expect(try JSONReader(invalid, as: .json, file: "a").root.value == .array([.unreadable]))
    }

    @Test("Two spellings of one key are one key, and the first one counts")
    func spellings() throws {
        let read = try JSONReader(Data(#"{"a":1,"\u0061":2}"#.utf8), as: .json, file: "keys.json")
        #expect(read.root.value == .object(["a": .number("1")]))
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
