import Foundation
import Purser

extension Arguments {
    /// The value of an option as a whole number within a range.
    ///
    /// - Throws: ``UsageError``.
    func number<Number: FixedWidthInteger>(_ name: String, in range: ClosedRange<Number>) throws(UsageError)
        -> Number?
    {
        guard let text = value(name) else { return nil }
        guard let number = Number(text), range.contains(number) else {
            let limits =
                range.upperBound == .max ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
            throw UsageError("--\(name) needs a whole number, \(limits), not “\(text)”")
        }
        return number
    }

    /// The value of an option as a UUID.
    ///
    /// - Throws: ``UsageError``.
    func uuid(_ name: String) throws(UsageError) -> UUID? {
        guard let text = value(name) else { return nil }
        guard let uuid = UUID(uuidString: text) else {
            throw UsageError("--\(name) needs a UUID such as 7C9E6679-7425-40DE-944B-E07FC1F90AE7, not “\(text)”")
        }
        return uuid
    }

    /// The value of `--durability`; `.synced` by default.
    ///
    /// - Throws: ``UsageError``.
    func durability() throws(UsageError) -> LedgerDurability {
        switch value("durability") {
        case nil, "synced": return .synced
        case "buffered": return .buffered
        case let text?: throw UsageError("--durability wants synced or buffered, not “\(text)”")
        }
    }

    /// All values of an option as `key=value` pairs.
    ///
    /// - Throws: ``UsageError``.
    func pairs(_ name: String) throws(UsageError) -> [String: String] {
        var pairs: [String: String] = [:]
        for text in all(name) {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw UsageError("--\(name) needs key=value, not “\(text)”")
            }
            guard pairs.updateValue(parts[1], forKey: parts[0]) == nil else {
                throw UsageError("--\(name) has the key “\(parts[0])” twice")
            }
        }
        return pairs
    }
}
