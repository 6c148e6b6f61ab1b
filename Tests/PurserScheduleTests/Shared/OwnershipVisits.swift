import Foundation
import Purser
import PurserTesting

/// When each user may have been present.
struct OwnershipVisits: Sendable {
    private struct Visit {
        let user: UUID?
        let begin: Timestamp
        var end: Timestamp?
    }

    private var visits: [Visit] = []

    /// A user is about to be named; `nil` is nobody.
    mutating func begin(_ user: UUID?, at time: Timestamp) { visits.append(Visit(user: user, begin: time)) }

    /// The visits that began before a time are over, but for those of one user.
    mutating func end(at time: Timestamp, except user: UUID? = nil, begunBefore begin: Timestamp? = nil) {
        for place in visits.indices where visits[place].end == nil {
            let isOver = begin.map { visits[place].begin < $0 && visits[place].user != user } ?? true
            if isOver { visits[place].end = time }
        }
    }

    /// Whether a user may have been present at some moment of this time.
    func wasThere(_ user: UUID, from begin: Timestamp, to end: Timestamp) -> Bool {
        visits.contains { $0.user == user && $0.begin <= end && ($0.end ?? end) >= begin }
    }
}

extension OwnershipWorld {
    /// Names the user of a store.
    func name(_ account: StoreAccount, in store: PurchaseStore) async throws(PurchaseFailure) {
        let begin = context.clock.timestamp()
        visits.withLock { $0.begin(account.userID, at: begin) }
        try await store.switchAccount(to: account)
        visits.withLock { $0.end(at: context.clock.timestamp(), except: account.userID, begunBefore: begin) }
    }
}
