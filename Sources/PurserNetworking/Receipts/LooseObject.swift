import Foundation
import Purser

/// A JSON object of a receipt's answer, whose values may be text, numbers or flags for the same key: all are read as text.
struct LooseObject: Decodable, Sendable, Hashable {
    private(set) var texts: [String: String] = [:]
    /// The rows of the keys that have some, `nil` for a value that is not a row: one object is read as one row.
    private(set) var rows: [String: [LooseObject?]] = [:]
    /// The keys that have a list, or an object in place of one.
    private(set) var lists: Set<String> = []

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        for key in container.allKeys {
            if let text = Self.text(in: container, key) {
                texts[key.stringValue] = text
            } else if decoder.codingPath.count < Self.maximumDepth {
                readRows(in: container, key)
            }
        }
    }

    private mutating func readRows(in container: KeyedDecodingContainer<AnyKey>, _ key: AnyKey) {
        let name = key.stringValue
        if let list = try? container.decode([Row].self, forKey: key) {
            rows[name] = list.map(\.object)
            lists.insert(name)
        } else if let row = try? container.decode(LooseObject.self, forKey: key) {
            let numbered = row.numberedRows
            rows[name] = numbered ?? [row]
            if numbered != nil { lists.insert(name) }
        }
    }

    /// The rows of an object whose keys are numbers, as some languages write a list; `nil` for any other object.
    private var numberedRows: [LooseObject?]? {
        let keys = Array(texts.keys) + Array(rows.keys)
        let numbers = keys.compactMap { Int($0) }
        guard !numbers.isEmpty, numbers.count == keys.count else { return nil }
        return numbers.sorted().map { rows[String($0)]?.first ?? nil }
    }

    /// One row of a list; `nil` when it is something else.
    private struct Row: Decodable {
        let object: LooseObject?

        init(from decoder: any Decoder) throws { object = try? LooseObject(from: decoder) }
    }

    /// The deepest nesting that is read: answer, receipt, list, row, and one more.
    private static let maximumDepth = 5

    private static func text(in container: KeyedDecodingContainer<AnyKey>, _ key: AnyKey) -> String? {
        if let text = try? container.decode(String.self, forKey: key) { return text }
        if let flag = try? container.decode(Bool.self, forKey: key) { return flag ? "true" : "false" }
        if let number = try? container.decode(Int64.self, forKey: key) { return String(number) }
        return (try? container.decode(Double.self, forKey: key)).map { "\($0)" }
    }
}

extension LooseObject {
    /// Text that is not empty.
    func text(_ key: String) -> String? { texts[key].flatMap { $0.isEmpty ? nil : $0 } }

    func integer(_ key: String) -> Int64? {
        text(key).flatMap { text in Int64(text) ?? Double(text).flatMap { Int64(exactly: $0) } }
    }

    /// The object below a key; `nil` when there is none, or a list.
    func object(_ key: String) -> LooseObject? { lists.contains(key) ? nil : rows[key]?.first ?? nil }

    /// Whether a key has a value: anything but nothing, empty text or "no".
    func says(_ key: String) -> Bool { rows[key] != nil || text(key).map { $0.lowercased() != "false" } ?? false }

    func int(_ key: String) -> Int? { integer(key).flatMap { Int(exactly: $0) } }

    /// `true`, `1`, `"true"` and `"1"` are yes; so are their opposites no.
    func flag(_ key: String) -> Bool? {
        switch text(key)?.lowercased() {
        case "true", "1": true
        case "false", "0": false
        default: nil
        }
    }

    func uuid(_ key: String) -> UUID? { text(key).flatMap { UUID(uuidString: $0) } }

    /// A moment: the milliseconds of `KEY_ms`, or those that `KEY` has in answers of iOS 6, or the text of `KEY` in GMT.
    func time(_ key: String) -> Timestamp? {
        if let milliseconds = integer(key + "_ms") { return Timestamp(milliseconds: milliseconds) }
        guard let text = text(key) else { return nil }
        if let milliseconds = integer(key) { return Timestamp(milliseconds: milliseconds) }
        return Self.greenwich(text)
    }

    /// Reads `2012-12-02 08:15:54 Etc/GMT`.
    private static func greenwich(_ text: String) -> Timestamp? {
        let parts = text.split(separator: " ")
        guard parts.count == 3, parts[2] == "Etc/GMT" else { return nil }
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: false)
        return (try? style.parse("\(parts[0])T\(parts[1])Z")).map { Timestamp($0) }
    }
}
