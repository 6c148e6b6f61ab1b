import Purser
import PurserSimulator

extension Demo {
    func refund() async throws {
        heading("A refund")
        let charges = await appStore.charges
        let charge =
            charges.first { product($0.productID)?.type == .consumable }
            ?? charges.first { product($0.productID)?.type == .nonConsumable } ?? charges.first
        guard let charge else { return skip("nothing was bought") }
        let id = charge.productID
        let sequence = store.lastSequence
        let before = store.entitlements
        try await appStore.refund(charge.transactionID)
        try await wait(for: "the refund's update") { store.lastSequence > sequence }
        // The app granted this automatically, and revokes it automatically.
        if server.granted.contains(charge.transactionID) {
            try await wait(for: "the revocation") { server.revoked == [charge.transactionID] }
        }
        try await showUpdates()
        let after = store.entitlements
        if !server.revoked.isEmpty { say("the app's server has revoked it") }
        if product(id)?.type == .consumable {
            let counts = (before.purchasedQuantity(of: id), after.purchasedQuantity(of: id))
            say("\(Line.single(id)): \(counts.0) before, \(counts.1) now")
        } else {
            say("\(Line.single(id)) is \(after.contains(id) ? "still" : "no longer") owned")
        }
    }

    /// Opens the app as on a new device, without its ledger, and restores; returns whether this brings back the owned
    /// products.
    func restore() async throws -> DemoCheck {
        heading("A restore on a new device")
        let owned = store.entitlements.activeProductIDs
        tally.replay = try await store.recordedUpdates()
        tally.leftover = await store.unfinished().count + store.deadLetters().count
        try await store.close()
        let second = try await Self.open(appStore, DemoServer(), clock, network, launch: 2)
        let restored = try await closing(second.close) {
            try await second.waitUntilReady()
            if try await second.restorePurchases().isEmpty { skip("the customer owns nothing that can be restored") }
            output.write(try await second.recordedUpdates().map { UpdateRow.row($0, product($0.productID)) })
            return second.entitlements.activeProductIDs
        }
        return .equal("Owned after the restore", restored, owned, "\(restored.count) of \(owned.count)")
    }

    /// Compares the counts of the App Store with those of the app, and adds the earlier checks.
    func summarize(_ others: [DemoCheck]) async -> Bool {
        heading("The books")
        let checks = await bookChecks() + others
        for check in checks { output.line(check.line(output.style)) }
        let wrong = checks.count { !$0.isRight }
        output.line()
        output.line(wrong == 0 ? "All counts are right." : "\(Words.count(wrong, "count")) wrong.")
        return wrong == 0
    }

    private func bookChecks() async -> [DemoCheck] {
        let charged = await appStore.charges.map(\.transactionID)
        let delivered = server.granted + tally.delivered
        let different = Set(delivered)
        let answers = tally.purchased + tally.pending + tally.rejected
        let waiting = await appStore.unfinishedCount + appStore.pendingPayments.count + tally.leftover
        let (refunds, revoked) = (await appStore.refunds.count, tally.count(of: .revoked))
        let violations = await appStore.violations
        return [
            .equal(
                "Calls answered", answers, tally.calls,
                "\(answers) of \(tally.calls): \(tally.purchased) bought, \(tally.pending) pending, "
                    + "\(tally.rejected) rejected"),
            .equal(
                "Charged = granted", different, Set(charged),
                "\(charged.count) charged, \(different.count) granted"),
            .equal(
                "Delivered once", delivered.count, different.count, "\(delivered.count - different.count) twice"),
            DemoCheck(
                subject: "Updates numbered", detail: "1 to \(tally.lastSequence) without gap or repeat",
                isRight: tally.isContiguous && !tally.updates.isEmpty),
            .equal(
                "Updates read again", tally.replay, tally.updates,
                "\(tally.replay.count) of \(tally.updates.count), in the same order"),
            .equal("Misplaced contexts", tally.strayContexts, 0, "\(tally.strayContexts)"),
            .equal("Refunded = revoked", refunds, revoked, "\(refunds) refunded, \(revoked) revoked"),
            .equal(
                "Revoked once", server.revoked.count, Set(server.revoked).count,
                "\(server.revoked.count) of \(server.granted.count) granted"),
            .equal("Left unfinished", waiting, 0, "\(waiting)"),
            .equal("Illegal requests", violations.count, 0, "\(violations.count)"),
        ]
    }
}
