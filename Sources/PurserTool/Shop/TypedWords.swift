import Foundation
import Purser

/// The words of a typed line behind its command; each function takes some of them.
struct TypedWords {
    let command: String
    private(set) var rest: ArraySlice<String>

    init(_ command: String, _ words: some Collection<String>) {
        (self.command, rest) = (command, Array(words)[...])
    }

    mutating func next() -> String? { rest.popFirst() }

    mutating func take(_ words: String...) -> Bool {
        guard rest.prefix(words.count) == words[...] else { return false }
        rest = rest.dropFirst(words.count)
        return true
    }

    mutating func word(_ what: String = "a word; type help") throws(UsageError) -> String {
        guard let word = next() else { throw UsageError("\(command) needs \(what)") }
        return word
    }

    mutating func product() throws(UsageError) -> String { try word("a product; list shows them") }

    /// One of two words; returns whether it is the first.
    mutating func choice(_ yes: String, _ no: String, or other: String? = nil) throws(UsageError) -> Bool {
        guard let word = next(), [yes, no].contains(word) else {
            let forms = [yes, no, other].compactMap(\.self).map { "\(command) \($0)" }
            throw UsageError("write \(forms.joined(separator: ", or "))")
        }
        return word == yes
    }

    mutating func span() throws(UsageError) -> TimeSpan { try TimeSpan(word("a time, such as 7d")) }

    mutating func seats() throws(UsageError) -> Int {
        let word = try word("a number: seats 3")
        guard let seats = Int(word), (1...PaymentRequest.maximumSeats).contains(seats) else {
            throw UsageError("a number of seats is 1 to \(PaymentRequest.maximumSeats), not “\(word)”")
        }
        return seats
    }

    mutating func sequence() throws(UsageError) -> UInt64 {
        guard let number = try UInt64(word("a consumer and the number of an update").trimmingPrefix("#")) else {
            throw UsageError("\(command) needs a consumer and the number of an update; failed lists both")
        }
        return number
    }

    mutating func amount() throws(UsageError) -> Decimal {
        let word = try word("an amount: price 12.99")
        let isNumber = word.count <= 12 && word.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard isNumber, word.count(where: { $0 == "." }) <= 1, let price = Decimal(string: word), price > 0 else {
            throw UsageError("a price is a number such as 12.99, not “\(word)”")
        }
        return price
    }

    /// A part such as `50%`; 100 if it is left out.
    mutating func percentage() throws(UsageError) -> Decimal {
        guard let part = next() else { return 100 }
        guard part.last == "%", part.dropLast().allSatisfy({ $0.isNumber || $0 == "." }),
            let percentage = Decimal(string: String(part.dropLast())), percentage > 0, percentage <= 100
        else { throw UsageError("a part is more than 0% and at most 100%, not “\(part)”") }
        return percentage
    }

    func end() throws(UsageError) {
        if let word = rest.first { throw UsageError("“\(word)” is one word too many for \(command); remove it") }
    }
}

extension ShopWish {
    /// The words of a line; a word with spaces is in double quotes, such as a reference name.
    static func words(of line: String) -> [String] {
        line.matches(of: #/"([^"]*)"(?=\s|$)|\S+/#).map { String($0.1 ?? $0.0) }
    }
}
