import Purser

/// `purser restore --store FILE --home DIR`, or `--attach PATH`.
struct RestoreCommand: Command {
    static let syntax = CommandSyntax(
        name: "restore", summary: "Restore the purchases of the account", options: StoreArguments.options + [.json])

    private let arguments: StoreArguments

    init(_ arguments: Arguments) throws { self.arguments = try StoreArguments(arguments) }

    func run(_ output: Output) async throws -> Int32 {
        try await arguments.run(output, attached: [.restore]) { session, _ in
            let outcome = try await session.store.restorePurchases()
            for transaction in outcome.restored {
                output.write(
                    "\(Line.single(transaction.productID))  restored, transaction \(transaction.id)",
                    .line("restored", [("transaction", .transaction(transaction))]))
            }
            for failed in outcome.failed {
                if output.isJSON { output.json(json(failed)) }
                output.complain("purser restore: \(ToolError.line(for: failed.failure))")
            }
            if outcome.isEmpty { output.remark("There is nothing to restore.") }
            await session.waitForFinishing()
            return outcome.failed.isEmpty ? ExitStatus.success : ExitStatus.failure
        }
    }

    private func json(_ failed: RestoreOutcome.Failed) -> JSONText {
        .line(
            "restoreFailed",
            [("transaction", .transaction(failed.transaction)), ("failure", .failure(failed.failure))])
    }
}
