import Foundation
import Purser
import PurserSimulator
import PurserTesting
import Testing

@Suite("The handler that takes back", .timeLimit(.minutes(30)))
struct RevokeTests {
    private let diary = HandlerDiary()
    private let storage = KeptStorage()
    private let appStore = EmbeddedAppStore(
        catalog: SimulatorCatalog(products: [
            .simulated("seeds"), .simulated("tools", .nonConsumable), .simulated("gold", .autoRenewable, level: 1),
            .simulated("silver", .autoRenewable, level: 2),
        ]))

    private func open(_ change: (inout PurchaseStore.Configuration) -> Void = { _ in }) async throws -> PurchaseStore {
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.storage = storage
        configuration.retries.revoke = RetryPolicy(
            initialDelay: .zero, maximumDelay: .zero, maximumAttempts: 3, maximumElapsed: nil)
        configuration.grant = { [diary] in diary.add("grant \($0.kind)") }
        configuration.revoke = { [diary] in try diary.revoke($0) }
        change(&configuration)
        let store = try await PurchaseStore.open(configuration)
        try await store.waitUntilReady()
        return store
    }

    @Test("F8: a refund takes back what was granted, a reversed one grants it again, and so on")
    func refund() async throws {
        let store = try await open()
        let id = try #require(try await store.purchase("tools").purchase).transaction.id
        try await appStore.refund(id)
        try await eventually { diary.all == ["grant purchased", "revoke revoked"] }
        try await appStore.reinstate(id)
        try await eventually { diary.all.count == 3 }
        try await appStore.refund(id)
        try await eventually { diary.all.count == 4 }
        #expect(diary.all == ["grant purchased", "revoke revoked", "grant reinstated", "revoke revoked"])
        try await eventually { await appStore.unfinishedCount == 0 }
        await store.close()
        let again = try await open()
        try await again.redeliver()
        _ = try await again.purchase("seeds")
        #expect(diary.all.count == 5, "what is on record is not done again")
        await again.close()
    }

    @Test("F6, F10: a refund that is reversed before the handler succeeded ends its dead letter, and is granted again")
    func reversedMeanwhile() async throws {
        let store = try await open()
        let id = try #require(try await store.purchase("tools").purchase).transaction.id
        diary.failNext(3)
        try await appStore.refund(id)
        try await eventually { await store.deadLetters().count == 1 }
        try await appStore.reinstate(id)
        try await eventually { diary.all == ["grant purchased", "grant reinstated"] }
        #expect(await store.deadLetters().isEmpty)
        try await eventually { await appStore.unfinishedCount == 0 }
        await store.close()
    }

    @Test("F8: a refund while the store is closed is taken back at the next launch")
    func relaunch() async throws {
        let store = try await open()
        let id = try #require(try await store.purchase("seeds").purchase).transaction.id
        await store.close()
        try await appStore.refund(id)
        let again = try await open()
        try await eventually { diary.all == ["grant purchased", "revoke revoked"] }
        await again.close()
    }

    @Test("F8: an upgrade takes back what it replaces")
    func upgrade() async throws {
        let store = try await open()
        _ = try await store.purchase("silver")
        _ = try await store.purchase("gold")
        try await eventually { diary.all.contains("revoke upgraded") }
        #expect(diary.all.filter { $0.hasPrefix("grant") }.count == 2 && diary.all.count == 3)
        await store.close()
    }

    @Test("F6, F8: what keeps failing is set aside, is not finished, stops nobody else, and can be released")
    func deadLetter() async throws {
        let store = try await open()
        let id = try #require(try await store.purchase("tools").purchase).transaction.id
        diary.failNext(3)
        try await appStore.refund(id)
        try await eventually { await store.deadLetters().count == 1 }
        let letter = try #require(await store.deadLetters().first)
        #expect(letter.update.kind == .revoked && letter.reason.contains("ServerDown"))
        #expect(letter.step == .revoke && letter.description.contains("revoke failed permanently"))
        #expect(try await store.purchase("seeds").purchase != nil)
        try await store.releaseDeadLetter(id)
        try await eventually { diary.all.contains("revoke revoked") }
        #expect(await store.deadLetters().isEmpty)
        try await eventually { await appStore.unfinishedCount == 0 }
        await store.close()
    }

    @Test("F6: a dead letter says which handler failed, and so do its diagnostic and whoever waits")
    func whichFailed() async throws {
        let store = try await open {
            $0.retries.grant = .once
            $0.grant = { update in
                guard update.transaction.productID != "seeds" else { throw HandlerDiary.ServerDown() }
            }
        }
        var diagnostics = store.diagnostics.makeAsyncIterator()
        func reported() async -> String? {
            while let next = await diagnostics.next() { if next.kind == .deadLetter { return next.message } }
            return nil
        }
        let failure = await #expect(throws: PurchaseFailure.self) { try await store.purchase("seeds") }
        #expect(failure?.code == .deliveryFailed && failure?.message.contains("grant handler did not grant it") == true)
        #expect(await store.deadLetters().map(\.step) == [.grant])
        let message = await reported()
        #expect(message?.contains("grant handler") == true && message?.contains("releaseDeadLetter(_:)") == true)

        diary.failNext(3)
        let tools = try #require(try await store.purchase("tools").purchase)
        try await appStore.refund(tools.transaction.id)
        #expect(await reported()?.contains("revoke handler") == true)
        #expect(await store.deadLetters().map(\.step) == [.grant, .revoke])
        // What the store revokes meanwhile is not granted any more; the grant that failed may have had its effect.
        let seeds = try #require(await store.deadLetters().first).update.transaction.id
        try await appStore.refund(seeds)
        try await eventually { diary.all == ["revoke revoked"] }
        try await eventually { await store.deadLetters().map(\.step) == [.revoke] }
        await store.close()
    }

    @Test("F8: what failed a few times is tried again, by its own policy")
    func retries() async throws {
        let store = try await open { $0.retries.grant = .once }
        let id = try #require(try await store.purchase("tools").purchase).transaction.id
        diary.failNext(2)
        try await appStore.refund(id)
        try await eventually { diary.all == ["grant purchased", "revoke revoked"] }
        #expect(await store.deadLetters().isEmpty)
        await store.close()
    }

    @Test("F10: units given back are granted again, and the shop has what stands")
    func parts() async throws {
        let held = Lock<[Int]>([])
        let store = try await open {
            $0.grant = { update in held.withLock { $0.append(update.transaction.remainingQuantity) } }
            $0.revoke = { update in held.withLock { $0.append(update.transaction.remainingQuantity) } }
        }
        let request = PaymentRequest(productID: "seeds", quantity: 8)
        let id = try #require(try await store.purchase(request).purchase).transaction.id
        try await appStore.refund(id, percentage: 75)
        try await eventually { held.withLock { $0 } == [8, 2] }
        try await appStore.correctRefund(id, percentage: 25)
        try await eventually { held.withLock { $0 } == [8, 2, 6] }
        #expect(store.entitlements.purchasedQuantity(of: "seeds") == 6)
        try await appStore.correctRefund(id, percentage: nil)
        try await eventually { held.withLock { $0 } == [8, 2, 6, 0] }
        #expect(store.entitlements.purchasedQuantity(of: "seeds") == 0)
        await store.close()
    }

    @Test("F10: an app without a grant handler is called too; one without a revoke handler reads a diagnostic")
    func withoutHandlers() async throws {
        let store = try await open { $0.grant = nil }
        let id = try #require(try await store.purchase("tools").purchase).transaction.id
        try await appStore.refund(id)
        try await eventually { diary.all == ["revoke revoked"] }
        await store.close()

        let other = try await open { $0.revoke = nil }
        var diagnostics = other.diagnostics.makeAsyncIterator()
        let seeds = try #require(try await other.purchase("seeds").purchase).transaction.id
        try await appStore.refund(seeds)
        var reported = await diagnostics.next()
        while let next = reported, next.kind != .handlerMissing { reported = await diagnostics.next() }
        #expect(reported?.subject.transactionID == seeds && reported?.subject.call == "revoke")
        try await eventually { await appStore.unfinishedCount == 0 }
        // Given back, it is granted again: what was recorded counts as revoked.
        try await appStore.reinstate(seeds)
        try await eventually { diary.all == ["revoke revoked", "grant purchased", "grant reinstated"] }
        await other.close()
    }

    @Test("F8: what the app finishes by itself was not granted, and is not taken back")
    func manual() async throws {
        let store = try await open { $0.finishing = { _ in .manual } }
        let purchase = try #require(try await store.purchase("tools").purchase)
        try await purchase.finish()
        let other = try #require(try await store.purchase("seeds", finishing: .atomic).purchase)
        try await appStore.refund(purchase.transaction.id)
        try await appStore.refund(other.transaction.id)
        try await eventually { diary.all == ["grant purchased", "revoke revoked"] }
        #expect(store.lastSequence == 4)
        await store.close()
    }
}
