import Purser
import PurserSimulator

#if Studio
    import PurserStudio
#endif

/// `purser studio FILE` and `purser studio --attach PATH`.
struct StudioCommand: Command {
    static let syntax = CommandSyntax(
        name: "studio", summary: "Show and control an App Store on a page in the browser", operands: "FILE",
        operandCount: 0...1,
        options: [
            .attach,
            OptionSyntax(
                name: "home", value: "DIR", summary: "Store account and ledger in this folder; in memory by default"),
            .durability,
            OptionSyntax(name: "port", value: "N", summary: "The port; a free one by default"),
            OptionSyntax(
                name: "manual", value: "ID", summary: "Finish this product manually, however it was bought",
                isRepeatable: true),
            OptionSyntax(name: "sign", summary: "Sign transactions and notifications; needs the trait Verification"),
            .diagnostics,
        ],
        details: """
            Prints an address on this machine; open it in a browser. The page shows products, transactions,
            subscriptions, updates and notifications; on it you move time, approve, refund and cause faults. It ends
            with Ctrl-C.

            With FILE the command sells from that file and opens a store on it. With --attach it shows an App Store that
            listens: that of a shop with --listen, or of an app in development that calls EmbeddedAppStore.listen(at:).

            Only this machine can open the address, and only with its token. With --home or --attach, port and token are
            stored, so that an open page finds the next run. The command needs the trait Studio.
            """)

    private let source: Source
    private let port: Int?
    private let home: Home?
    private let manual: Set<String>
    private let signs: Bool
    private let reportsDiagnostics: Bool

    /// The place of the account.
    private enum Source: Sendable {
        case file(String)
        case attached(String)
    }

    init(_ arguments: Arguments) throws {
        switch (arguments.operands.first, arguments.value("attach")) {
        case (let file?, nil): source = .file(file)
        case (nil, let path?): source = .attached(path)
        default: throw UsageError("name a FILE, or --attach PATH without one")
        }
        port = try arguments.number("port", in: 1...65_535).map { Int($0) }
        let durability = try arguments.durability()
        home = arguments.value("home").map { Home(path: $0, durability: durability) }
        manual = Set(arguments.all("manual"))
        signs = arguments.has("sign")
        reportsDiagnostics = arguments.has("diagnostics")
    }

    #if Studio
        func run(_ output: Output) async throws -> Int32 {
            switch source {
            case .file(let path): try await sell(path, output)
            case .attached(let path):
                try await serve(AttachedStudioStore(path: path), keptIn: path + ".studio", output)
            }
            return ExitStatus.success
        }

        private func sell(_ path: String, _ output: Output) async throws {
            let file = try StoreFile(path: path)
            file.showMistakes(output, inFull: true)
            let names = file.productNames
            let manual = Set(self.manual.map { names.meant($0) ?? $0 })
            let effects = StudioEffects()
            try await Session.with(file, home: home, diagnostics: reportsDiagnostics ? output : nil) { configuration in
                configuration.grant = { effects.note("granted", of: $0) }
                configuration.revoke = { effects.note("revoked", of: $0) }
                configuration.finishing = { manual.contains($0) ? .manual : .atomic }
            } _: { session in
                if signs { try await session.appStore.startSigning() }
                let store = EmbeddedStudioStore(
                    title: file.name.split(separator: "/").last.map(String.init) ?? file.name,
                    appStore: session.appStore, store: session.store, effects: effects
                ) { duration in
                    try session.pass(until: session.clock.timestamp().advanced(by: duration))
                    try await session.appStore.advanceTime(by: .zero)
                }
                try await serve(store, keptIn: home.map { $0.path + "/studio" }, output)
            }
        }

        private func serve(_ store: any StudioStore, keptIn file: String?, _ output: Output) async throws {
            try await StudioServer(store, port: port, keptIn: file).run { output.line("Studio is at \($0)") }
        }
    #else
        func run(_ output: Output) async throws -> Int32 {
            output.complain(
                "purser studio: this purser was built without the trait Studio (swift run --traits Studio purser studio …)"
            )
            return ExitStatus.failure
        }
    #endif
}
