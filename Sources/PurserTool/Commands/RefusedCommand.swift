import Purser

/// `purser refused --store FILE --home DIR`, or `--attach PATH`.
struct RefusedCommand: Command {
    static let syntax = CommandSyntax(
        name: "refused", summary: "List what the store tells and Purser does not take in, with the reason",
        options: StoreArguments.lookingOptions + [.json],
        details: """
            Such are transactions outside the limits or with an invalid signature. They stay with the store, which tells
            them again to each run. To see one, buy with --manual in a new folder, change the quantity in DIR/account.json to
            2000000, and remove DIR/ledger.
            """)

    private let arguments: StoreArguments

    init(_ arguments: Arguments) throws { self.arguments = try StoreArguments(arguments) }

    func run(_ output: Output) async throws -> Int32 {
        try await arguments.run(output, makesHome: false, attached: [.refused]) { session, _ in
            RefusedRows.write(session.store.refusedReports, output)
            return ExitStatus.success
        }
    }
}
