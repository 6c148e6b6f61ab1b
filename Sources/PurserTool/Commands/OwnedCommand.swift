import Purser

/// `purser owned --store FILE --home DIR`.
struct OwnedCommand: Command {
    static let syntax = CommandSyntax(
        name: "owned", summary: "List what the ledger says is owned", options: StoreArguments.options + [.json],
        details: "Consumables are counted as bought; what was used up is for the app to know.")

    private let place: StoreArguments

    init(_ arguments: Arguments) throws { place = try StoreArguments(arguments) }

    func run(_ output: Output) async throws -> Int32 {
        try await place.run(output) { session in
            let entitlements = session.store.entitlements
            if output.isJSON {
                for value in Self.json(entitlements) { output.json(value) }
            } else {
                for line in Self.lines(entitlements) { output.line(line) }
            }
            return ExitStatus.success
        }
    }

    /// What is owned, for people.
    static func lines(_ entitlements: StoreEntitlements) -> [String] {
        let owned = entitlements.ownedTransactions.map { [Line.single($0.productID), Words.kind($0.kind)] }
        let subscriptions = entitlements.subscriptions.map { subscription in
            [
                Line.single(subscription.productID),
                "subscription"
                    + (subscription.transaction.expirationDate.map { ", until \(Words.date($0))" } ?? ""),
            ]
        }
        let balances = entitlements.consumableBalances.sorted { $0.key < $1.key }.filter { $0.value != 0 }
            .map { [Line.single($0.key), "\($0.value) bought"] }
        let rows = owned + subscriptions + balances
        return rows.isEmpty ? ["Nothing is owned."] : Table.lines(rows)
    }

    /// What is owned, for programs.
    static func json(_ entitlements: StoreEntitlements) -> [JSONText] {
        let owned = entitlements.ownedTransactions.map { transaction in
            JSONText.line(
                "owned",
                [("productID", .string(transaction.productID)), ("transaction", .transaction(transaction))])
        }
        let subscriptions = entitlements.subscriptions.map { subscription in
            JSONText.line(
                "subscription",
                [
                    ("productID", .string(subscription.productID)), ("groupID", .string(subscription.groupID)),
                    ("transaction", .transaction(subscription.transaction)),
                ])
        }
        let balances = entitlements.consumableBalances.sorted { $0.key < $1.key }.filter { $0.value != 0 }
            .map { balance in
                JSONText.line(
                    "balance", [("productID", .string(balance.key)), ("quantity", .integer(balance.value))])
            }
        return owned + subscriptions + balances
    }
}
