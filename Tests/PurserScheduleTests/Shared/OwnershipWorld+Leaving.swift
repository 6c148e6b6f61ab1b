import Foundation
import Purser
import PurserTesting

/// The users who have left, of whom neither the app nor its ledger keeps anything.
struct OwnershipLeavers: Sendable {
    /// Those whom the app has still to have forgotten, and names no more until then.
    private(set) var pending: Set<UUID> = []
    /// Those of them of whom something may be forgotten already.
    private var unclear: Set<UUID> = []
    /// When each was last forgotten.
    private var times: [UUID: Timestamp] = [:]

    /// A user leaves.
    mutating func leave(_ user: UUID) { pending.insert(user) }

    /// A user is forgotten, or perhaps is.
    mutating func forget(_ user: UUID, at time: Timestamp, isCertain: Bool) {
        times[user] = time
        if isCertain {
            pending.remove(user)
            unclear.remove(user)
        } else {
            unclear.insert(user)
        }
    }

    /// A user stays, unless something may be forgotten already.
    mutating func stay(_ user: UUID) {
        if !unclear.contains(user) { pending.remove(user) }
    }

    /// When a user was last forgotten.
    func last(_ user: UUID) -> Timestamp? { times[user] }

    /// Whether a user was forgotten for certain after a time.
    func wasForgotten(_ user: UUID, since time: Timestamp) -> Bool {
        !unclear.contains(user) && times[user].map { time < $0 } ?? false
    }

    /// Those who were forgotten at any time, or perhaps were.
    var forgotten: Set<UUID> { Set(times.keys) }
}

// How users leave for good.
extension OwnershipWorld {
    /// Who is named in place of a user who leaves.
    func account(_ user: UUID) -> StoreAccount {
        leavers.withLock { $0.pending.contains(user) } ? .unnamed : .user(user)
    }

    /// Whether a user who was forgotten was named for a purchase, called for it, or asked for its product, so that it may have
    /// been the answer: then nobody knows any more whose it was.
    func wasForgotten(_ transaction: StoreTransaction, _ book: OwnershipBook, _ truth: OwnershipTruth) -> Bool {
        let purchase = OwnershipBook.Purchase(transaction)
        let askers = truth.payments.values.filter {
            $0.productID == transaction.productID && transaction.productType != .consumable
        }
        let users = truth.names(of: purchase) + book.calls(for: purchase).map(\.user) + askers.map(\.user)
        return !leavers.withLock(\.forgotten).isDisjoint(with: users)
    }

    /// A user leaves: the app has the ledger forget it, and then deletes the user's shop.
    func leave(_ user: UUID, _ store: PurchaseStore, _ progress: Int) async {
        guard
            leavers.withLock({ leavers in
                defer { leavers.leave(user) }
                return !leavers.pending.contains(user)
            })
        else { return }
        await forget(user, store, progress)
    }

    /// What the ledger could not forget is asked for again.
    func leaveAtLast(_ store: PurchaseStore, _ progress: Int) async {
        let pending = leavers.withLock(\.pending).sorted { $0.uuidString < $1.uuidString }
        guard !pending.isEmpty else { return }
        try? await name(.unnamed, in: store)
        for user in pending {
            await forget(user, store, progress)
            if leavers.withLock({ $0.pending.contains(user) }) { found(.session, "\(name(user)) cannot be forgotten") }
        }
    }

    private func forget(_ user: UUID, _ store: PurchaseStore, _ progress: Int) async {
        do {
            note("forget \(name(user))")
            try await store.forget(user: user)
            guard machine.isAlive(progress) else { throw HandlerFailure(retryClass: .permanent) }
            note("\(name(user)) is forgotten")
            try search(user)
            book.withLock { $0.leave(user) }
            leavers.withLock { $0.forget(user, at: context.clock.timestamp(), isCertain: true) }
        } catch let failure as PurchaseFailure where failure.code == .invalidRequest {
            leavers.withLock { $0.stay(user) }
        } catch {
            note("\(name(user)) is not forgotten: \(error)")
            leavers.withLock { $0.forget(user, at: context.clock.timestamp(), isCertain: false) }
        }
    }

    /// Searches the ledger for the contexts of a user's payments, which nothing else resembles.
    private func search(_ user: UUID) throws {
        let calls = truth.withLock { $0.payments.filter { $0.value.user == user }.keys }
        for call in calls where try machine.contains(call, users: users) {
            found(.notForgotten, "\(call) of \(name(user))")
        }
    }
}
