import Purser
import PurserSimulator

/// `purser shop FILE` and `purser shop --attach PATH`.
struct ShopCommand: Command {
    static let syntax = CommandSyntax(
        name: "shop", summary: "Buy manually: one command per line, until quit or the end of input", operands: "FILE",
        operandCount: 0...1,
        options: [
            .attach,
            OptionSyntax(
                name: "listen", value: "PATH", summary: "Let purser --attach PATH control this shop's account meanwhile"
            ),
            OptionSyntax(
                name: "home", value: "DIR", summary: "Store account and ledger in this folder; in memory by default"),
            .durability,
            OptionSyntax(
                name: "manual", value: "ID", summary: "Finish this product manually, however it was bought",
                isRepeatable: true), .json, .diagnostics,
        ],
        details: """
            Type help for the commands. On a terminal, lines can be edited and recalled, and the Tab key completes
            commands and products, if libedit or readline is installed. A pipe works too: echo 'buy 1' | purser shop
            FILE. The status is then 1 if a line failed.

            advance 1m moves time forward by a month; renew, card, grace, price, consent, expire, share and redeem are
            actions of customers and the App Store on subscriptions. With --home, the customer's time stays moved
            forward.

            With --attach instead of FILE the commands are sent to an App Store that listens: that of a shop with
            --listen, or of an app in development that calls EmbeddedAppStore.listen(at:). Commands for the app's store,
            such as owned and restore, work if the app has attached it.
            """)

    private let source: Source
    private let listeningPath: String?
    private let home: Home?
    private let manual: Set<String>
    private let reportsDiagnostics: Bool

    /// The place of the account.
    private enum Source: Sendable {
        case file(String)
        case attached(String)
    }

    init(_ arguments: Arguments) throws {
        listeningPath = arguments.value("listen")
        switch (arguments.operands.first, arguments.value("attach")) {
        case (let file?, nil): source = .file(file)
        case (nil, let path?) where listeningPath == nil: source = .attached(path)
        default: throw UsageError("name a FILE, or --attach PATH without one")
        }
        let durability = try arguments.durability()
        reportsDiagnostics = arguments.has("diagnostics")
        manual = Set(arguments.all("manual"))
        home = arguments.value("home").map { Home(path: $0, durability: durability) }
    }

    func run(_ output: Output) async throws -> Int32 {
        switch source {
        case .file(let path): return try await sell(path, output)
        case .attached(let path):
            let shop = AttachedShop(store: try await AttachedStore(path), output: output)
            return Self.status(try await shop.serve(await Self.input(shop.store.names, output)))
        }
    }

    private func sell(_ path: String, _ output: Output) async throws -> Int32 {
        let file = try StoreFile(path: path)
        file.showMistakes(output, inFull: true)
        let names = file.productNames
        let manual = Set(self.manual.map { names.meant($0) ?? $0 })
        let deliveries = ShopDeliveries()
        return try await Session.with(file, home: home, diagnostics: reportsDiagnostics ? output : nil) {
            configuration in
            configuration.grant = { _ in }
            configuration.revoke = { deliveries.revoke($0) }
            configuration.finishing = { manual.contains($0) ? .manual : .atomic }
        } _: { session in
            try await listening(session) {
                let input = await Self.input(names, output)
                return Self.status(try await Shop(session, file, deliveries, output).serve(input))
            }
        }
    }

    /// Works, and serves other programs meanwhile if requested.
    private func listening(_ session: Session, _ work: @Sendable () async throws -> Int32) async throws -> Int32 {
        guard let listeningPath else { return try await work() }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            let ready = EventCount()
            group.addTask {
                defer { ready.close() }
                try await session.appStore.listen(path: listeningPath, store: session.store) { ready.advance() }
            }
            if (try? await ready.wait(after: 0)) == nil { try await group.waitForAll() }
            defer { group.cancelAll() }
            return try await work()
        }
    }

    private static func input(_ names: ProductNames, _ output: Output) async -> ShopInput {
        let editor = Console.canEditLines && !output.isJSON ? await editor(names) : nil
        return ShopInput(
            prompt: Console.readsFromTerminal && !output.isJSON ? "> " : nil, output: output, editor: editor)
    }

    /// A person has seen the error; a script needs the status.
    private static func status(_ isDone: Bool) -> Int32 {
        isDone || Console.readsFromTerminal ? ExitStatus.success : ExitStatus.failure
    }

    @MainActor
    private static func editor(_ names: ProductNames) -> LineEditor? {
        LineEditor.find { LineCompletion.install(in: $0, names) }
    }
}
