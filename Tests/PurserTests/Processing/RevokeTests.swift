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
            .simulated("seeds"), .simulated("tools", .nonConsumable),
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
        try await store.close()
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
        try await store.close()
    }

    @Test("F10: an app without a grant handler is called too; one without a revoke handler reads a diagnostic")
    func withoutHandlers() async throws {
        let store = try await open { $0.grant = nil }
        let id = try #require(try await store.purchase("tools").purchase).transaction.id
        try await appStore.refund(id)
        try await eventually { diary.all == ["revoke revoked"] }
        try await store.close()

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
        try await other.close()
    }
}
