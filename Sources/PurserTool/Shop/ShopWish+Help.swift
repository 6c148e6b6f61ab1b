// The commands of the shop, and their words.
extension ShopWish {
    /// The rows of `help`: each command with its purpose.
    static let helpRows = firstRows + LifeWish.helpRows + AccountWish.helpRows + lastRows

    private static let firstRows = [
        ["list", "what is for sale"],
        ["products", "the same with offers, and prices for a week, a month and a year"],
        [
            "buy PRODUCT [QUANTITY] [manual]",
            "buy; PRODUCT is a number of the list, an identifier, the end of one (club.monthly), or a reference name",
        ],
        ["buy PRODUCT seats N", "buy a subscription with seats, or add some: N is how many there are then in all"],
        ["ask on | ask off", "whether somebody has to approve each purchase"],
        ["pending", "purchases that wait for somebody"],
        ["approve [PAYMENT [in TIME]]", "approve one, or all that wait; or one when so much time has passed"],
        ["decline PAYMENT [in TIME]", "decline one"],
        [
            "refund WHAT [PERCENT%]",
            "give the money back, or a part; WHAT is a transaction, or a product: its latest",
        ],
        ["refund WHAT N seats", "give so many seats of that transaction back"],
        ["reinstate WHAT", "take a refund back"],
        ["delete WHAT", "the App Store no longer lists that transaction, and reports it to the app as revoked"],
        ["restore", "ask for everything owned"],
        ["owned", "what is owned"],
        ["subscriptions", "how each subscription goes on; SUB below is a product, or left out where there is one"],
        ["history [SUB]", "what it went through: paid, trial, grace, retry, refunded, with dates"],
        ["transactions", "what was bought, the latest first"],
        ["advance TIME", "let time pass: \(TimeSpan.spelling)"],
    ]

    private static let lastRows = [
        ["unfinished", "what waits to be finished"],
        ["finish WHAT", "finish it; WHAT is a transaction, or a product: its oldest"],
        ["updates", "all updates so far"],
        ["follow CONSUMER [failing]", "process all updates as a consumer of this name, or fail for good"],
        ["failed", "what consumers could not process"],
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
