/// A public declaration that throws a `PurchaseFailure`, and the codes that its comment names.
struct ThrowingDeclaration: Sendable, Equatable {
    /// Counted from 1.
    var line: Int
    /// The names in the comment's "- Throws:", without the dot.
    var codes: [String]

    /// The declarations of one file, in order.
    static func all(in text: String) -> [ThrowingDeclaration] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.drop(while: \.isWhitespace) }
        return lines.indices.compactMap { index in
            guard isPublicFunction(lines[index]), throwsFailure(lines[index...]) else { return nil }
            return ThrowingDeclaration(line: index + 1, codes: codes(in: comment(above: index, lines)))
        }
    }

    private static func isPublicFunction(_ line: Substring) -> Bool {
        let words = line.split(whereSeparator: { " (<".contains($0) })
        return words.contains("public") && !line.hasPrefix("//")
            && !words.allSatisfy { !["func", "init", "init?", "var", "subscript"].contains($0) }
    }

    /// Whether what stands before the body throws; a closure among the parameters may do so too, and counts.
    private static func throwsFailure(_ lines: ArraySlice<Substring>) -> Bool {
        var signature = ""
        for line in lines.prefix(12) {
            signature += line.prefix { $0 != "{" }
            if line.contains("{") || line.isEmpty { break }
        }
        return signature.contains("throws(PurchaseFailure)")
    }

    /// The lines of the comment without their slashes; attributes may stand between it and the declaration.
    private static func comment(above index: Int, _ lines: [Substring]) -> [Substring] {
        var first = index
        while first > 0, lines[first - 1].hasPrefix("@") { first -= 1 }
        let end = first
        while first > 0, lines[first - 1].hasPrefix("///") { first -= 1 }
        return lines[first..<end].map { $0.dropFirst(3).drop(while: \.isWhitespace) }
    }

    /// What stands in backticks and begins with a dot, from "- Throws:" to the next item.
    private static func codes(in comment: [Substring]) -> [String] {
        guard let start = comment.firstIndex(where: { $0.hasPrefix("- Throws:") }) else { return [] }
        let rest = comment[(start + 1)...].prefix { !$0.hasPrefix("- ") }
        let parts = ([comment[start]] + rest).joined(separator: " ")
            .split(separator: "`", omittingEmptySubsequences: false)
        return parts.filter { $0.hasPrefix(".") && $0.dropFirst().allSatisfy(\.isLetter) && $0.count > 1 }
            .map { String($0.dropFirst()) }
    }
}
