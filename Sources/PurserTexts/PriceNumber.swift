#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The number in the text of a price: everything from its first to its last digit.
struct PriceNumber: Sendable {
    let prefix: String
    let suffix: String
    /// The digit 0 of its digits.
    let zero: UInt32
    /// Its digits, as Latin ones, between separators.
    private var runs: [String] = [""]
    private var separators: [String] = []

    /// A number that was divided into whole units and a fraction.
    struct Parts {
        var groups: [String]
        /// The text between groups; `nil` when there is one group.
        var separator: String?
        /// The text before the fraction; `nil` when there is none.
        var decimalSeparator: String?
        var fraction = ""
    }

    /// Finds the number in a text.
    ///
    /// - Returns: `nil` for a text without digits or with digits of several scripts; when a separator is no single
    ///   mark or space; and when a mark beside the number may be a part of it, as in `5.–`.
    init?(_ text: String) {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { $0.decimalDigit != nil }),
            let last = scalars.lastIndex(where: { $0.decimalDigit != nil }), let digit = scalars[first].decimalDigit
        else { return nil }
        zero = scalars[first].value - digit
        prefix = String(scalars[..<first])
        suffix = String(scalars[scalars.index(after: last)...])
        guard prefix.last.map({ !"-\u{2212}".contains($0) }) ?? true,
            suffix.first.map({ !".,'-\u{2019}\u{2013}\u{2014}\u{2212}".contains($0) }) ?? true
        else { return nil }
        for scalar in scalars[first...last] {
            guard let digit = scalar.decimalDigit else {
                guard !scalar.properties.isAlphabetic, runs.last?.isEmpty == false else { return nil }
                separators.append(String(scalar))
                runs.append("")
                continue
            }
            guard scalar.value - digit == zero else { return nil }
            runs[runs.count - 1] += "\(digit)"
        }
    }

    /// Divides the number so that it is this amount, rounded; `nil` when it is another one.
    func parts(of amount: Decimal) -> Parts? {
        let whole = Parts(groups: runs, separator: separators.first)
        if let last = runs.last, let separator = separators.last {
            let parts = Parts(
                groups: runs.dropLast(), separator: separators.dropLast().first, decimalSeparator: separator,
                fraction: last)
            if Set(separators.dropLast()).count < 2, parts.isRounded(amount) { return parts }
        }
        return Set(separators).count < 2 && whole.isRounded(amount) ? whole : nil
    }
}

extension PriceNumber.Parts {
    /// Whether it is an amount, rounded to its last digit.
    fileprivate func isRounded(_ amount: Decimal) -> Bool {
        let digits = groups.joined() + fraction
        // The zero of `$.05` stands in a fraction.
        guard groups[0].utf8.count == 1 || !groups[0].hasPrefix("0") else { return false }
        guard digits.utf8.count <= 38, let number = Decimal(string: digits) else { return false }
        let scale = fraction.utf8.reduce(Decimal(1)) { scale, _ in scale * 10 }
        let difference = (number - amount * scale) * 2
        return difference <= 1 && difference >= -1
    }
}

extension Unicode.Scalar {
    /// The value of a decimal digit, of any script; `nil` for everything else.
    fileprivate var decimalDigit: UInt32? {
        guard properties.numericType == .decimal else { return nil }
        return properties.numericValue.map { UInt32($0) }
    }
}
