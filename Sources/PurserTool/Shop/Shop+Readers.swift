import Purser

// What the app's readers of updates do.
extension Shop {
    func follow(_ reader: String, _ isFailing: Bool) async throws {
        let updates = try await session.store.follow(reader, isFailing: isFailing)
        await show(updates)
        let name = Line.single(reader)
        if updates.isEmpty { return say("\(name) has dealt with everything.") }
        let count = Words.count(updates.count, "update")
        say(isFailing ? "\(name) has set \(count) aside." : "\(name) has dealt with \(count).")
    }

    func release(_ number: UInt64, to reader: String) async throws {
        for update in try await session.store.setAside([number], by: reader, see: "aside") {
            try await session.store.releaseSetAsideUpdate(update)
        }
        say("Released to \(Line.single(reader)): #\(number). It comes when that is followed.")
    }
}
