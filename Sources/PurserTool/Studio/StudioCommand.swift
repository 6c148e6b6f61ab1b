import Purser
import PurserSimulator

#if Studio
    import PurserStudio
#endif
#if Verification
    import PurserSigning
#endif

extension Command {
    static let studio = Command(
        "studio", "Show and control an App Store on a page in the browser", brief: "on a page in the browser",
        operands: "[FILE]",
        options: [
            .attach, .ownHome, .durability, OptionSyntax("--port N", "The port; a free one by default"), .manual,
            OptionSyntax("--sign", "Sign transactions and notifications; needs the trait Verification"), .diagnostics,
        ],
        details: """
            Prints an address on this machine; open it in a browser. The page shows products, transactions,
            subscriptions, updates and notifications; on it you move time, approve, refund and cause faults. It ends
            with Ctrl-C.

            With FILE the command sells from that file and opens a store on it. With --attach it shows an App Store that
            listens: that of a shop with --listen, or of an app in development that calls EmbeddedAppStore.listen(at:).

            Only this machine can open the address, and only with its token. With --home or --attach, port and token are
            stored, so that an open page finds the next run. The command needs the trait Studio.
            """
    ) { arguments in
        try StudioWork(
            place: Place(arguments), port: arguments.number("port", in: 1...65_535),
            signs: arguments.has("sign")
        ).run
    }
}

private struct StudioWork: Sendable {
    let place: Place
    let port: Int?
    let signs: Bool

    #if Studio
        func run(_ output: Output) async throws {
            switch place.source {
            case .file(let path):
                let effects = StudioEffects()
                try await place.open(path, output, inFull: true) {
                    effects.note("revoked", of: $0)
                } grant: {
                    effects.note("granted", of: $0)
                } _: { session, file in
                    if signs {
                        #if Verification
                            // With a key of this run.
                            await session.appStore.sign(by: try SigningAuthority())
                        #else
                            throw ToolError(
                                "--sign needs the trait Verification too: "
                                    + "swift run --traits Studio,Verification purser studio …")
                        #endif
                    }
                    let store = EmbeddedStudioStore(
                        title: file.name.split(separator: "/").last.map(String.init) ?? file.name,
                        appStore: session.appStore, store: session.store, effects: effects
                    ) { duration in
                        try session.pass(until: session.clock.timestamp().advanced(by: duration))
                        try await session.appStore.advanceTime(by: .zero)
                    }
                    try await serve(store, keptIn: place.home.map { $0.path + "/studio" }, output)
                }
            case .attached(let path):
                try await serve(AttachedStudioStore(path: path), keptIn: path + ".studio", output)
            }
        }

        private func serve(_ store: any StudioStore, keptIn file: String?, _ output: Output) async throws {
            try await StudioServer(store, port: port, keptIn: file).run { output.line("Studio is at \($0)") }
        }
    #else
        func run(_ output: Output) async throws {
            try await Command.missing("studio", trait: "Studio")(output)
        }
    #endif
}
