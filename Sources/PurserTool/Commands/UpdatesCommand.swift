import Purser

/// `purser updates --store FILE --home DIR` and `purser updates --attach PATH`.
struct UpdatesCommand: Command {
    static let syntax = CommandSyntax(
        name: "updates", summary: "Print the numbered updates of all runs, and end",
        options: StoreArguments.lookingOptions + [
            OptionSyntax(name: "after", value: "N", summary: "Only those after this number; 0 by default"),
            OptionSyntax(name: "keys", summary: "Print whose each update is, and its key"), .json,
        ],
        details: """
            The numbers continue from run to run, so a program that stores the last one gets each update once. They
            begin at 1 for each user; the keys of all users' updates differ.

            With --attach, the events at the App Store of a running app are printed until the app ends; the command
            updates in purser shop --attach prints the numbered updates of the app's store.
            """)

    private let attached: String?
    private let arguments: StoreArguments
    private let sequence: UInt64
    private let showsKeys: Bool

    init(_ arguments: Arguments) throws {
        attached = arguments.value("attach")
        self.arguments = try StoreArguments(arguments)
        for name in ["after", "keys"] where attached != nil && arguments.has(name) {
            throw UsageError("--\(name) is for recorded updates; with --attach, events from now on are printed")
        }
        showsKeys = arguments.has("keys")
        sequence = try arguments.number("after", in: 0...UInt64.max) ?? 0
    }

    func run(_ output: Output) async throws -> Int32 {
        if let attached {
            try await watch(AttachedStore(attached), output)
            return ExitStatus.success
        }
        return try await arguments.run(output, makesHome: false, attached: []) { session, _ in
            let updates = try await session.store.recordedUpdates(after: sequence)
            if output.isJSON {
                for update in updates { output.json(.update(update)) }
            } else {
                for line in await session.lines(for: updates, withIDs: true, withKeys: showsKeys) { output.line(line) }
                if updates.isEmpty { output.line("There are no updates after #\(sequence).") }
            }
            return ExitStatus.success
        }
    }

    /// Prints events until the app has ended, or the output is no longer read.
    private func watch(_ store: AttachedStore, _ output: Output) async throws {
        _ = try await store.request("watch")
        while !output.isClosed, let event = try await store.nextEvent() {
            output.write(AttachedRows.event(event).joined(separator: "  "), event.output)
        }
    }
}
