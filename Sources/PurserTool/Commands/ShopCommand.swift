import Purser

/// `purser shop FILE`.
struct ShopCommand: Command {
    static let syntax = CommandSyntax(
        name: "shop", summary: "Buy by hand: one command a line, until quit or the end of input", operands: "FILE",
        operandCount: 1...1,
        options: [
            OptionSyntax(
                name: "home", value: "DIR", summary: "Keep account and ledger in this folder; forgotten if left out"),
            .durability,
            OptionSyntax(
                name: "manual", value: "ID", summary: "Finish this product by hand, however it came",
                isRepeatable: true), .json, .diagnostics,
        ],
        details: """
            Type help for the commands. On a terminal lines can be edited and called up again, and the tabulator completes
            commands and products, where the machine has libedit or readline. It works by a pipe too: echo 'buy 1' | purser shop FILE. The status is then 1 when a line could not
            be done.

            Subscriptions live: advance 1m lets a month pass, and renew, card, grace, price, consent, expire, share and redeem do to
            them what customers and the App Store do. With --home the customer's time stays as far ahead as it was moved.
            """)

    private let path: String
    private let home: Home?
    private let manual: Set<String>
    private let tellsDiagnostics: Bool

    init(_ arguments: Arguments) throws {
        path = arguments.operands[0]
        let durability = try arguments.durability()
        tellsDiagnostics = arguments.has("diagnostics")
        manual = Set(arguments.all("manual"))
        home = arguments.value("home").map { Home(path: $0, durability: durability) }
    }

    func run(_ output: Output) async throws -> Int32 {
        let file = try StoreFile(path: path)
        file.tellMistakes(output, inFull: true)
        let names = file.productNames
        let manual = Set(self.manual.map { names.meant($0) ?? $0 })
        let deliveries = ShopDeliveries()
        return try await Session.with(file, home: home, diagnostics: tellsDiagnostics ? output : nil) { configuration in
            configuration.grant = { _ in }
            configuration.revoke = { deliveries.revoke($0) }
            configuration.finishing = { manual.contains($0) ? .manual : .atomic }
        } _: { session in
            let isTyped = Console.readsFromTerminal
            let editor = Console.canEditLines && !output.isJSON ? await Self.editor(names) : nil
            let input = ShopInput(prompt: isTyped && !output.isJSON ? "> " : nil, output: output, editor: editor)
            let isDone = try await Shop(session, file, deliveries, output).serve(input)
            // A person has seen what went wrong; a script learns it by the status.
            return isDone || isTyped ? ExitStatus.success : ExitStatus.failure
        }
    }

    @MainActor
    private static func editor(_ names: ProductNames) -> LineEditor? {
        LineEditor.find { LineCompletion.install(in: $0, names) }
    }
}
