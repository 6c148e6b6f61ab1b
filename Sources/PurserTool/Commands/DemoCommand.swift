import PurserSimulator

/// `purser demo [FILE]`.
struct DemoCommand: Command {
    static let syntax = CommandSyntax(
        name: "demo", summary: "Sell from a .storekit file (the bundled sample by default) and check the books",
        operands: "[FILE]", operandCount: 0...1,
        details: """
            Concurrent purchases, one that is approved later, failures that are retried, a manual finish, a refund and a
            restore, with their numbered updates, and a subscription's life on its own clock. Acts without a suitable
            product in the file are skipped. Status 1 if a count at the end is wrong.
            """)

    private let path: String?

    init(_ arguments: Arguments) throws { path = arguments.operands.first }

    func run(_ output: Output) async throws -> Int32 {
        let file = try path.map { try StoreFile(path: $0) } ?? StoreFile(sample: ())
        guard !file.catalog.products.isEmpty else {
            throw ToolError("\(file.name) sells nothing; purser products lists its mistakes")
        }
        file.showMistakes(output, inFull: false)
        return try await Demo.run(file, output) ? ExitStatus.success : ExitStatus.failure
    }
}
