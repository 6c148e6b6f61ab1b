import Purser

/// `purser owned --store FILE --home DIR`, or `--attach PATH`.
struct OwnedCommand: Command {
    static let syntax = CommandSyntax(
        name: "owned", summary: "List the owned products of the ledger",
        options: StoreArguments.lookingOptions + [.json],
        details: "Consumables are counted as bought; only the app knows how many were used up.")

    private let arguments: StoreArguments

    init(_ arguments: Arguments) throws { self.arguments = try StoreArguments(arguments) }

    func run(_ output: Output) async throws -> Int32 {
        try await arguments.run(output, makesHome: false, attached: [.owned]) { session, _ in
            let entitlements = session.store.entitlements
            if output.isJSON {
                for value in OwnedRows.json(entitlements) { output.json(value) }
            } else {
                for line in OwnedRows.lines(entitlements) { output.line(line) }
            }
            return ExitStatus.success
        }
    }
}
