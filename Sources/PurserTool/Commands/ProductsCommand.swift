import Purser
import PurserSimulator

/// `purser products FILE`.
struct ProductsCommand: Command {
    static let syntax = CommandSyntax(
        name: "products", summary: "List what a .storekit file sells, with localized prices", operands: "FILE",
        operandCount: 1...1, options: [.json],
        details: "Mistakes in the file go to standard error, each with its path.")

    private let path: String

    init(_ arguments: Arguments) throws { path = arguments.operands[0] }

    func run(_ output: Output) async throws -> Int32 {
        let file = try StoreFile(path: path)
        file.tellMistakes(output, inFull: true)
        let ids = file.catalog.products.map(\.id)
        let answer = try await Session.with(file, home: nil) { try await $0.store.products(for: ids) }
        if output.isJSON {
            for product in answer.products { output.json(.product(product)) }
        } else {
            for line in Table.lines(answer.products.map(ProductRow.cells)) { output.line(line) }
            if answer.products.isEmpty { output.line("\(path) sells nothing.") }
        }
        return ExitStatus.success
    }
}
