#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// How values print: short, on one line, and without data that only the app and its server should read.
package enum Wording {
    private static let named = 8

    /// A number with its noun, such as `1 product` or `2 products`.
    package static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    /// Texts one after the other; for many only the first, and how many more there are.
    package static func list(_ texts: [String]) -> String {
        let rest = texts.count - named
        return (texts.prefix(named) + (rest > 0 ? ["\(rest) more"] : [])).joined(separator: ", ")
    }

    /// The beginning of a text, at most `limit` UTF-8 bytes without the ellipsis.
    package static func short(_ text: String, limit: Int = 1_024) -> String {
        guard text.utf8.count > limit else { return text }
        // Cut between bytes: a cut character is shown as a replacement character.
        return String(decoding: text.utf8.prefix(limit), as: UTF8.self) + "…"
    }

    /// The first digits of a user's identifier: enough to distinguish users in a log, not enough to name one.
    package static func user(_ id: UUID) -> String { "\(id.uuidString.prefix(8))…" }

    /// A moment in UTC, such as `2026-01-31T12:00:00Z`.
    package static func moment(_ date: Date) -> String {
        Date.ISO8601FormatStyle(includingFractionalSeconds: false).format(date)
    }
}
