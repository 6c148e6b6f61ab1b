import Purser
import PurserFormats

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension JSONObject {
    /// The price of an entry; 0 if it is missing.
    ///
    /// An unreadable price is `nil` and costs the entry, because selling it for nothing would be worse.
    func price(_ log: inout FileDiagnosticLog) -> Decimal? {
        guard let node = node("displayPrice", insteadOf: ["price"], &log) else {
            log.warn(path(to: "displayPrice"), "the price is missing; 0 is used")
            return 0
        }
        return node.price(&log)
    }
}

extension JSONNode {
    /// A price as text; a number is also exact, but Xcode does not write numbers.
    func price(_ log: inout FileDiagnosticLog) -> Decimal? {
        switch value {
        case .string(""):
            log.warn(path, "the price is empty; 0 is used")
            return 0
        case .string(let text):
            if let price = Decimal(plain: text) { return price }
            let shown = text.prefix(32)
            log.error(
                path,
                "\"\(shown)\" is not a price; write digits with a dot and no currency sign, such as \"0.99\"; skipped")
        default:
            if let number = value.decimal, number >= 0, number < 1_000_000_000_000 {
                log.warn(path, "write the price in double quotes: \"\(number)\"")
                return number
            }
            log.error(path, "a price is expected, such as \"0.99\", not \(value.kind); skipped")
        }
        return nil
    }

    /// A period as text, such as `P1M`.
    func period(_ log: inout FileDiagnosticLog) -> SubscriptionPeriod? {
        if case .string(let text) = value {
            if let period = SubscriptionPeriod(text) { return period }
            if let period = SubscriptionPeriod(text.uppercased()) {
                log.warn(path, "write the period in capitals: \"\(period)\"")
                return period
            }
        }
        log.error(path, "a period is P, a number and D, W, M or Y, such as \"P1M\"; the entry is skipped")
        return nil
    }
}

extension Decimal {
    /// A plain decimal number of at most 19 characters; stricter than `Decimal(string:)`, which ignores text after the
    /// digits.
    init?(plain text: String) {
        guard text.utf8.count <= 19, text.wholeMatch(of: /[0-9]+(\.[0-9]+)?/) != nil else { return nil }
        self.init(string: text)
    }
}
