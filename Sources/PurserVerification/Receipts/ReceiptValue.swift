import Purser
import PurserFormats

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The value of a receipt's field: one more element, of the type that the field has.
struct ReceiptValue {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private func content(_ tags: UInt8...) throws(BERMistake) -> ArraySlice<UInt8> {
        var cursor = BERCursor(BERReader(bytes: bytes), 0..<bytes.count, depth: 0)
        guard let tag = cursor.nextTag, tags.contains(tag) else {
            throw BERMistake(reason: "a field's value has another type than the App Store's", offset: 0)
        }
        let element = try cursor.next()
        try cursor.finish()
        return bytes[element.content]
    }

    /// Text; empty text is kept.
    func text() throws(BERMistake) -> String {
        let content = try content(BERReader.Tag.utf8, BERReader.Tag.ia5)
        guard let text = String(wholeUTF8: content) else {
            throw BERMistake(reason: "a text is not UTF-8", offset: 0)
        }
        return text
    }

    /// A number; `nil` when the App Store leaves the value empty.
    func integer() throws(BERMistake) -> Int64? {
        let content = try content(BERReader.Tag.integer)
        guard !content.isEmpty else { return nil }
        guard let integer = BERCursor.integer(content) else {
            throw BERMistake(reason: "a number is too large", offset: 0)
        }
        return integer
    }

    /// A moment; `nil` when the App Store leaves the text empty.
    func date() throws(BERMistake) -> Date? {
        let text = try text()
        guard !text.isEmpty else { return nil }
        guard let date = ReceiptDate.date(text) else {
            throw BERMistake(reason: "a date is not readable", offset: 0)
        }
        return date
    }
}

/// Dates of receipts (RFC 3339), such as `2020-07-22T18:33:15Z`; Xcode writes offsets without a colon.
enum ReceiptDate {
    static func date(_ text: String) -> Date? {
        var rest = Substring(text)
        guard let year = number(&rest, 4), skip(&rest, "-"), let month = number(&rest, 2), skip(&rest, "-"),
            let day = number(&rest, 2), skip(&rest, "T"), let hour = number(&rest, 2), skip(&rest, ":"),
            let minute = number(&rest, 2), skip(&rest, ":"), let second = number(&rest, 2),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        var fraction = 0.0
        if skip(&rest, ".") {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard !digits.isEmpty, digits.count <= 9, let part = Double("0." + digits) else { return nil }
            fraction = part
            rest = rest.dropFirst(digits.count)
        }
        guard let offset = offset(rest) else { return nil }
        let seconds = days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - offset
        return Date(timeIntervalSince1970: Double(seconds) + fraction)
    }

    private static func number(_ text: inout Substring, _ count: Int) -> Int? {
        let digits = text.prefix(count)
        guard digits.count == count, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        text = text.dropFirst(count)
        return Int(digits)
    }

    private static func skip(_ text: inout Substring, _ character: Character) -> Bool {
        guard text.first == character else { return false }
        text = text.dropFirst()
        return true
    }

    /// The zone after the time: `Z`, `+01:00` or `+0100`, in seconds east of Greenwich.
    private static func offset(_ text: Substring) -> Int? {
        if text == "Z" { return 0 }
        guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
        var rest = text.dropFirst()
        guard let hours = number(&rest, 2) else { return nil }
        _ = skip(&rest, ":")
        guard let minutes = number(&rest, 2), rest.isEmpty, hours < 24, minutes < 60 else { return nil }
        return (sign == "-" ? -1 : 1) * (hours * 3_600 + minutes * 60)
    }

    /// Days since 1970-01-01 in the Gregorian calendar, for years from 0 to 9999.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        // The year begins in March, so that the day that leap years add is its last.
        let shifted = month > 2 ? year : year - 1
        let monthOfShifted = (month + 9) % 12
        let dayOfYear = (153 * monthOfShifted + 2) / 5 + day - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
