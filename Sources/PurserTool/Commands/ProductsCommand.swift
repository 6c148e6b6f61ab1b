import Purser
import PurserSimulator

/// `purser products FILE`, or `--attach PATH`.
struct ProductsCommand: Command {
    static let syntax = CommandSyntax(
        name: "products", summary: "List what a .storekit file sells, with localized prices and offers",
        operands: "FILE", operandCount: 0...1, options: [.attach, .json],
        details: """
            Below a subscription are its price for other periods, its saving compared with another one of its group, and
            its offers, in the locale of the file. Mistakes in the file go to standard error, each with its path. With
            --attach instead of FILE the products of a running app's App Store are listed.
            """)

    private let path: String
    private let isAttached: Bool

    init(_ arguments: Arguments) throws {
        let attached = arguments.value("attach")
        guard let path = arguments.operands.first ?? attached, arguments.operands.isEmpty != (attached == nil) else {
            throw UsageError("name a FILE, or --attach PATH without one")
        }
        self.path = path
        isAttached = attached != nil
    }

    func run(_ output: Output) async throws -> Int32 {
        if isAttached {
            try await AttachedShop(store: try await AttachedStore(path), output: output).serve(.products)
            return ExitStatus.success
        }
        let file = try StoreFile(path: path)
        file.showMistakes(output, inFull: true)
        let ids = file.catalog.products.map(\.id)
        let answer = try await Session.with(file, home: nil) { try await $0.store.products(for: ids) }
        ProductRow.write(answer.products, output)
        if answer.products.isEmpty, !output.isJSON { output.line("\(path) sells nothing.") }
        return ExitStatus.success
    }
}
