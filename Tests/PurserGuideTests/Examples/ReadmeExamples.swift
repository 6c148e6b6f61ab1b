import Purser
import PurserSimulator
import Testing

// Products and a purchase are shown as on the page “Making purchases”, whose examples run them.
@Suite("The examples of the README", .timeLimit(.minutes(10)))
struct ReadmeExamples {
    private let garden: Garden
    private var appStore: EmbeddedAppStore { garden.appStore }

    init() throws { garden = try Garden() }

    @Test("What was bought is delivered before it is finished")
    func deliver() async throws {
        let (folder, server) = (garden.folder, Server())
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.ledger = .folder(folder)
        configuration.grant = { update in
            try await server.credit(update.transaction.productID, for: update.transaction.id)
        }
        let store = try await PurchaseStore.open(configuration)
        try await store.purchase("com.example.garden.pond")
        #expect(await server.credited.values.sorted() == ["com.example.garden.pond"])
        await store.close()
    }

    @Test("What is owned, and restored")
    func entitlementsAndRestore() async throws {
        let store = try await garden.open()
        try await store.purchase("com.example.garden.greenhouse")
        try await store.purchase("com.example.garden.club.monthly")
        let entitlements = store.entitlements
        if entitlements.contains("com.example.garden.greenhouse") { print("the greenhouse is open") }
        print("packets of seeds:", entitlements.purchasedQuantity(of: "com.example.garden.seeds.10"))
        for subscription in entitlements.activeSubscriptions {
            print(subscription.productID, subscription.state, "until", subscription.expirationDate as Any)
        }
        #expect(entitlements.activeSubscriptions.count == 1)

        let restored = try await store.restorePurchases()
        print(restored.restored.map(\.productID))
        #expect(restored.restored.count == 2)
        await store.close()
    }

    @Test("A promotional offer for a customer who was subscribed before")
    func offer() async throws {
        let store = try await garden.open()
        let updates = store.updates
        try await store.purchase("com.example.garden.club.monthly")
        let offer = PurchaseOption.promotionalOffer("plus.loyal", compactJWS: "signed.by.server")
        try await store.purchase("com.example.garden.club.plus.monthly", options: [offer])
        for await update in updates where update.productID == "com.example.garden.club.plus.monthly" {
            #expect(update.transaction.offer?.id == "plus.loyal")
            break
        }
        await store.close()
    }

    @Test("A name is followed from the beginning, until the store closes")
    func follow() async throws {
        let store = try await garden.open()
        try await store.purchase("com.example.garden.seeds.10")
        let seen = Seen()
        let following = Task {
            try await store.follow("analytics", from: .beginning) { update in
                print(update.key, update.kind.rawValue, update.transaction.productID)
                await seen.note()  // not shown
            }
        }
        while await !seen.isAny { await Task.yield() }
        await store.close()
        try await following.value
    }

    @Test("Ask to Buy in a test")
    func askToBuy() async throws {
        let store = try await garden.open()
        let updates = store.updates
        await appStore.nextPurchase(.asksToBuy)
        guard case .pending = try await store.purchase("com.example.garden.pond") else { return }
        try await appStore.approveAll()
        for await update in updates {
            #expect(update.transaction.productID == "com.example.garden.pond")
            break
        }
        #expect(store.entitlements.contains("com.example.garden.pond"))
        await store.close()
    }
}

/// Whether something was seen.
private actor Seen {
    private(set) var isAny = false

    func note() { isAny = true }
}
