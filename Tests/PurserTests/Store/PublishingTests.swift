import Foundation
import PurserSimulator
import PurserTesting
import Testing

@testable import Purser

@Suite("What is published for widgets", .timeLimit(.minutes(30)))
struct PublishingTests: AccountSuite {
    private let ada = UUID()
    private let bob = UUID()
    let appStore = EmbeddedAppStore(
        catalog: SimulatorCatalog(products: [.simulated("seeds"), .simulated("tools", .nonConsumable)]))

    /// What was published, and whether publishing fails.
    private let published = Lock<(owned: [Set<String>], isKnown: Bool, fails: Bool)>(([], false, false))
    private var last: Set<String>? { published.withLock { $0.owned.last } }

    private func open() async throws -> PurchaseStore {
        try await open(as: .user(ada)) {
            $0.retries.publish = .immediate
            $0.publish = { [published] owned in
                try published.withLock {
                    if $0.fails { throw CocoaError(.fileWriteOutOfSpace) }
                    $0.owned.append(owned.activeProductIDs)
                    $0.isKnown = owned.availability.isKnown
                }
            }
        }
    }

    @Test("U2: it follows what is owned; a switch returns when nothing of the former user is published")
    func follows() async throws {
        let store = try await open()
        try await eventually { last == [] }
        let purchase = try #require(try await store.purchase("tools").purchase)
        try await eventually { last == ["tools"] }
        try await store.switchAccount(to: .user(bob))
        #expect(last == [])
        try await store.switchAccount(to: .user(ada))
        #expect(last == ["tools"])
        try await appStore.refund(purchase.transaction.id)
        try await eventually { last == [] }
        try await store.purchase("tools")
        try await store.close()
        #expect(last == ["tools"], "closing publishes what was recorded last")
    }

    @Test("C4: what is owned can be read from any thread while the store switches and closes")
    func reads() async throws {
        for _ in 0..<8 {
            let (store, isOver) = (try await open(), Lock(false))
            let reading = DispatchQueue(label: "reading")
            reading.async { while !isOver.withLock({ $0 }) { _ = store.entitlements } }
            for user in [bob, ada, bob] { try await store.switchAccount(to: .user(user)) }
            try await store.close()
            isOver.withLock { $0 = true }
            reading.sync {}
        }
    }

    @Test("U2: while no user is named nobody's purchases are published, and it is not known what is owned")
    func unnamed() async throws {
        let store = try await open()
        try await store.purchase("tools")
        try await eventually { published.withLock { $0.isKnown && $0.owned.last == ["tools"] } }
        try await store.switchAccount(to: .unnamed)
        #expect(last == [] && published.withLock { !$0.isKnown })
        try await store.close()
    }

    @Test("A call that fails is reported and repeated; no user is forgotten before what was published is replaced")
    func failures() async throws {
        let store = try await open()
        var diagnostics = store.diagnostics.makeAsyncIterator()
        try await store.purchase("tools")
        try await eventually { last == ["tools"] }
        published.withLock { $0.fails = true }
        try await store.switchAccount(to: .user(bob))
        #expect(await failureCode { try await store.forget(user: ada) } == .ledgerUnavailable)
        var stage: String?
        while stage != "publish", let next = await diagnostics.next() {
            stage = next.kind == .retry ? next.subject.stage : nil
        }
        #expect(stage == "publish" && last == ["tools"])
        published.withLock { $0.fails = false }
        try await eventually { last == [] }
        try await store.forget(user: ada)
        try await store.close()
    }
}
