import Foundation
import PurserSimulator
import PurserTesting
import Testing

@testable import Purser

@Suite("States of products, watched or not", .timeLimit(.minutes(30)))
struct ProductStateTests: AccountSuite {
    private let ada = StoreAccount.user(UUID())
    private let bob = StoreAccount.user(UUID())
    let appStore = EmbeddedAppStore(
        catalog: SimulatorCatalog(products: [.simulated("seeds"), .simulated("tools", .nonConsumable)]))

    @Test("A product that nobody watched says that a payment of it is under way, or put off, also after a relaunch")
    func unwatched() async throws {
        let files = CrashingFiles()
        let configure: @Sendable (inout PurchaseStore.Configuration) -> Void = { configuration in
            configuration.storage = FileLedgerStorage(files, worker: BlockingWorker(label: "test"))
        }
        let first = try await open(as: .shared, configure)
        var store = first
        _ = try await store.products(for: ["seeds", "tools"])
        #expect(store.state(of: "seeds") == .valid)
        await appStore.holdAnswers()
        async let outcome = first.purchase("seeds")
        try await eventually { [store] in store.state(of: "seeds") == .initiated }
        #expect(store.state(of: "tools") == .valid)
        await appStore.releaseAnswers()
        _ = try await outcome
        #expect(store.state(of: "seeds") == .valid)

        for answer in 0..<2 {
            await appStore.nextPurchase(.asksToBuy)
            guard case .pending = try await store.purchase("tools") else { return }
            #expect(store.state(of: "tools") == .pending)
            var states = store.states(of: "tools").makeAsyncIterator()
            #expect(await states.next() == .pending)
            try await store.close()
            store = try await open(as: .shared, configure)
            _ = try await store.products(for: ["seeds", "tools"])
            #expect(store.state(of: "tools") == .pending && store.state(of: "seeds") == .valid)
            let payment = try #require(await appStore.pendingPayments.first)
            if answer == 0 { try await appStore.decline(payment) } else { try await appStore.approve(payment) }
            let end: ProductState = answer == 0 ? .valid : .owned
            try await eventually { [store] in store.state(of: "tools") == end }
        }
        try await store.close()
    }

    @Test("What the app has to finish is approved, watched or not, also after a relaunch, until the last is finished")
    func unfinished() async throws {
        let files = CrashingFiles()
        let configure: @Sendable (inout PurchaseStore.Configuration) -> Void = { configuration in
            configuration.storage = FileLedgerStorage(files, worker: BlockingWorker(label: "test"))
        }
        var store = try await open(as: .shared, configure)
        _ = try await store.products(for: ["seeds", "tools"])
        for product in ["seeds", "seeds", "tools"] {
            #expect(try await store.purchase(product, finishing: .manual).purchase?.needsFinish == true)
        }
        #expect(store.state(of: "seeds") == .approved && store.state(of: "tools") == .approved)
        try await store.close()

        store = try await open(as: .shared, configure)
        _ = try await store.products(for: ["seeds", "tools"])
        try await eventually { [store] in store.state(of: "tools") == .approved }
        var states = store.states(of: "tools").makeAsyncIterator()
        #expect(await states.next() == .approved)
        for purchase in await store.unfinished() where purchase.transaction.productID == "tools" {
            try await purchase.finish()
        }
        #expect(await states.next() == .finished)
        #expect(await states.next() == .owned)

        let seeds = await store.unfinished()
        #expect(seeds.count == 2)
        try await seeds[0].finish()
        try await eventually { await appStore.unfinishedCount == 1 }
        #expect(store.state(of: "seeds") == .approved)
        // What the store takes back is not left to the app any more.
        try await appStore.refund(seeds[1].transaction.id)
        try await eventually { [store] in store.state(of: "seeds") == .valid }
        try await store.close()
    }

    @Test("What is paid for and not granted is approved, watched or not, also after a relaunch, until it is granted")
    func undelivered() async throws {
        let (files, works) = (CrashingFiles(), Lock(false))
        let configure: @Sendable (inout PurchaseStore.Configuration) -> Void = { configuration in
            configuration.storage = FileLedgerStorage(files, worker: BlockingWorker(label: "test"))
            configuration.grant = { _ in
                guard works.withLock({ $0 }) else { throw BackendFailure(.unknown, "The server is down.") }
            }
        }
        var store = try await open(as: .shared, configure)
        _ = try await store.products(for: ["seeds", "tools"])
        for product in ["seeds", "tools"] {
            let first = store
            #expect(await failureCode { try await first.purchase(product) } == .deliveryFailed)
            #expect(first.state(of: product) == .approved)
        }
        try await store.close()

        store = try await open(as: .shared, configure)
        _ = try await store.products(for: ["seeds", "tools"])
        try await eventually { [store] in store.state(of: "seeds") == .approved && store.state(of: "tools") == .approved
        }
        works.withLock { $0 = true }
        var states = store.states(of: "tools").makeAsyncIterator()
        #expect(await states.next() == .approved)
        for letter in await store.deadLetters() { try await store.releaseDeadLetter(letter.update.transaction.id) }
        #expect(await states.next() == .finished)
        #expect(await states.next() == .owned)
        try await eventually { [store] in store.state(of: "seeds") == .valid }
        try await store.close()
    }

    @Test("A payment that the backend does not take leaves the product as it was")
    func rejected() async throws {
        let store = try await open(as: .shared)
        _ = try await store.products(for: ["seeds"])
        await appStore.nextPurchase(.userCancels)
        guard case .cancelled = try await store.purchase("seeds") else { return }
        #expect(store.state(of: "seeds") == .valid)
        try await store.close()
    }

    @Test("U4: the states of a product go on through switches of users, each with its own, and end with the store")
    func switches() async throws {
        let store = try await open(as: ada) { $0.productIDs = ["tools"] }
        try await eventually { store.cachedProduct("tools") != nil }
        let seen = Lock<[ProductState]>([])
        let watching = Task {
            for await state in store.states(of: "tools") { seen.withLock { $0.append(state) } }
        }
        try await eventually { seen.withLock { $0 == [.valid] } }
        try await store.purchase("tools")
        try await eventually { seen.withLock { $0.last == .owned } }
        try await store.switchAccount(to: bob)
        try await eventually { store.cachedProduct("tools") != nil }
        try await eventually { seen.withLock { $0.last == .valid } }
        try await store.switchAccount(to: ada)
        try await eventually { seen.withLock { $0.last == .owned } }
        try await store.close()
        await watching.value
        #expect(seen.withLock { $0 }.prefix(6) == [.valid, .requested, .initiated, .approved, .finished, .owned])
    }
}
