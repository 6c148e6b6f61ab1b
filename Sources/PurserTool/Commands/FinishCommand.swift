import Purser
import PurserSimulator

/// `purser finish ID… --store FILE --home DIR`, or `--attach PATH`.
struct FinishCommand: Command {
    static let syntax = CommandSyntax(
        name: "finish", summary: "Finish transactions that were bought with --manual", operands: "WHAT…",
        operandCount: 1...1_000, options: StoreArguments.lookingOptions + [.json],
        details: """
            WHAT is a transaction, as in the list of purser unfinished, or a product: its oldest. All are checked first:
            if one is unknown, nothing is finished. Finishing one again is harmless.
            """)

    private let arguments: StoreArguments
    private let ids: [String]

    init(_ arguments: Arguments) throws {
        self.arguments = try StoreArguments(arguments)
        ids = arguments.operands
    }

    func run(_ output: Output) async throws -> Int32 {
        try await arguments.run(output, makesHome: false, attached: ids.map { .finish($0) }) { session, file in
            let names = file.productNames
            let account = await session.appStore.transactions
            let waiting = await session.store.unfinished().map(\.transaction)
            let ids = self.ids.map { word in
                guard !account.contains(where: { $0.id == word }), let product = names.meant(word) else { return word }
                return waiting.first { $0.productID == product }?.id ?? word
            }
            let unknown = ids.filter { id in !account.contains { $0.id == id } }
            guard unknown.isEmpty else {
                let list = unknown.map { "“\($0)”" }.joined(separator: ", ")
                throw ToolError("this account has no transaction \(list); purser unfinished lists those to finish")
            }
            for transaction in ids.compactMap({ id in account.first { $0.id == id } }) {
                let wasFinished = try await !session.finish(transaction.id)
                output.write(
                    "\(transaction.id)  \(wasFinished ? "was finished already" : "finished")  "
                        + Line.single(transaction.productID),
                    .line(
                        "finished",
                        [("wasFinished", .bool(wasFinished)), ("transaction", .transaction(transaction))]))
            }
            return ExitStatus.success
        }
    }
}

extension Session {
    /// Finishes a transaction and waits until the account has recorded it; returns `false` if there was nothing to
    /// finish.
    ///
    /// - Throws: `PurchaseFailure` or ``ToolError``.
    func finish(_ id: String) async throws -> Bool {
        guard await isUnfinished(id) else { return false }
        try await store.finish(id)
        guard await settled({ await !isUnfinished(id) }) else {
            throw ToolError("transaction \(id) could not be finished; it stays with the account, finish it again")
        }
        return true
    }

    private func isUnfinished(_ id: String) async -> Bool {
        await store.unfinished().contains { $0.transaction.id == id }
    }
}
