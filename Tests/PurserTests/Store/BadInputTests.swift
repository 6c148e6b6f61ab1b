import Purser
import PurserSimulator
import Testing

@Suite("Bad input ends in a typed error, and loses nothing", .timeLimit(.minutes(30)))
struct BadInputTests {
    private let appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: [.simulated("seeds")]))

    @Test(
        "Absurd identifiers are refused before the store hears of them",
        arguments: ["", "a\u{0}b", "line\nbreak", String(repeating: "x", count: 256)])
    func absurdIDs(id: String) async throws {
        let store = try await PurchaseStore.open(backend: appStore)
        #expect(await failureCode { try await store.purchase(id) } == .invalidRequest)
        try await store.close()
        #expect(await appStore.violations.isEmpty)
    }

    @Test("An unknown product fails with the store's code and names the product")
    func unknownProduct() async throws {
        let store = try await PurchaseStore.open(backend: appStore)
        let failure = await #expect(throws: PurchaseFailure.self) { try await store.purchase("nothing") }
        #expect(failure?.code == .storeProductNotAvailable)
        #expect(failure?.productID == "nothing")
        try await store.close()
    }

    @Test("Quantities outside 1 to 10 are refused", arguments: [0, -1, 11, Int.max, Int.min])
    func quantity(quantity: Int) async throws {
        let store = try await PurchaseStore.open(backend: appStore)
        #expect(await failureCode { try await store.purchase("seeds", quantity: quantity) } == .invalidQuantity)
        #expect(await appStore.chargeCount == 0)
        try await store.close()
    }

    @Test("A context of megabytes is refused, one at the limit is kept whole")
    func context() async throws {
        let store = try await PurchaseStore.open(backend: appStore)
        let huge = ["note": String(repeating: "x", count: 3_000_000)]
        #expect(await failureCode { try await store.purchase("seeds", context: huge) } == .invalidRequest)
        let full = ["note": String(repeating: "x", count: PaymentRequest.maximumContextBytes - 4)]
        let purchase = try #require(try await store.purchase("seeds", context: full).purchase)
        #expect(purchase.context == full)
        try await store.close()
    }

    @Test("A second store on the same backend is refused, and the first goes on")
    func secondOpen() async throws {
        let store = try await PurchaseStore.open(backend: appStore)
        #expect(await failureCode { try await PurchaseStore.open(backend: appStore) } == .alreadyOpen)
        #expect(try await store.purchase("seeds").purchase != nil)
        try await store.close()
        let next = try await PurchaseStore.open(backend: appStore)
        try await next.close()
    }

    @Test("C3: every call after close ends with storeClosed")
    func afterClose() async throws {
        let store = try await PurchaseStore.open(backend: appStore)
        let purchase = try #require(try await store.purchase("seeds", finishing: .manual).purchase)
        try await store.close()
        try await store.close()
        #expect(await failureCode { try await store.purchase("seeds") } == .storeClosed)
        #expect(await failureCode { try await store.restorePurchases() } == .storeClosed)
        #expect(await failureCode { try await store.products(for: ["seeds"]) } == .storeClosed)
        #expect(await failureCode { try await store.refreshReceipt() } == .storeClosed)
        #expect(await failureCode { try await store.finish(purchase.transaction.id) } == .storeClosed)
        #expect(await failureCode { try await purchase.finish() } == .storeClosed)
        #expect(await failureCode { try await store.redeliver() } == .storeClosed)
        #expect(await failureCode { try await store.releaseDeadLetter("1") } == .storeClosed)
        #expect(await failureCode { try await store.waitUntilReady() } == .storeClosed)
        var reported = 0
        for await _ in store.updates { reported += 1 }
        #expect(reported == 1, "a stream read after the close yields what the session has recorded")
        #expect(await appStore.unfinishedCount == 1, "what was not finished stays with the backend")
    }

    @Test("Finishing or releasing somebody else's transaction is refused")
    func foreignTransaction() async throws {
        let store = try await PurchaseStore.open(backend: appStore)
        #expect(await failureCode { try await store.finish("somebody-else's") } == .unknownTransaction)
        #expect(await failureCode { try await store.releaseDeadLetter("somebody-else's") } == .unknownTransaction)
        try await store.close()
        #expect(await appStore.violations.isEmpty, "the backend never heard of it")
    }

    @Test("Updates that are not kept any more are refused by name of the oldest kept")
    func oldUpdates() async throws {
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.keptUpdates = 10
        let store = try await PurchaseStore.open(configuration)
        // Many at once: one after the other they would wait their turn thousands of times beside the other tests.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<1_500 { group.addTask { _ = try await store.purchase("seeds", quantity: 1) } }
            try await group.waitForAll()
        }
        let failure = #expect(throws: PurchaseFailure.self) { try store.updates(after: 0) }
        #expect(failure?.code == .updatesNotKept)
        #expect(await failureCode { try store.updates(after: store.lastSequence - 5) } == nil)
        #expect(await failureCode { try store.updates(after: store.lastSequence) } == nil)
        let future = #expect(throws: PurchaseFailure.self) { try store.updates(after: store.lastSequence + 1) }
        #expect(future?.code == .updatesNotKept, "the number is another ledger's")
        #expect(future?.message.contains("its latest is number \(store.lastSequence)") == true)
        #expect(await failureCode { try store.updates(after: .max) } == .updatesNotKept)
        try await store.close()
    }

    @Test("Payments that are not allowed are refused at once")
    func notAllowed() async throws {
        let store = try await PurchaseStore.open(backend: appStore)
        await appStore.setCanMakePayments(false)
        #expect(!store.canMakePayments)
        #expect(await failureCode { try await store.purchase("seeds") } == .paymentNotAllowed)
        try await store.close()
    }

    @Test(
        "C1: a deadline of nothing, and one of for ever",
        arguments: [Duration.zero, .seconds(-5), .seconds(Int64.max)])
    func deadlines(deadline: Duration) async throws {
        let store = try await PurchaseStore.open(backend: appStore)
        let code = await failureCode { try await store.purchase("seeds", deadline: deadline) }
        #expect(code == nil || code == .deadlineExceeded)
        try await store.close()
    }
}
