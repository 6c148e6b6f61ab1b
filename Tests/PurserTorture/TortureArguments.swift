import Purser

/// What was typed behind `PurserTorture`.
struct TortureArguments: Sendable {
    /// What the program is to do.
    enum Task: Sendable {
        case help
        case torture(Torture.Options)
        /// Buys until it is killed: the program starts itself so.
        case work(folder: String, plan: TorturePlan, LedgerDurability, TortureFlaw?)
    }

    /// What `--help` prints.
    static let help = """
        Kills a store in the middle of purchases, again and again, and checks the accounts.

        Usage: swift run PurserTorture --rounds N [--users N] [--seed S] [--home DIR] [--durability HOW] [--json]

          --rounds N        how many times a store is started and killed
          --users N         how many users share the device, 2 to 8; none are told apart if left out
          --seed S          decides what is bought and when the store is killed; drawn if left out
          --home DIR        a new or empty folder to work in, which is kept; a temporary one if left out
          --durability HOW  synced waits for the disk, buffered (the default) does not
          --json            write the counts as one JSON object

        CONTRIBUTING.md says what is compared. Status 1 when anything differs, 64 when this was not understood.
        """

    let task: Task

    /// Reads the words.
    ///
    /// - Throws: ``TortureError`` for the first one that does not fit.
    init(_ words: [String]) throws(TortureError) {
        if words.isEmpty || words.contains("--help") || words.contains("-h") {
            task = .help
            return
        }
        let isWorker = words.count > 1 && words[0] == "worker"
        let values = try Self.values(words.dropFirst(isWorker ? 2 : 0))
        let users = try Self.number(values["users"], "users", in: TortureUsers.counts)
        let flaw = try Self.flaw(values["flaw"], hasUsers: users != nil)
        let durability = try Self.durability(values["durability"])
        let seed = try Self.number(values["seed"], "seed", in: 0...UInt64.max) ?? .random(in: 0..<1_000_000)
        guard !isWorker else {
            let round = try Self.number(values["round"], "round", in: 0...Int.max) ?? 0
            task = .work(
                folder: words[1], plan: TorturePlan(seed: seed, round: round, users: users), durability, flaw)
            return
        }
        guard let rounds = try Self.number(values["rounds"], "rounds", in: 1...1_000_000) else {
            throw TortureError("--rounds N is missing")
        }
        task = .torture(
            .init(
                rounds: rounds, seed: seed, durability: durability, home: values["home"], flaw: flaw, users: users,
                isJSON: values["json"] != nil))
    }

    private static func values(_ words: ArraySlice<String>) throws(TortureError) -> [String: String] {
        var (values, rest) = ([String: String](), words)
        while let word = rest.popFirst() {
            let name = String(word.dropFirst(2))
            if word == "--json" {
                values[name] = ""
            } else if ["--rounds", "--users", "--seed", "--home", "--durability", "--flaw", "--round"].contains(word),
                let value = rest.popFirst()
            {
                values[name] = value
            } else {
                throw TortureError("“\(word)” is not understood")
            }
        }
        return values
    }

    private static func number<Number: FixedWidthInteger>(
        _ text: String?, _ name: String, in range: ClosedRange<Number>
    ) throws(TortureError) -> Number? {
        guard let text else { return nil }
        guard let number = Number(text), range.contains(number) else {
            throw TortureError(
                "--\(name) wants a whole number, \(range.lowerBound) to \(range.upperBound), not “\(text)”")
        }
        return number
    }

    private static func durability(_ text: String?) throws(TortureError) -> LedgerDurability {
        switch text {
        case nil, "buffered"?: .buffered
        case "synced"?: .synced
        case let text?: throw TortureError("--durability wants synced or buffered, not “\(text)”")
        }
    }

    private static func flaw(_ name: String?, hasUsers: Bool) throws(TortureError) -> TortureFlaw? {
        guard let name else { return nil }
        guard let flaw = TortureFlaw(rawValue: name) else { throw TortureError("there is no flaw “\(name)”") }
        guard !flaw.isAboutUsers || hasUsers else { throw TortureError("--flaw \(name) wants --users") }
        return flaw
    }
}
