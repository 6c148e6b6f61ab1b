import Purser

/// `purser unfinished --store FILE --home DIR`, or `--attach PATH`.
struct UnfinishedCommand: Command {
    static let syntax = CommandSyntax(
        name: "unfinished", summary: "List the unfinished transactions",
        options: StoreArguments.lookingOptions + [.json], details: "It finishes none of them.")

    private let arguments: StoreArguments

    init(_ arguments: Arguments) throws { self.arguments = try StoreArguments(arguments) }

    func run(_ output: Output) async throws -> Int32 {
        try await arguments.run(output, makesHome: false, attached: [.unfinished]) { session, _ in
            let unfinished = await session.store.unfinished()
            for purchase in unfinished where output.isJSON {
                output.json(.update(purchase.update, as: "unfinished"))
            }
            if unfinished.isEmpty { output.remark("Everything is finished.") }
            for line in UnfinishedRows.lines(unfinished) { output.remark(line) }
            return ExitStatus.success
        }
    }
}
