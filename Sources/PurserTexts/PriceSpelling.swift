#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The way in which a text spells an amount of money: its marks, its digits and its separators.
///
/// It is read from a text and the amount in it, such as `239,99 lei` and 239.99, and spells other amounts in the same
/// way. A part that the text does not show, such as the separator of thousands, comes from another spelling.
struct PriceSpelling: Sendable, Hashable {
    /// The groups of the digits before the decimal separator.
    struct Grouping: Sendable, Hashable {
        /// The text between two groups.
        var separator: String
        /// The number of digits in the last group.
        var size: Int
        /// The number of digits in the groups before the last one; `nil` when no such group is complete in the text.
        var higherSize: Int?
        /// Numbers with fewer digits are not grouped.
        var minimum: Int
    }

    private let prefix: String
    private let suffix: String
    /// The digit 0, which the others follow.
    private let zero: UInt32
    /// The text between whole units and the fraction; `nil` when there is no fraction.
    private let decimalSeparator: String?
    let fractionLength: Int
    private let wholeLength: Int
    /// `nil` when the digits are not grouped.
    var grouping: Grouping?

    /// Reads the spelling of a text.
    ///
    /// - Returns: `nil` for a text that does not have this amount in it and nothing else that looks like a part of a
    ///   number.
    init?(_ text: String, of amount: Decimal) {
        guard let number = PriceNumber(text), amount >= 0, let parts = number.parts(of: amount) else { return nil }
        (prefix, suffix, zero) = (number.prefix, number.suffix, number.zero)
        (decimalSeparator, fractionLength) = (parts.decimalSeparator, parts.fraction.utf8.count)
        wholeLength = parts.groups.reduce(0) { $0 + $1.utf8.count }
        guard let separator = parts.separator else { return }
        guard let grouping = Grouping(parts.groups, separator), separator != decimalSeparator else { return nil }
        self.grouping = grouping
    }
}

extension PriceSpelling.Grouping {
    /// The grouping of these groups; `nil` when they are not regular.
    fileprivate init?(_ groups: [String], _ separator: String) {
        let sizes = groups.map(\.utf8.count)
        guard let last = sizes.last, last > 1, sizes.count > 1 else { return nil }
        let higher = sizes.dropFirst().dropLast()
        guard Set(higher).count < 2, sizes[0] <= higher.first ?? last else { return nil }
        (self.separator, size, higherSize, minimum) = (separator, last, higher.first, last + 1)
    }
}

// MARK: - Writing

extension PriceSpelling {
    /// Spells a number.
    ///
    /// - Parameters:
    ///   - number: its digits, with a point before the fraction, as in `1234.50`.
    ///   - usual: the usual spelling of the locale, for the parts that this one does not show.
    /// - Returns: `nil` when the number has a fraction, and neither spelling shows how it is separated.
    func text(of number: String, usual: @autoclosure () -> PriceSpelling?) -> String? {
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        // A group has at least two digits, and the text shows numbers of its own length.
        let isShown = parts[0].utf8.count <= max(grouping == nil ? wholeLength : 0, 2)
        var text = isShown ? digits(parts[0]) : grouped(parts[0], by: grouping(usual()))
        if parts.count > 1 {
            guard let separator = decimalSeparator ?? decimalSeparator(usual()) else { return nil }
            text += separator + digits(parts[1])
        }
        return prefix + text + suffix
    }

    private func decimalSeparator(_ usual: PriceSpelling?) -> String? {
        guard let usual, usual.zero == zero, usual.decimalSeparator != grouping?.separator else { return nil }
        return usual.decimalSeparator
    }

    /// The grouping that the text shows, and otherwise the usual one, unless the text would show that.
    private func grouping(_ usual: PriceSpelling?) -> Grouping? {
        guard var own = grouping else {
            guard let other = usual?.grouping, wholeLength < other.minimum, usual?.zero == zero,
                decimalSeparator == nil || decimalSeparator == usual?.decimalSeparator
            else { return nil }
            return other
        }
        if own.higherSize == nil, usual?.grouping?.size == own.size { own.higherSize = usual?.grouping?.higherSize }
        if wholeLength > own.minimum, let minimum = usual?.grouping?.minimum { own.minimum = minimum }
        return own
    }

    private func grouped(_ whole: Substring, by grouping: Grouping?) -> String {
        guard let grouping, whole.utf8.count >= grouping.minimum else { return digits(whole) }
        var (rest, size) = (whole, grouping.size)
        var groups: [String] = []
        while !rest.isEmpty {
            groups.append(digits(rest.suffix(size)))
            rest = rest.dropLast(size)
            size = grouping.higherSize ?? size
        }
        return groups.reversed().joined(separator: grouping.separator)
    }

    /// Digits of the text's script.
    private func digits(_ latin: Substring) -> String {
        let zeroOfLatin: Unicode.Scalar = "0"
        return String(
            String.UnicodeScalarView(
                latin.unicodeScalars.compactMap { Unicode.Scalar(zero + $0.value - zeroOfLatin.value) }))
    }
}
