import Purser
import PurserFormats
import PurserSimulator

// The commands that change subscriptions, the account and the App Store's behavior.
extension ShopCommand {
    /// What can happen to a subscription, also in a timeline.
    static let life = [
        ShopCommand("renew on | off | now [SUB]", "whether it renews; now begins the next period at once") { words in
            guard words.take("now") else {
                return try either(&words, "on", "off", or: "now", "on", "It renews.", "It no longer renews.")
            }
            let subscription = Act.Subject.subscription(words.next(), orOver: true)
            return .act(Act("renew", subscription, with: ["now": .bool(true)], said: "It has renewed."))
        },
        ShopCommand("seats N [SUB]", "how many seats the next period has; buy adds some at once") {
            .act(.renewal(seats: try $0.seats(), of: $0.next()))
        },
        ShopCommand("card declined | ok [SUB]", "its payments fail from the next one on, or the due amount is paid") {
            try either(
                &$0, "ok", "declined", "accepted", "The card is accepted.",
                "The card will be declined at the next renewal.")
        },
        flag(
            "grace", "whether there is a grace period after a failed payment",
            "Failed payments now begin a grace period.", "Failed payments now end the subscription at once."),
        ShopCommand("price AMOUNT [SUB]", "raise the price; without consent it ends at the renewal") { words in
            let price = JSONValue.number("\(try words.amount())")
            let said = "A price increase to {price} from the next renewal on waits for consent."
            return .act(Act("price", .subscription(words.next()), with: ["price": price], said: said))
        },
        ShopCommand("consent yes | no [SUB]", "the customer agrees to it, or declines") {
            try either(
                &$0, "yes", "no", "agrees", "The customer agrees.", "The customer declines, so it does not renew.")
        },
        ShopCommand("expire [SUB]", "end it now") {
            .act(Act("expire", .subscription($0.next()), said: "It has ended."))
        },
        ShopCommand(
            "extend",
            help: [
                ["extend TIME [SUB]", "extend the current period, as the app's server does"],
                ["extend TIME all PRODUCT", "the same for all subscribers of a product"],
            ]
        ) { words in
            let span = try words.span()
            let isForAll = words.take("all")
            let said = isForAll ? "Extended for {succeeded}, not for {failed}." : "Its current period is longer."
            let subject = isForAll ? Act.Subject.product(try words.product()) : .subscription(words.next())
            return .act(Act("extend", subject, span: span, said: said))
        },
        product(
            "share", [["share PRODUCT | unshare PRODUCT", "begin or end family sharing of a product"]],
            "The family shares {} now."),
        product("unshare", [], "The family no longer shares {}."),
        product(
            "assign", [["assign PRODUCT | unassign PRODUCT", "assign a seat to the customer, or end that"]],
            "The customer has a seat of {} now."),
        product("unassign", [], "The customer no longer has a seat of {}."),
        ShopCommand("redeem OFFER PRODUCT", "redeem an offer code, outside the app") { words in
            let offer = try words.word("an offer and its product: redeem SPRING PRODUCT")
            let said = "Redeemed \(Line.single(offer)): transaction {transaction}."
            return .act(Act("redeem", .product(try words.product()), with: ["offer": .string(offer)], said: said))
        },
    ]

    static let account = [
        ShopCommand("storefront COUNTRY", "move the customer, such as to DEU") { words in
            let country = try words.word("a country in three letters, such as DEU").uppercased()
            guard StoreStorefront.appStore(in: country) != nil else {
                let near = Nearest.question(country, StoreStorefront.countries)
                throw UsageError("storefront needs a country in three letters, such as DEU\(near)")
            }
            return .act(
                Act("storefront", with: ["country": .string(country)], said: "The customer is in \(country) now."))
        },
        flag(
            "network", "without it, every call fails and nothing is reported", "The network is available.",
            "There is no network."),
        flag("payments", "whether payments are allowed", "Payments are allowed.", "Payments are not allowed."),
        ShopCommand("faults chaos [SEED] | off", "delays, repetitions and failing calls, by a seed", faults),
        ShopCommand(
            "defects NAME[=CHANCE]… | off",
            "known defects of Apple's stores: \(defectNames.joined(separator: ", "))", defects),
        ShopCommand(
            "reset", "reset all settings; transactions stay", .act(Act("reset", said: "The settings are reset."))),
        ShopCommand(
            "clear", "remove all transactions from the App Store",
            .act(Act("clear", said: "The App Store has no transactions now."))),
    ]

    static let defectNames = StoreDefect.all.map(\.rawValue).sorted()

    /// A command that is followed by `on` or `off`.
    static func flag(_ name: String, _ purpose: String, _ yes: String, _ no: String, form: String? = nil) -> Self {
        ShopCommand(form ?? "\(name) on | off", purpose) { words in
            let isOn = try words.choice("on", "off")
            return .act(Act(name, with: ["on": .bool(isOn)], said: isOn ? yes : no))
        }
    }

    /// One of two words, and the subscription that it is about.
    private static func either(
        _ words: inout TypedWords, _ yes: String, _ no: String, or other: String? = nil, _ key: String,
        _ saidYes: String, _ saidNo: String
    ) throws -> ShopWish {
        let isYes = try words.choice(yes, no, or: other)
        let said = isYes ? saidYes : saidNo
        return .act(Act(words.command, .subscription(words.next()), with: [key: .bool(isYes)], said: said))
    }

    private static func product(_ name: String, _ help: [[String]], _ said: String) -> ShopCommand {
        ShopCommand(name, help: help) { .act(Act(name, .product(try $0.product()), said: said)) }
    }

    private static func faults(_ words: inout TypedWords) throws -> ShopWish {
        if words.take("off") {
            return .act(Act("faults", with: ["chaos": .bool(false)], said: "There are no faults now."))
        }
        guard words.take("chaos"), let seed = Int32(words.next() ?? "0"), seed >= 0 else {
            throw UsageError("write faults chaos, faults chaos 42 for a seed, or faults off")
        }
        let members: [String: JSONValue] = ["chaos": .bool(true), "seed": .integer(seed)]
        return .act(Act("faults", with: members, said: "There are faults now, by seed \(seed)."))
    }

    private static func defects(_ words: inout TypedWords) throws -> ShopWish {
        guard !words.rest.isEmpty else {
            throw UsageError("write defects off, or names: \(defectNames.joined(separator: ", "))")
        }
        var chances: [String: JSONValue] = [:]
        if !words.take("off") {
            while let word = words.next() {
                let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
                guard let name = defectNames.first(where: { $0.lowercased() == parts.first?.lowercased() }) else {
                    throw UsageError("there is no defect “\(word)”\(Nearest.question(parts.first ?? "", defectNames))")
                }
                guard let chance = parts.count == 2 ? Double(parts[1]) : 1, (0...1).contains(chance) else {
                    throw UsageError("the chance of a defect is a number from 0 to 1, not “\(parts[1])”")
                }
                chances[name] = .number("\(chance)")
            }
        }
        let names = chances.keys.sorted().joined(separator: ", ")
        let said = names.isEmpty ? "There are no defects now." : "These defects occur now: \(names)."
        return .act(Act("defects", with: ["chances": .object(chances)], said: said))
    }
}
