import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An action on a subscription, or on the customer's shared purchases: commands of the shop, and of a timeline's
/// `--at`.
///
/// A word selects the subscription: its product, its group, or one of its transactions; no word is needed if there is
/// only one.
enum LifeWish: Hashable, Sendable {
    case renew(Bool, String?)
    /// Sets the number of seats of the next period.
    case seats(Int, String?)
    /// Begins the next period now.
    case renewNow(String?)
    /// Declines the customer's card from now on, or accepts it again, which pays the due amount.
    case card(isAccepted: Bool, String?)
    /// Sets whether there is a grace period after a failed payment.
    case grace(Bool)
    /// Raises the price, with the customer's consent required.
    case price(Decimal, String?)
    case consent(Bool, String?)
    case expire(String?)
    /// Extends the current period for the app's server: of one subscription, or of all subscribers of a product.
    case extend(TimeSpan, String?)
    case extendAll(TimeSpan, product: String)
    /// Begins or ends family sharing of a product.
    case share(String)
    case unshare(String)
    /// Assigns a seat of a product to the customer, or ends the assignment.
    case assign(String)
    case unassign(String)
    /// Redeems an offer code outside the app.
    case redeem(String, product: String)

    /// The rows of `help`: each command with its purpose.
    static let helpRows = [
        ["renew on | off | now [SUB]", "whether it renews; now begins the next period at once"],
        ["seats N [SUB]", "how many seats the next period has; buy adds some at once"],
        ["card declined | ok [SUB]", "its payments fail from the next one on, or the due amount is paid"],
        ["grace on | off", "whether there is a grace period after a failed payment"],
        ["price AMOUNT [SUB]", "raise the price; without consent it ends at the renewal"],
        ["consent yes | no [SUB]", "the customer agrees to it, or declines"],
        ["expire [SUB]", "end it now"],
        ["extend TIME [SUB]", "extend the current period, as the app's server does"],
        ["extend TIME all PRODUCT", "the same for all subscribers of a product"],
        ["share PRODUCT | unshare PRODUCT", "begin or end family sharing of a product"],
        ["assign PRODUCT | unassign PRODUCT", "assign a seat to the customer, or end that"],
        ["redeem OFFER PRODUCT", "redeem an offer code, outside the app"],
    ]

    /// Reads words; `nil` if the first one is not such a command.
    ///
    /// - Throws: ``UsageError``.
    static func read(_ name: String, _ rest: [String]) throws(UsageError) -> LifeWish? {
        switch name {
        case "renew": return try renew(rest)
        case "seats":
            guard let word = rest.first else { throw UsageError("seats needs a number: seats 3") }
            return .seats(try seatCount(word), try subscription(rest))
        case "card":
            let isAccepted = try choice(rest, of: "card", "ok", "declined")
            return .card(isAccepted: isAccepted, try subscription(rest))
        case "grace":
            guard rest.count <= 1 else { throw UsageError("grace is for all subscriptions; remove “\(rest[1])”") }
            return .grace(try choice(rest, of: "grace", "on", "off"))
        case "price": return .price(try amount(rest), try subscription(rest))
        case "consent": return .consent(try choice(rest, of: "consent", "yes", "no"), try subscription(rest))
        case "expire": return .expire(try subscription([name] + rest))
        case "extend": return try extend(rest)
        case "share": return .share(try product(rest, of: name))
        case "unshare": return .unshare(try product(rest, of: name))
        case "assign": return .assign(try product(rest, of: name))
        case "unassign": return .unassign(try product(rest, of: name))
        case "redeem":
            guard rest.count == 2 else {
                throw UsageError("redeem needs an offer and its product: redeem SPRING PRODUCT")
            }
            return .redeem(rest[0], product: rest[1])
        default: return nil
        }
    }

    private static func renew(_ rest: [String]) throws(UsageError) -> LifeWish {
        if rest.first == "now" { return .renewNow(try subscription(rest)) }
        guard let word = rest.first, ["on", "off"].contains(word) else {
            throw UsageError("write renew on, renew off, or renew now")
        }
        return .renew(word == "on", try subscription(rest))
    }

    private static func extend(_ rest: [String]) throws(UsageError) -> LifeWish {
        guard let word = rest.first else { throw UsageError("extend needs a time: extend 7d") }
        let span = try TimeSpan(word)
        guard rest.count > 1, rest[1] == "all" else { return .extend(span, try subscription(rest)) }
        return .extendAll(span, product: try product(Array(rest.dropFirst(2)), of: "extend \(word) all"))
    }

    /// Reads a number of seats.
    static func seatCount(_ word: String) throws(UsageError) -> Int {
        guard let seats = Int(word), (1...PaymentRequest.maximumSeats).contains(seats) else {
            throw UsageError("a number of seats is 1 to \(PaymentRequest.maximumSeats), not “\(word)”")
        }
        return seats
    }

    private static func choice(_ rest: [String], of name: String, _ yes: String, _ no: String) throws(UsageError)
        -> Bool
    {
        guard let word = rest.first, word == yes || word == no else {
            throw UsageError("write \(name) \(yes), or \(name) \(no)")
        }
        return word == yes
    }

    private static func amount(_ rest: [String]) throws(UsageError) -> Decimal {
        guard let word = rest.first else { throw UsageError("price needs an amount: price 12.99") }
        let isNumber = word.count <= 12 && word.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard isNumber, word.count(where: { $0 == "." }) <= 1, let price = Decimal(string: word), price > 0 else {
            throw UsageError("a price is a number such as 12.99, not “\(word)”")
        }
        return price
    }

    /// The subscription in the second word.
    private static func subscription(_ words: [String]) throws(UsageError) -> String? {
        guard words.count <= 2 else { throw UsageError("“\(words[2])” is one word too many") }
        return words.count == 2 ? words[1] : nil
    }

    private static func product(_ rest: [String], of name: String) throws(UsageError) -> String {
        guard let word = rest.first else { throw UsageError("\(name) needs a product; list shows them") }
        guard rest.count == 1 else { throw UsageError("\(name) takes one word; remove “\(rest[1])”") }
        return word
    }
}
