import Foundation
import Purser
import PurserFormats

// The commands about purchases and the app's store.
extension ShopCommand {
    static let buying = [
        ShopCommand("list", "the products for sale", .list),
        ShopCommand("products", "the same with offers, and prices for a week, a month and a year", .products),
        ShopCommand("buy", help: buyHelp, read: buy),
        flag(
            "ask", "whether each purchase needs approval", "Purchases now wait to be approved.",
            "Purchases now go through.", form: "ask on | ask off"),
        ShopCommand("pending", "purchases that wait for approval", .pending),
        ShopCommand("approve [PAYMENT [in TIME]]", "approve one, or all; or one after a time") { words in
            if words.take("all") || words.rest.isEmpty { return .act(Act("approve", .payment(nil), said: "Approved.")) }
            return try answer(&words, "Approved.")
        },
        ShopCommand("decline PAYMENT [in TIME]", "decline one") { try answer(&$0, "Declined.") },
        ShopCommand(
            "refund",
            help: [
                ["refund WHAT [PERCENT%]", "refund it, or a part; WHAT is a transaction, or a product: its latest"],
                ["refund WHAT N seats", "refund this many seats of that transaction"],
            ], read: refund),
        ShopCommand("reinstate WHAT", "undo a refund") {
            let refunded = Act.Subject.transaction(try $0.word(), isRevoked: true)
            return .act(Act("reinstate", refunded, said: "The refund of transaction {} is undone."))
        },
        ShopCommand(
            "delete WHAT", "the App Store no longer lists that transaction, and reports it to the app as revoked"
        ) { .act(Act("delete", .transaction(try $0.word()), said: "The App Store no longer lists transaction {}.")) },
        ShopCommand("restore", "restore everything owned", .restore),
    ]

    static let looking = [
        ShopCommand("owned", "the owned products", .owned),
        ShopCommand("widget", "what the app publishes for a widget: when each product may be used", .widget),
        ShopCommand(
            "subscriptions",
            "the renewal of each subscription; SUB below is a product, not needed if there is only one", .subscriptions),
        ShopCommand("history [SUB]", "its history: paid, trial, grace, retry, refunded, with dates") {
            .history($0.next())
        },
        ShopCommand("transactions", "the transactions, the latest first", .transactions),
        ShopCommand("advance TIME", "move time forward: \(TimeSpan.spelling)") { .advance(try $0.span()) },
    ]

    static let last = [
        ShopCommand("unfinished", "the unfinished transactions", .unfinished),
        ShopCommand("finish WHAT", "finish it; WHAT is a transaction, or a product: its oldest") {
            .finish([try $0.word()])
        },
        ShopCommand("updates", "all updates so far", .updates),
        ShopCommand("follow CONSUMER [failing]", "process all updates as a consumer of this name, or fail permanently")
        {
            .follow(try $0.word(), isFailing: $0.take("failing"))
        },
        ShopCommand("failed", "the failed updates of consumers", .failed()),
        ShopCommand("rejected", "the reports that Purser rejects", .rejected),
        ShopCommand("release CONSUMER NUMBER", "deliver such an update to its consumer again") {
            .release(consumer: try $0.word(), numbers: [try $0.sequence()])
        },
        ShopCommand("quit", "exit", help: [["quit", "leave"]]) { _ in .quit },
        ShopCommand("help", "?", help: []) { _ in .help },
    ]

    private static let buyHelp = [
        [
            "buy PRODUCT [QUANTITY] [manual]",
            "buy; PRODUCT is a number of the list, an identifier, the end of one (club.monthly), or a reference name, in "
                + "double quotes if it has spaces",
        ], ["buy PRODUCT seats N", "buy a subscription with seats, or add some: N is the new total"],
    ]

    private static func buy(_ words: inout TypedWords) throws -> ShopWish {
        let product = try words.product()
        var (quantity, isManual, seats): (Int, Bool, Int?) = (1, false, nil)
        while let word = words.next() {
            // As outside the shop, where these words are options.
            switch word.hasPrefix("--") ? String(word.dropFirst(2)) : word {
            case "quantity": continue
            case "manual": isManual = true
            case "seats": seats = try words.seats()
            case let word:
                guard let number = Int(word), (1...PaymentRequest.maximumQuantity).contains(number) else {
                    throw UsageError("a quantity is 1 to \(PaymentRequest.maximumQuantity), not “\(word)”")
                }
                quantity = number
            }
        }
        return .buy(product: product, quantity: quantity, isManual: isManual, seats: seats)
    }

    private static func answer(_ words: inout TypedWords, _ said: String) throws -> ShopWish {
        let id = try words.word()
        guard !words.take("in") else {
            return .answer(id, approves: words.command == "approve", after: try words.span())
        }
        return .act(Act(words.command, .payment(id), said: said))
    }

    private static func refund(_ words: inout TypedWords) throws -> ShopWish {
        let what = Act.Subject.transaction(try words.word())
        if words.rest.count == 2, ["seat", "seats"].contains(words.rest.last) {
            let seats = try words.seats()
            _ = words.next()
            return .act(.refund(seats: seats, of: what))
        }
        let part = try words.percentage()
        let said = "Refunded \(part < 100 ? "\(part)% of " : "")transaction {}."
        return .act(Act("refund", what, with: ["percentage": .number("\(part)")], said: said))
    }
}
