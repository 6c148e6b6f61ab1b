import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A parsed line of the shop.
enum ShopWish: Hashable, Sendable {
    case nothing
    case help
    case quit
    case list
    /// The list with offers and price comparisons.
    case products
    case buy(product: String, quantity: Int, isManual: Bool, seats: Int? = nil)
    case askToBuy(Bool)
    case pending
    /// Approves one payment, or all waiting ones.
    case approve(String?)
    case decline(String)
    /// Answers a payment after a time.
    case answer(String, approves: Bool, after: TimeSpan)
    /// Refunds a transaction, in percent, or some of its seats.
    case refund(String, percentage: Decimal, seats: Int? = nil)
    /// Deletes a transaction from the App Store's list.
    case delete(String)
    case restore
    case owned
    case unfinished
    case finish(String)
    case updates
    /// Moves the clock forward.
    case advance(TimeSpan)
    case subscriptions
    /// The history of a subscription; without a word, of the only one.
    case history(String?)
    /// The transactions, as the App Store lists them.
    case transactions
    /// Undoes a refund.
    case reinstate(String)
    case progress(LifeWish)
    case account(AccountWish)

    /// Lets a named consumer process all updates, or fail on them permanently.
    case follow(String, isFailing: Bool)
    case failed
    case rejected
    case release(consumer: String, number: UInt64)

    /// The maximum length of a line, in bytes.
    static let maximumBytes = 4_096

    /// Reads a line.
    ///
    /// - Throws: ``UsageError``.
    init(_ line: String) throws(UsageError) {
        guard line.utf8.count <= Self.maximumBytes else {
            throw UsageError("a line may have at most \(Self.maximumBytes) bytes; this one has \(line.utf8.count)")
        }
        let words = Self.words(of: line)
        guard let first = words.first else {
            self = .nothing
            return
        }
        self = try Self.read(first.lowercased(), Array(words.dropFirst()))
    }

    private static let plain: [String: ShopWish] = [
        "help": .help, "?": .help, "quit": .quit, "exit": .quit, "list": .list, "products": .products,
        "pending": .pending,
        "restore": .restore, "owned": .owned, "unfinished": .unfinished, "updates": .updates,
        "failed": .failed, "rejected": .rejected, "subscriptions": .subscriptions, "transactions": .transactions,
    ]

    private static func read(_ name: String, _ rest: [String]) throws(UsageError) -> ShopWish {
        switch name {
        case "buy": return try buy(rest)
        case "ask": return .askToBuy(try isOn(rest))
        case "approve", "decline": return try answer(name, rest)
        case "delete": return .delete(try word(rest, of: name))
        case "reinstate": return .reinstate(try word(rest, of: name))
        case "history": return .history(rest.isEmpty ? nil : try word(rest, of: name))
        case "refund": return try refund(rest)
        case "finish": return .finish(try word(rest, of: name))
        case "follow": return try follow(rest)
        case "release": return try release(rest)
        case "advance": return .advance(try TimeSpan(word(rest, of: name)))
        default:
            if let wish = try LifeWish.read(name, rest) { return .progress(wish) }
            if let wish = try AccountWish.read(name, rest) { return .account(wish) }
        }
        guard let wish = plain[name] else {
            throw UsageError("there is no “\(name)” here; type help\(Nearest.question(name, names))")
        }
        guard rest.isEmpty else { throw UsageError("\(name) takes no words; remove “\(rest[0])”") }
        return wish
    }

    private static func buy(_ rest: [String]) throws(UsageError) -> ShopWish {
        guard let product = rest.first else { throw UsageError("buy needs a product; list shows them") }
        var quantity = 1
        var isManual = false
        // As outside the shop, where these words are options.
        var words = rest.dropFirst().map { $0.hasPrefix("--") ? String($0.dropFirst(2)) : $0 }
        words.removeAll { $0 == "quantity" }
        var seats: Int?
        if let place = words.firstIndex(of: "seats") {
            seats = try LifeWish.seatCount(words.indices.contains(place + 1) ? words[place + 1] : "")
            words.removeSubrange(place...place + 1)
        }
        for word in words {
            if word == "manual" {
                isManual = true
            } else if let number = Int(word), (1...PaymentRequest.maximumQuantity).contains(number) {
                quantity = number
            } else {
                throw UsageError("a quantity is 1 to \(PaymentRequest.maximumQuantity), not “\(word)”")
            }
        }
        return .buy(product: product, quantity: quantity, isManual: isManual, seats: seats)
    }

    private static func answer(_ name: String, _ rest: [String]) throws(UsageError) -> ShopWish {
        if rest.count == 3, rest[1] == "in" {
            return .answer(rest[0], approves: name == "approve", after: try TimeSpan(rest[2]))
        }
        if name == "decline" { return .decline(try word(rest, of: name)) }
        return rest.isEmpty || rest == ["all"] ? .approve(nil) : .approve(try word(rest, of: name))
    }

    private static func refund(_ rest: [String]) throws(UsageError) -> ShopWish {
        if rest.count == 3, rest[2] == "seats" || rest[2] == "seat" {
            return .refund(rest[0], percentage: 100, seats: try LifeWish.seatCount(rest[1]))
        }
        guard rest.count == 2, let part = rest.last, part.last == "%" else {
            return .refund(try word(rest, of: "refund"), percentage: 100)
        }
        guard part.dropLast().allSatisfy({ $0.isNumber || $0 == "." }),
            let percentage = Decimal(string: String(part.dropLast())),
            percentage > 0, percentage <= 100
        else { throw UsageError("a part is more than 0% and at most 100%, not “\(part)”") }
        return .refund(rest[0], percentage: percentage)
    }

    private static func follow(_ rest: [String]) throws(UsageError) -> ShopWish {
        let isFailing = rest.count == 2 && rest[1] == "failing"
        return .follow(try word(isFailing ? [rest[0]] : rest, of: "follow"), isFailing: isFailing)
    }

    private static func release(_ rest: [String]) throws(UsageError) -> ShopWish {
        guard rest.count == 2, let number = UInt64(rest[1].trimmingPrefix("#")) else {
            throw UsageError("release needs a consumer and the number of an update; failed lists both")
        }
        return .release(consumer: rest[0], number: number)
    }

    private static func isOn(_ rest: [String]) throws(UsageError) -> Bool {
        guard rest == ["on"] || rest == ["off"] else { throw UsageError("write ask on, or ask off") }
        return rest == ["on"]
    }

    private static func word(_ rest: [String], of name: String) throws(UsageError) -> String {
        guard let word = rest.first else { throw UsageError("\(name) needs a word; type help") }
        guard rest.count == 1 else { throw UsageError("\(name) takes one word; remove “\(rest[1])”") }
        return word
    }
}
