/// The field with which a server names the part of a file that follows, such as `bytes 100-199/1000` (RFC 9110, section
/// 14.4).
struct ContentRange: Sendable, Hashable {
    /// The number of the first byte.
    var first: Int64
    /// The number of the last byte.
    var last: Int64
    /// The length of the file; `nil` when the server does not send it.
    var total: Int64?

    /// Reads the field; `nil` when it is something else, or contradicts itself.
    init?(_ field: String) {
        guard let (range, total) = Self.parts(field), let dash = range.firstIndex(of: "-"),
            let first = Self.number(range[..<dash]), let last = Self.number(range[range.index(after: dash)...]),
            first <= last
        else { return nil }
        (self.first, self.last) = (first, last)
        guard total != "*" else { return }
        guard let total = Self.number(total), total > last else { return nil }
        self.total = total
    }

    /// The length of the file when the requested part does not exist: `bytes */1000`.
    static func unsatisfied(_ field: String) -> Int64? {
        guard let (range, total) = parts(field), range == "*" else { return nil }
        return number(total)
    }

    private static func parts(_ field: String) -> (range: Substring, total: Substring)? {
        guard field.lowercased().hasPrefix("bytes ") else { return nil }
        let rest = field.dropFirst(6)
        guard let slash = rest.firstIndex(of: "/") else { return nil }
        return (rest[..<slash], rest[rest.index(after: slash)...])
    }

    private static func number(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        return Int64(text)
    }
}
