import Purser

/// `purser updates --store FILE --home DIR`.
struct UpdatesCommand: Command {
    static let syntax = CommandSyntax(
        name: "updates", summary: "Print the numbered updates of all runs, and end",
        options: StoreArguments.lookingOptions + [
            OptionSyntax(name: "after", value: "N", summary: "Only those after this number; 0 if left out"),
            OptionSyntax(name: "keys", summary: "Print whose each update is, and its key"), .json,
        ],
        details: """
            The numbers go on from run to run, so a program that remembers the last one it saw gets each update once. They begin at 1
            for each user; the keys of all users' updates differ.
            """)

    private let arguments: StoreArguments
    private let sequence: UInt64
    private let showsKeys: Bool

    init(_ arguments: Arguments) throws {
        self.arguments = try StoreArguments(arguments)
        showsKeys = arguments.has("keys")
        sequence = try arguments.number("after", in: 0...UInt64.max) ?? 0
    }

    func run(_ output: Output) async throws -> Int32 {
        try await arguments.run(output, makesHome: false) { session in
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
}
