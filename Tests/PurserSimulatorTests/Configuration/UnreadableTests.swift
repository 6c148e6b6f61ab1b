import Foundation
import Purser
import PurserFormats
import PurserSimulator
import Testing

@Suite("Files that are no StoreKit configuration")
struct UnreadableTests {
    private func error(_ text: String) -> ProductFileFailure? {
        #expect(throws: ProductFileFailure.self) { try configuration(text) }
    }

    @Test(
        "Text that is no JSON is refused with its line and column",
        arguments: [
            ("", 1, 1), ("{\n  \"products\" : [ ],\n}", 3, 1), ("{\n \"a\" : [1,]}", 2, 11), ("{ // note\n}", 1, 3),
            ("{\"a\" 1}", 1, 6), ("{\"a\":1 \"b\":2}", 1, 8), ("{\"a\":[1}", 1, 8), ("{\"a\":yes}", 1, 6),
            ("{\"a\":1}}", 1, 8), ("{a:1}", 1, 2), ("{\"a\":\"\n\"}", 1, 7), ("{\"a", 1, 2), ("{\"a\":[", 1, 7),
            ("]", 1, 1),
        ])
    func notJSON(text: String, line: Int, column: Int) {
        let error = error(text)
        #expect(error?.code == .invalidFormat)
        #expect(error?.line == line)
        #expect(error?.column == column, "\(error?.description ?? "")")
        #expect(error?.description.hasPrefix("Test.storekit:\(line):\(column): ") == true)
    }

    @Test("JSON that is no object is refused", arguments: ["[]", "7", "\"a\"", "null", "[{\"products\":[]}]"])
    func noObject(text: String) { #expect(error(text)?.code == .unexpectedContent) }

    @Test("A byte-order mark is passed over")
    func byteOrderMark() throws {
        #expect(try configuration("\u{FEFF}{\"products\":[]}").diagnostics == [])
    }

    @Test("Absurd nesting and size are refused before they cost anything")
    func absurd() {
        #expect(error(String(repeating: "[", count: 1_000_000))?.code == .tooLarge)
        #expect(error(String(repeating: "{\"a\":", count: 100_000))?.code == .tooLarge)
        #expect(error(String(repeating: " ", count: StoreKitConfiguration.maximumFileSize + 1))?.code == .tooLarge)
    }

    @Test("A property list is told as one, in either form; a page is not")
    func propertyLists() throws {
        let xml = "<?xml version=\"1.0\"?>\n<!DOCTYPE plist>\n<plist version=\"1.0\"><dict/></plist>"
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        for data in [Data(xml.utf8), Data("\u{FEFF}\(xml)".utf8), try encoder.encode(["products": ["a"]])] {
            let error = #expect(throws: ProductFileFailure.self) { try StoreKitConfiguration(data: data) }
            #expect(error?.code == .invalidFormat && error?.message.contains("property list") == true)
        }
        #expect(error("<html><p>about property lists</p></html>")?.message.contains("property list") == false)
    }

    @Test("UTF-16 and binary bytes are refused")
    func otherEncodings() throws {
        let utf16 = try #require("{\"products\":[]}".data(using: .utf16LittleEndian))
        for data in [utf16, Data([0xFF, 0xFE]), Data("bplist00".utf8), Data([0])] {
            #expect(throws: ProductFileFailure.self) { try StoreKitConfiguration(data: data) }
        }
    }

    @Test(
        "A path that cannot be read is refused by name",
        arguments: ["/nowhere/a.storekit", "/", "", "/dev/zero", "a\0b"])
    func paths(path: String) {
        let error = #expect(throws: ProductFileFailure.self) { try StoreKitConfiguration(path: path) }
        #expect(error?.code == (path == "/dev/zero" ? .tooLarge : .unreadableFile))
        #expect(error?.file == path)
    }
}
