import Foundation
import Purser
import PurserFormats
import Testing

@Suite("The one reader of files made by hand")
struct JSONReaderTests {
    private func reader(_ text: String, as format: JSONReader.Format = .json) throws -> JSONReader {
        try JSONReader(Data(text.utf8), as: format, file: "Garden.storekit")
    }

    private func error(_ text: String, as format: JSONReader.Format = .json) -> ProductFileFailure? {
        #expect(throws: ProductFileFailure.self) { try reader(text, as: format) }
    }

    @Test("Numbers are the decimals that were written")
    func exactNumbers() throws {
        let numbers = ["0.1", "4.35", "1234567890123456789012345678901234567", "-0.00000000000000000001"]
        let read = try reader("[\(numbers.joined(separator: ","))]")
        var log = read.log
        let decimals = read.root.elements(&log).map(\.value.decimal)
        #expect(decimals == numbers.map { Decimal(string: $0) })
    }

    @Test(
        "A mistake names file, line, column and key",
        arguments: [
            (
                #"{"products":[{"productID":"a"},{"displayPrice":yes}]}"#,
                "Garden.storekit:1:48: $.products[1].displayPrice"
            ),
            ("{\n  \"a\": {\"b c\": [1, 2 3]}\n}", "Garden.storekit:2:22: $.a['b c'][1]"),
            (#"{"a":1,}"#, "Garden.storekit:1:8"), ("[1,]", "Garden.storekit:1:4: $[1]"), ("]", "Garden.storekit:1:1"),
        ])
    func places(text: String, place: String) {
        let error = error(text)
        #expect(error?.code == .invalidFormat)
        #expect(error?.description == "\(place): \(error?.message ?? "")")
    }

    @Test("A key that an object has twice is told with its path, and the first one counts")
    func repeatedKeys() throws {
        let reader = try reader(#"{"a":[{"b":1,"c":2,"b":3},{"b":4}],"b":5,"a":6}"#)
        #expect(reader.log.diagnostics.map(\.path) == ["$.a[0].b", "$.a"])
        #expect(reader.log.diagnostics.allSatisfy { $0.severity == .warning && $0.file == "Garden.storekit" })
        let first: JSONValue = .object(["b": .number("1"), "c": .number("2")])
        #expect(reader.root.value == .object(["a": .array([first, .object(["b": .number("4")])]), "b": .number("5")]))
    }

    @Test("Thousands of repeated keys under long names cost neither time nor room")
    func manyRepeatedKeys() throws {
        let key = String(repeating: "k", count: 100_000)
        let object = "{\(Array(repeating: "\"a\":1", count: 50_000).joined(separator: ","))}"
        let reader = try reader(
            String(repeating: "{\"\(key)\":", count: 20) + object + String(repeating: "}", count: 20))
        #expect(reader.log.diagnostics.count == FileDiagnosticLog.limit + 1)
        #expect(reader.log.diagnostics.allSatisfy { $0.path.utf8.count < 2_000 })
    }

    @Test(
        "Nesting of any depth is refused, on a small stack too; what is allowed is read there",
        arguments: [("[", "]"), (#"{"a":"#, "}")])
    func nesting(open: String, close: String) async throws {
        let deep = String(repeating: open, count: 100_000)
        let closed = deep + "0" + String(repeating: close, count: 100_000)
        let allowed =
            String(repeating: open, count: JSONValue.maximumDepth) + "0"
            + String(repeating: close, count: JSONValue.maximumDepth)
        let outcomes = await onSmallStack {
            [deep, closed, allowed].map { (try? JSONReader(Data($0.utf8), as: .json, file: "deep")) != nil }
        }
        #expect(outcomes == [false, false, true])
    }

    @Test("Property lists of any depth are refused, on a small stack too", arguments: ["array", "dict><key>a</key"])
    func propertyListNesting(element: String) async {
        let text = "<plist>" + String(repeating: "<\(element)>", count: 100_000)
        let isRead = await onSmallStack { (try? JSONReader(Data(text.utf8), as: .propertyList, file: "deep")) != nil }
        #expect(!isRead)
    }

    @Test("More values than anybody writes by hand are refused")
    func tooMany() {
        let zeros = Array(repeating: "0", count: JSONValue.maximumCount + 1).joined(separator: ",")
        let error = error("[\(zeros)]")
        #expect(error?.code == .tooLarge && error?.message == "it has more than 500000 values")
    }

    /// Runs on a thread with half a megabyte of stack, as Apple's systems give to all but the main thread.
    private func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { answer in
            let thread = Thread { answer.resume(returning: body()) }
            thread.stackSize = 512 << 10
            thread.start()
        }
    }

    @Test("A product list and a configuration tell mistakes in the same words, and each names its file")
    func oneVoice() throws {
        let list = try ProductList(json: Data(#"["a",7,"a"]"#.utf8), file: "ids.json")
        #expect(list.diagnostics.map(\.file) == ["ids.json", "ids.json"])
        #expect(list.diagnostics.first?.description.hasPrefix("ids.json: error: $[1]: ") == true)
        #expect(error("")?.message == "it is empty")
        #expect(error("7", as: .propertyList)?.code == .invalidFormat)
    }
}
