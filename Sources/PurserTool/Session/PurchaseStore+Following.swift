import Purser

extension PurchaseStore {
    /// What a reader has set aside of these numbers.
    ///
    /// - Parameter see: the command that lists what there is.
    /// - Throws: ``ToolError`` when one of them was not set aside.
    func setAside(_ numbers: [UInt64], by reader: String, see command: String) async throws -> [SetAsideUpdate] {
        let updates = await setAsideUpdates(for: reader)
        return try numbers.map { number in
            guard let update = updates.first(where: { $0.update.sequence == number }) else {
                throw ToolError("“\(reader)” has set no update \(number) aside; \(command) lists those that there are")
            }
            return update
        }
    }

    /// Follows a reader until it has dealt with everything that is there, and returns that.
    ///
    /// - Parameter isFailing: whether all of it fails for good, and is set aside.
    /// - Throws: `PurchaseFailure` or ``ToolError``.
    func follow(_ reader: String, isFailing: Bool) async throws -> [StoreUpdate] {
        let start = try await updates(for: reader, from: .beginning).start
        let last = lastSequence
        let released = await setAsideUpdates(for: reader).filter(\.isReleased).map(\.update.sequence)
        guard start < last || !released.isEmpty else { return [] }
        let seen = Lock<[StoreUpdate]>([])
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await self.follow(reader, from: .beginning) { update in
                    seen.withLock { $0.append(update) }
                    if isFailing { throw ShopFailure() }
                }
            }
            let isDone = await settled {
                let numbers = Set(seen.withLock { $0.map(\.sequence) })
                guard start == last || numbers.contains(last), numbers.isSuperset(of: released) else { return false }
                guard isFailing else { return true }
                let aside = await setAsideUpdates(for: reader).filter { !$0.isReleased }.map(\.update.sequence)
                return Set(aside).isSuperset(of: numbers)
            }
            group.cancelAll()
            try await group.waitForAll()
            guard isDone else { throw ToolError("“\(reader)” did not come to the end of the updates in time") }
        }
        return seen.withLock { $0 }
    }
}

/// Why the work of a followed reader fails when that is asked for.
private struct ShopFailure: RetryClassifying, CustomStringConvertible {
    var retryClass: RetryClass { .permanent }
    var description: String { "the reader was told to fail" }
}
