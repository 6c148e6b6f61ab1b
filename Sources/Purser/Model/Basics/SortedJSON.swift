#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// JSON that is compared by its content; a text that is not JSON, or nested deeper than 64, is compared as text.
struct SortedJSON: Equatable {
    private let text: String

    init(_ text: String) {
        self.text = (try? JSONDecoder().decode(Sorted.self, from: Data(text.utf8)).text) ?? text
    }
}

/// A value as text, with members by their names; it is not read again.
private struct Sorted: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count <= 64 else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "nested too deeply"))
        }
        if let members = try? decoder.container(keyedBy: AnyKey.self) {
            let texts = try members.allKeys.sorted { $0.stringValue < $1.stringValue }.map { key in
                "\(key.stringValue.debugDescription):\(try members.decode(Sorted.self, forKey: key).text)"
            }
            text = "{\(texts.joined(separator: ","))}"
        } else if var elements = try? decoder.unkeyedContainer() {
            var texts: [String] = []
            while !elements.isAtEnd { texts.append(try elements.decode(Sorted.self).text) }
            text = "[\(texts.joined(separator: ","))]"
        } else {
            text = try Self.scalar(in: decoder.singleValueContainer())
        }
    }

    private static func scalar(in container: any SingleValueDecodingContainer) throws -> String {
        if container.decodeNil() { return "null" }
        if let text = try? container.decode(String.self) { return text.debugDescription }
        if let flag = try? container.decode(Bool.self) { return "\(flag)" }
        return try container.decode(Decimal.self).plainDigits
    }
}
