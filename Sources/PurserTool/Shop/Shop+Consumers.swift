import Purser

// The app's consumers of updates.
extension Shop {
    func follow(_ consumer: String, _ isFailing: Bool) async throws {
        let updates = try await session.store.follow(consumer, isFailing: isFailing)
        await show(updates)
        let name = Line.single(consumer)
        if updates.isEmpty { return say("\(name) has processed everything.") }
        let count = Words.count(updates.count, "update")
        say(isFailing ? "\(name) has failed on \(count)." : "\(name) has processed \(count).")
    }

    func release(_ number: UInt64, to consumer: String) async throws {
        for update in try await session.store.failedUpdates([number], by: consumer, see: "failed") {
            try await session.store.releaseFailedUpdate(update)
        }
        say("Released to \(Line.single(consumer)): #\(number). It is delivered when the consumer is followed.")
    }
}
