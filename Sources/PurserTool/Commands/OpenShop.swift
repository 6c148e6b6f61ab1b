import Purser
import PurserSimulator

/// The settings of a shop that a person opens, and of Studio.
struct ShopSettings: Sendable {
    let source: Source
    let home: Home?
    private let manual: Set<String>
    private let reportsDiagnostics: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        source = try Source(arguments)
        let durability = try arguments.durability()
        home = arguments.value("home").map { Home(path: $0, durability: durability) }
        manual = Set(arguments.all("manual"))
        reportsDiagnostics = arguments.has("diagnostics")
    }

    /// Opens an App Store that sells from a file, with a store on it, and works.
    func open(
        _ path: String, _ output: Output, revoke: @escaping @Sendable (StoreUpdate) -> Void,
        grant: @escaping @Sendable (StoreUpdate) -> Void = { _ in },
        _ work: (Session, StoreFile) async throws -> Void
    ) async throws {
        let file = try StoreFile(path: path, showing: output, inFull: true)
        let names = file.productNames
        let manual = Set(self.manual.map { names.meant($0) ?? $0 })
        try await Session.with(file, home: home, diagnostics: reportsDiagnostics ? output : nil) { configuration in
            configuration.grant = { grant($0) }
            configuration.revoke = { revoke($0) }
            configuration.finishing = { manual.contains($0) ? .manual : .atomic }
        } _: { session in
            try await work(session, file)
        }
    }
}

extension Command {
    static let shop = Command(
        "shop", "Buy manually: one command per line, until quit or the end of input",
        brief: "buy by hand: line by line", operands: "[FILE]",
        options: [
            .attach, OptionSyntax("--listen PATH", "Let purser --attach PATH control this shop's account meanwhile"),
            .ownHome, .durability, .manual, .json, .diagnostics,
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
            """
    ) { arguments in
        let (settings, listening) = (try ShopSettings(arguments), arguments.value("listen"))
        if listening != nil, arguments.has("attach") { throw UsageError("--listen needs a FILE, not --attach") }
        return { try await OpenShop(settings: settings, listeningPath: listening).run($0) }
    }
}

private struct OpenShop: Sendable {
    let settings: ShopSettings
    let listeningPath: String?

    func run(_ output: Output) async throws {
        switch settings.source {
        case .file(let path):
            let revoked = Lock<[StoreUpdate]>([])
            let revoke = { @Sendable (update: StoreUpdate) in revoked.withLock { $0.append(update) } }
            try await settings.open(path, output, revoke: revoke) { session, file in
                let shop = Shop(session, file, output, revoked: revoked)
                try await listening(session) {
                    let count = Words.count(try await shop.products.count, "product")
                    output.remark("\(Line.single(file.name)) sells \(count); help explains.")
                    try await shop.perform(.list)
                    try await shop.serve(await Self.input(shop.store.names, output))
                }
            }
        case .attached(let path):
            let shop = AttachedShop(store: try await AttachedStore(path), output: output)
            let count = Words.count(shop.store.names.ids.count, "product")
            output.remark("Attached to an App Store that sells \(count); help explains.")
            try await shop.serve(await Self.input(shop.store.names, output))
        }
    }

    /// Works, and serves other programs meanwhile if requested.
    private func listening(_ session: Session, _ work: @Sendable () async throws -> Void) async throws {
        guard let listeningPath else { return try await work() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            let ready = EventCount()
            group.addTask {
                defer { ready.close() }
                try await session.appStore.listen(path: listeningPath, store: session.store) { ready.advance() }
            }
            if (try? await ready.wait(after: 0)) == nil { try await group.waitForAll() }
            defer { group.cancelAll() }
            try await work()
        }
    }

    private static func input(_ names: ProductNames, _ output: Output) async -> ShopInput {
        let editor = Console.canEditLines && !output.isJSON ? await editor(names) : nil
        return ShopInput(
            prompt: Console.readsFromTerminal && !output.isJSON ? "> " : nil, output: output, editor: editor)
    }

    @MainActor
    private static func editor(_ names: ProductNames) -> LineEditor? {
        LineEditor.find { LineCompletion.install(in: $0, names) }
    }
}
