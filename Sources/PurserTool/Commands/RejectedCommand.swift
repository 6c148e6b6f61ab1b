import Purser

/// `purser rejected --store FILE --home DIR`, or `--attach PATH`.
struct RejectedCommand: Command {
    static let syntax = CommandSyntax(
        name: "rejected", summary: "List the reports that Purser rejects, with the reason",
        options: StoreArguments.lookingOptions + [.json],
        details: """
            For example, transactions outside the limits or with an invalid signature. They stay unfinished, and the App
            Store reports them in each run. To see one, buy with --manual in a new folder, change the quantity in
            DIR/account.json to 2000000, and remove DIR/ledger.
            """)

    private let arguments: StoreArguments

    init(_ arguments: Arguments) throws { self.arguments = try StoreArguments(arguments) }

    func run(_ output: Output) async throws -> Int32 {
        try await arguments.run(output, makesHome: false, attached: [.rejected]) { session, _ in
            RejectedRows.write(session.store.rejectedReports, output)
            return ExitStatus.success
        }
    }
}
