import Purser
import PurserSimulator

extension Session {
    /// Moves the clock to a moment; a home stores the new time first.
    func pass(until moment: Timestamp) throws {
        let step = clock.duration(until: moment)
        guard (clock.distance + step).components.seconds <= Home.furthest / 1_000 else {
            throw ToolError("that is too far in the future; years may have at most four digits")
        }
        try home?.keep(ahead: clock.distance + step)
        clock.advance(by: step)
    }

    /// The maximum number of renewals that may fall due at once, because recording more takes long.
    private static let renewalLimit = 10_000

    /// Checks that not too many renewals fall due until a moment; their number is estimated.
    func checkRenewals(until moment: Timestamp) async throws {
        let count = await appStore.subscriptions.filter { $0.willAutoRenew }.map { subscription in
            let transaction = subscription.transaction
            guard let end = transaction.expirationTime else { return Int64(0) }
            let length = max(1_000, end.milliseconds - transaction.purchaseTime.milliseconds)
            return max(0, moment.milliseconds - end.milliseconds) / length
        }.reduce(0, +)
        guard count <= Self.renewalLimit else {
            throw ToolError(
                "\(count) renewals would be due; at most \(Self.renewalLimit) are possible at once; advance in smaller "
                    + "steps")
        }
    }

    /// Waits until the store has recorded the App Store's renewal info of every subscription.
    func waitForRenewalInfos() async {
        guard !rejectsSignatures else { return }
        _ = await settled(within: .seconds(2)) {
            let reported = Dictionary(
                store.entitlements.subscriptions.map { ($0.originalTransactionID, $0.renewalInfo) },
                uniquingKeysWith: { first, _ in first })
            return await appStore.subscriptions.allSatisfy { subscription in
                guard var known = reported[subscription.id] ?? nil else { return false }
                known.signedTime = subscription.renewalInfo.signedTime
                return known == subscription.renewalInfo
            }
        }
    }

    /// Finishes a transaction and waits until the account has recorded it; returns `false` if there was nothing to
    /// finish.
    func finish(_ id: String) async throws -> Bool {
        guard await isUnfinished(id) else { return false }
        try await store.finish(id)
        guard await settled({ await !isUnfinished(id) }) else {
            throw ToolError("transaction \(id) could not be finished; it stays with the account, finish it again")
        }
        return true
    }

    private func isUnfinished(_ id: String) async -> Bool {
        await store.unfinished().contains { $0.transaction.id == id }
    }
}
