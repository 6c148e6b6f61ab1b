import Purser
import PurserSimulator

/// An action on the whole account, or on the App Store's behavior: commands of the shop, attached or not.
struct AccountWish: Hashable, Sendable {
    /// The App Store's command, and its parameters.
    let command: String
    let members: [String: JSONValue]
    /// The result, as a sentence.
    let said: String

    /// The rows of `help`: each command with its purpose.
    static let helpRows = [
        ["storefront COUNTRY", "move the customer, such as to DEU"],
        ["network on | off", "without it, every call fails and nothing is reported"],
        ["payments on | off", "whether payments are allowed"],
        ["faults chaos [SEED] | off", "delays, repetitions and failing calls, by a seed"],
        ["defects NAME[=CHANCE]… | off", "known defects of Apple's stores: \(defects.joined(separator: ", "))"],
        ["reset", "reset all settings; transactions stay"],
        ["clear", "remove all transactions from the App Store"],
    ]

    private static let defects = StoreDefect.all.map(\.rawValue).sorted()

    /// Reads words; `nil` if the first one is not such a command.
    ///
    /// - Throws: ``UsageError``.
    static func read(_ name: String, _ rest: [String]) throws(UsageError) -> AccountWish? {
        switch name {
        case "storefront": try storefront(rest)
        case "network": try flag(name, rest, "The network is available.", "There is no network.")
        case "payments": try flag(name, rest, "Payments are allowed.", "Payments are not allowed.")
        case "faults": try faults(rest)
        case "defects": try defects(rest)
        case "reset": try plain(name, rest, "The settings are reset.")
        case "clear": try plain(name, rest, "The App Store has no transactions now.")
        default: nil
        }
    }

    private static func plain(_ name: String, _ rest: [String], _ said: String) throws(UsageError) -> AccountWish {
        guard rest.isEmpty else { throw UsageError("\(name) takes no words; remove “\(rest[0])”") }
        return AccountWish(command: name, members: [:], said: said)
    }

    private static func flag(
        _ name: String, _ rest: [String], _ yes: String, _ no: String
    ) throws(UsageError) -> AccountWish {
        guard rest == ["on"] || rest == ["off"] else { throw UsageError("write \(name) on, or \(name) off") }
        let isOn = rest == ["on"]
        return AccountWish(command: name, members: ["on": .bool(isOn)], said: isOn ? yes : no)
    }

    private static func storefront(_ rest: [String]) throws(UsageError) -> AccountWish {
        guard rest.count == 1, StoreStorefront.appStore(in: rest[0].uppercased()) != nil else {
            let near = Nearest.question(rest.first?.uppercased() ?? "", StoreStorefront.countries)
            throw UsageError("storefront needs a country in three letters, such as DEU\(near)")
        }
        let country = rest[0].uppercased()
        return AccountWish(
            command: "storefront", members: ["country": .string(country)], said: "The customer is in \(country) now.")
    }

    private static func faults(_ rest: [String]) throws(UsageError) -> AccountWish {
        if rest == ["off"] {
            return AccountWish(
                command: "faults", members: ["chaos": .bool(false)], said: "There are no faults now.")
        }
        guard rest.first == "chaos", rest.count <= 2, let seed = Int32(rest.count == 2 ? rest[1] : "0"), seed >= 0
        else {
            throw UsageError("write faults chaos, faults chaos 42 for a seed, or faults off")
        }
        return AccountWish(
            command: "faults", members: ["chaos": .bool(true), "seed": .number("\(seed)")],
            said: "There are faults now, by seed \(seed).")
    }

    private static func defects(_ rest: [String]) throws(UsageError) -> AccountWish {
        guard !rest.isEmpty else { throw UsageError("write defects off, or names: \(defects.joined(separator: ", "))") }
        var chances: [String: JSONValue] = [:]
        for word in rest where rest != ["off"] {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            guard let name = defects.first(where: { $0.lowercased() == parts.first?.lowercased() }) else {
                throw UsageError("there is no defect “\(word)”\(Nearest.question(parts.first ?? "", defects))")
            }
            let chance = parts.count == 2 ? Double(parts[1]) : 1
            guard let chance, (0...1).contains(chance) else {
                throw UsageError("the chance of a defect is a number from 0 to 1, not “\(parts[1])”")
            }
            chances[name] = .number("\(chance)")
        }
        let names = chances.keys.sorted().joined(separator: ", ")
        return AccountWish(
            command: "defects", members: ["chances": .object(chances)],
            said: names.isEmpty ? "There are no defects now." : "These defects occur now: \(names).")
    }
}
