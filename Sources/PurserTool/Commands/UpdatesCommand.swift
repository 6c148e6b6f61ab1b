import Purser

extension Command {
    static let updates = Command(
        "updates", "Print the numbered updates of all runs, and end", brief: "list updates",
        options: Place.lookingOptions + [
            OptionSyntax("--after N", "Only those after this number; 0 by default"), .json,
        ],
        details: """
            The numbers continue from run to run, so a program that stores the last one gets each update once. They
            begin at 1 for each user; the keys of all users' updates differ.

            With --attach, the events at the App Store of a running app are printed until the app ends; the command
            updates in purser shop --attach prints the numbered updates of the app's store.
            """
    ) { arguments in
        let place = try Place(options: arguments)
        if arguments.has("attach"), arguments.has("after") {
            throw UsageError("--after is for recorded updates; with --attach, events from now on are printed")
        }
        let sequence = try arguments.number("after", in: 0...UInt64.max) ?? 0
        return { output in
            if case .attached(let path) = place.source { return try await watch(AttachedStore(path), output) }
            try await place.perform([], as: "updates", makesHome: false, output) { shop, _ in
                let store = shop.session.store
                let updates = try await store.recordedUpdates(after: sequence)
                output.write(
                    await store.rows(updates, withIDs: true), ifNone: "There are no updates after #\(sequence).")
            }
        }
    }

    /// Prints events until the app has ended, or the output is no longer read.
    private static func watch(_ store: AttachedStore, _ output: Output) async throws {
        _ = try await store.request("watch")
        while !output.isClosed, let event = try await store.nextEvent() {
            output.write(Row(AttachedRows.event(event), event.json))
        }
    }
}
