import Purser
import PurserSimulator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The run after the last kill: it opens the store as each user in turn, twice, and collects what is compared.
struct TortureReview: Sendable {
    /// The folder of the chapter.
    let folder: TortureFolder
    /// The store of this run.
    let store: TortureStore
    /// The users of the run.
    let users: TortureUsers
    /// What becomes of a purchase for which another user is named.
    let policy: AccountMovePolicy
    /// How long calls of handlers are waited for; a mistake that was made on purpose is not waited for.
    let patience: Duration

    /// Lets everything settle, and collects both sides.
    ///
    /// - Throws: what opening a store and switching users throw.
    static func records(_ folder: TortureFolder, _ options: TortureStore.Options) async throws
        -> TortureRecords
    {
        let store = try await TortureStore.open(folder, options)
        let review = TortureReview(
            folder: folder, store: store, users: options.users, policy: options.policy,
            patience: options.flaw == nil ? .seconds(10) : .seconds(1))
        var records = try await store.whileReading { try await review.collect() }
        records.read(folder)
        return records
    }

    /// What moved to an absent user arrives in the first turn, and what moved away from one in the second.
    private func collect() async throws -> TortureRecords {
        var records = TortureRecords(users: users, policy: policy)
        for user in users.ids + users.ids {
            let isSettled = try await visit(user)
            records.shown[user] = await shown(isSettled)
            // Where one session does not settle, the others need not be waited for.
            guard isSettled else { break }
        }
        records.listed = await store.appStore.transactions.map { .init($0) }
        records.charges = await store.appStore.charges.map { .init($0) }
        records.refunds = await store.appStore.refunds.map(\.transactionID)
        records.unfinished = await store.appStore.unfinishedTransactions.map(\.id)
        records.violations = await store.appStore.violations
        return records
    }

    /// Names a user, and waits until nothing is left to do in that session.
    ///
    /// - Returns: false when something still is after two minutes, or calls of handlers are missing after that.
    private func visit(_ user: UUID) async throws -> Bool {
        if !users.isShared { try await store.store.switchAccount(to: .user(user)) }
        try await store.store.waitUntilReady()
        let known = folder.sightings().compactMap { $0 }.filter { $0.user == user }.map(\.sequence).max() ?? 0
        // Its answer comes behind everything that the App Store reported before it.
        guard let product = store.products.first(where: { $0.type == .consumable }) else { return false }
        try await buy(product.id, user)
        let isRecorded = await settled(within: .seconds(120)) {
            guard await store.store.unfinished().isEmpty else { return false }
            return max(known, store.lastSeen(of: user)) >= store.store.lastSequence
        }
        guard isRecorded else { return false }
        return await settled(within: patience) { await isDelivered(to: user) }
    }

    /// Buys one consumable for the present user.
    private func buy(_ productID: String, _ user: UUID) async throws {
        let outcome = try await store.store.purchase(users.request(productID, 1, of: user))
        guard let purchase = outcome.purchase, purchase.needsFinish else { return }
        try store.notes.call(.manual, purchase.update)
        try await purchase.finish()
    }

    /// Whether the handlers were called for everything that the store shows the user.
    private func isDelivered(to user: UUID) async -> Bool {
        var records = TortureRecords(users: users, policy: policy)
        records.listed = await store.appStore.transactions.map { .init($0) }
        records.read(folder)
        return records.isDelivered(await shown(true), to: user)
    }

    /// What the store shows the present user.
    private func shown(_ isSettled: Bool) async -> TortureRecords.Shown {
        let entitlements = store.store.entitlements
        return TortureRecords.Shown(
            isSettled: isSettled, balances: entitlements.purchasedQuantities.filter { $0.value != 0 },
            owned: entitlements.activeProductIDs, lastSequence: store.store.lastSequence,
            unfinished: await store.store.unfinished().count,
            failed: await store.store.deadLetters().count + store.store.failedUpdates().count)
    }
}
