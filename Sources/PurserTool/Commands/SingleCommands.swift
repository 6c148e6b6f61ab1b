// The commands that perform a command of the shop once.
extension Command {
    static let restore = Command(
        once: "restore", "restore purchases", "Restore the purchases of the account", makesHome: true
    ) { _ in [.restore] }

    static let finish = Command(
        once: "finish", "finish transactions", "Finish transactions that were bought with --manual", operands: "WHAT…",
        details: """
            WHAT is a transaction, as in the list of purser unfinished, or a product: its oldest. All are checked first:
            if one is unknown, nothing is finished. Finishing one again is harmless.
            """
    ) { [.finish($0.operands)] }

    static let owned = Command(
        once: "owned", "list what is owned", "List the owned products of the ledger",
        details: "Consumables are counted as bought; only the app knows how many were used up."
    ) { _ in [.owned] }

    static let unfinished = Command(
        once: "unfinished", "list unfinished transactions", "List the unfinished transactions",
        details: "It finishes none of them."
    ) { _ in [.unfinished] }

    static let rejected = Command(
        once: "rejected", "rejected reports", "List the reports that Purser rejects, with the reason",
        details: """
            For example, transactions outside the limits or with an invalid signature. They stay unfinished, and the App
            Store reports them in each run. To see one, buy with --manual in a new folder, change the quantity in
            DIR/account.json to 2000000, and remove DIR/ledger.
            """
    ) { _ in [.rejected] }

    static let failed = Command(
        once: "failed", "list failed updates", "List the updates that consumers could not process",
        options: [OptionSyntax("--consumer NAME", "Only those of this consumer")],
        details: """
            An update that a consumer cannot process becomes a failed update, and the consumer continues. purser release
            delivers it to its consumer again. To see one, type follow NAME failing in purser shop.
            """
    ) { [.failed(consumer: $0.value("consumer"))] }

    static let release = Command(
        once: "release", "release them to their consumer", "Deliver failed updates to their consumer again",
        operands: "NAME N…",
        details: """
            NAME is the consumer, N the number of an update, as in the list of purser failed. All are checked first: if
            one has not failed, none is released. They are delivered when the consumer is followed.
            """
    ) { arguments in
        var words = TypedWords("release", arguments.operands)
        let consumer = try words.word()
        var numbers: [UInt64] = []
        while !words.rest.isEmpty { numbers.append(try words.sequence()) }
        return [.release(consumer: consumer, numbers: numbers)]
    }
}
