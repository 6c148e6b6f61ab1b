import Purser
import PurserSimulator

/// `purser products FILE`.
struct ProductsCommand: Command {
    static let syntax = CommandSyntax(
        name: "products", summary: "List what a .storekit file sells, with localized prices and offers",
        operands: "FILE",
        operandCount: 1...1, options: [.json],
        details: """
            Below a subscription are its price for other times, what it saves against another one of its group, and its offers, in
            the locale of the file. Mistakes in the file go to standard error, each with its path.
            """)

    private let path: String

    init(_ arguments: Arguments) throws { path = arguments.operands[0] }

    func run(_ output: Output) async throws -> Int32 {
        let file = try StoreFile(path: path)
        file.tellMistakes(output, inFull: true)
        let ids = file.catalog.products.map(\.id)
        let answer = try await Session.with(file, home: nil) { try await $0.store.products(for: ids) }
        ProductRow.write(answer.products, output)
        if answer.products.isEmpty, !output.isJSON { output.line("\(path) sells nothing.") }
        return ExitStatus.success
    }
}
