import Purser

extension PurchaseStore {
    /// All updates recorded so far, in order.
    func recordedUpdates(after sequence: UInt64 = 0) async throws -> [StoreUpdate] {
        let last = lastSequence
        guard sequence != last else { return [] }
        var recorded: [StoreUpdate] = []
        for await update in try updates(after: sequence) {
            recorded.append(update)
            if update.sequence >= last { break }
        }
        return recorded
    }

    /// The failed updates of a consumer with these numbers.
    ///
    /// - Parameter see: the command that lists them.
    func failedUpdates(_ numbers: [UInt64], by consumer: String, see command: String) async throws -> [FailedUpdate] {
        let updates = await failedUpdates(for: consumer)
        return try numbers.map { number in
            guard let update = updates.first(where: { $0.update.sequence == number }) else {
                throw ToolError("“\(consumer)” has no failed update \(number); \(command) lists all")
            }
            return update
        }
    }

    /// Follows a consumer until it has processed all existing updates, and returns these.
    ///
    /// - Parameter isFailing: whether all of them fail permanently and become dead letters.
    func follow(_ consumer: String, isFailing: Bool) async throws -> [StoreUpdate] {
        let start = try await updates(for: consumer, from: .beginning).start
        let last = lastSequence
        let released = await failedUpdates(for: consumer).filter(\.isReleased).map(\.update.sequence)
        guard start < last || !released.isEmpty else { return [] }
        let seen = Lock<[StoreUpdate]>([])
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await self.follow(consumer, from: .beginning) { update in
                    seen.withLock { $0.append(update) }
                    if isFailing { throw ShopFailure() }
                }
            }
            let isDone = await settled {
                let numbers = Set(seen.withLock { $0.map(\.sequence) })
                guard start == last || numbers.contains(last), numbers.isSuperset(of: released) else { return false }
                guard isFailing else { return true }
                let failed = await failedUpdates(for: consumer).filter { !$0.isReleased }.map(\.update.sequence)
                return Set(failed).isSuperset(of: numbers)
            }
            group.cancelAll()
            try await group.waitForAll()
            guard isDone else { throw ToolError("“\(consumer)” did not reach the end of the updates in time") }
        }
        return seen.withLock { $0 }
    }
}

/// The error of a consumer that is set to fail.
private struct ShopFailure: RetryClassifying, CustomStringConvertible {
    var retryClass: RetryClass { .permanent }
    var description: String { "the consumer is set to fail" }
}
