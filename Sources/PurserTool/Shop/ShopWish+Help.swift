// The commands of the shop, and their words.
extension ShopWish {
    /// The rows of `help`: each command with its purpose.
    static let helpRows = firstRows + LifeWish.helpRows + AccountWish.helpRows + lastRows

    /// The rows of `help` for the App Store of a running app, which decides about finishing and about consumers.
    static let attachedHelpRows: [[String]] = helpRows.compactMap { row in
        guard !row[0].hasPrefix("follow ") else { return nil }
        let words = [" [manual]", " [in TIME]"].reduce(row[0]) { $0.replacing($1, with: "") }
        return [words, row[1].replacing("; or one after a time", with: "")]
    }

    private static let firstRows = [
        ["list", "the products for sale"],
        ["products", "the same with offers, and prices for a week, a month and a year"],
        [
            "buy PRODUCT [QUANTITY] [manual]",
            "buy; PRODUCT is a number of the list, an identifier, the end of one (club.monthly), or a reference name, "
                + "in double quotes if it has spaces",
        ],
        ["buy PRODUCT seats N", "buy a subscription with seats, or add some: N is the new total"],
        ["ask on | ask off", "whether each purchase needs approval"],
        ["pending", "purchases that wait for approval"],
        ["approve [PAYMENT [in TIME]]", "approve one, or all; or one after a time"],
        ["decline PAYMENT [in TIME]", "decline one"],
        [
            "refund WHAT [PERCENT%]",
            "refund it, or a part; WHAT is a transaction, or a product: its latest",
        ],
        ["refund WHAT N seats", "refund this many seats of that transaction"],
        ["reinstate WHAT", "undo a refund"],
        ["delete WHAT", "the App Store no longer lists that transaction, and reports it to the app as revoked"],
        ["restore", "restore everything owned"],
        ["owned", "the owned products"],
        ["subscriptions", "the renewal of each subscription; SUB below is a product, not needed if there is only one"],
        ["history [SUB]", "its history: paid, trial, grace, retry, refunded, with dates"],
        ["transactions", "the transactions, the latest first"],
        ["advance TIME", "move time forward: \(TimeSpan.spelling)"],
    ]

    private static let lastRows = [
        ["unfinished", "the unfinished transactions"],
        ["finish WHAT", "finish it; WHAT is a transaction, or a product: its oldest"],
        ["updates", "all updates so far"],
        ["follow CONSUMER [failing]", "process all updates as a consumer of this name, or fail permanently"],
        ["failed", "the failed updates of consumers"],
        ["rejected", "the reports that Purser rejects"],
        ["release CONSUMER NUMBER", "deliver such an update to its consumer again"],
        ["quit", "leave"],
    ]

    /// The first words of all commands.
    static let names: [String] = {
        var names: Set<String> = []
        for row in helpRows {
            let words = row[0].split(separator: " ").map(String.init)
            names.insert(words[0])
            // Text such as “share PRODUCT | unshare PRODUCT”; a single word after a bar is a choice.
            for (place, word) in words.enumerated() where word == "|" && place + 2 < words.count {
                if words[place + 2].first?.isUppercase == true { names.insert(words[place + 1]) }
            }
        }
        return names.filter { name in name.allSatisfy(\.isLowercase) }.sorted()
    }()

    /// The possible second words of a command, such as `on` and `off`.
    static let choices: [String: [String]] = Dictionary(
        helpRows.map { row in
            let words = row[0].split { $0 == " " || $0 == "[" || $0 == "]" }.map(String.init)
            return (words[0], words.dropFirst().filter { $0.allSatisfy(\.isLowercase) && !names.contains($0) })
        }, uniquingKeysWith: +)
}
