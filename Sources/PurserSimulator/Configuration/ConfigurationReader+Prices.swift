import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ConfigurationReader {
    /// A product's price.
    ///
    /// One that cannot be read costs the entry: to sell it for nothing would be worse.
    mutating func price(_ object: JSONObject, _ key: String = "displayPrice") -> Decimal? {
        guard let node = object.node(key, insteadOf: key == "displayPrice" ? ["price"] : [], &log) else {
            log.warn(object.path(to: key), "the price is missing; it is taken as 0")
            return 0
        }
        return price(node)
    }

    /// A price as text; a number is exact as well, but Xcode does not write it so.
    mutating func price(_ node: JSONNode) -> Decimal? {
        switch node.value {
        case .string(""):
            log.warn(node.path, "the price is empty; it is taken as 0")
            return 0
        case .string(let text):
            if let price = Self.decimal(text) { return price }
            let shown = text.prefix(32)
            log.error(
                node.path,
                "\"\(shown)\" is no price; write digits with a dot and no currency sign, such as \"0.99\"; left out")
        default:
            if let number = node.value.decimal, number >= 0, number < 1_000_000_000_000 {
                log.warn(node.path, "write the price in double quotes: \"\(number)\"")
                return number
            }
            log.error(node.path, "a price is expected, such as \"0.99\", not \(node.value.kind); left out")
        }
        return nil
    }

    /// A plain decimal number of at most 19 characters; stricter than `Decimal`, which ignores what follows the digits.
    static func decimal(_ text: String) -> Decimal? {
        guard text.utf8.count <= 19, text.wholeMatch(of: /[0-9]+(\.[0-9]+)?/) != nil else { return nil }
        return Decimal(string: text)
    }
}
