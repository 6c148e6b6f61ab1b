package import Purser
package import PurserFormats

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

// A value as one of the types that fields have; `nil` when it is of another.
extension JSONValue {
    /// The text.
    package var asText: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The texts of an array that contains only texts.
    package var asTexts: [String]? {
        guard case .array(let values) = self else { return nil }
        var texts: [String] = []
        for value in values {
            guard case .string(let text) = value else { return nil }
            texts.append(text)
        }
        return texts
    }

    /// The flag.
    package var asFlag: Bool? {
        guard case .bool(let flag) = self else { return nil }
        return flag
    }

    /// The whole number.
    package var asInteger: Int64? {
        guard case .number(let digits) = self else { return nil }
        return Int64(digits)
    }

    /// The whole number, where it fits.
    package var asInt: Int? { asInteger.flatMap { Int(exactly: $0) } }

    /// Milliseconds since 1970, to the nearest one: Xcode signs fractions of them.
    package var asTime: Timestamp? {
        guard case .number(let digits) = self else { return nil }
        if let milliseconds = Int64(digits) { return Timestamp(milliseconds: milliseconds) }
        guard let number = Double(digits), let milliseconds = Int64(exactly: number.rounded()) else { return nil }
        return Timestamp(milliseconds: milliseconds)
    }

    /// An amount that is signed in thousandths of the currency's unit.
    var asPrice: Decimal? {
        guard let thousandths = asInteger else { return nil }
        // A point that is set costs a twentieth of a division.
        var (digits, exponent) = (thousandths.magnitude, -3)
        while exponent < 0, digits.isMultiple(of: 10) { (digits, exponent) = (digits / 10, exponent + 1) }
        return Decimal(sign: thousandths < 0 ? .minus : .plus, exponent: exponent, significand: Decimal(digits))
    }

    /// The UUID, in its one canonical form.
    package var asUUID: UUID? {
        guard case .string(let text) = self else { return nil }
        return UUID(canonical: text)
    }

    /// The members of an object.
    package var asMembers: [String: JSONValue]? {
        guard case .object(let members) = self else { return nil }
        return members
    }
}
