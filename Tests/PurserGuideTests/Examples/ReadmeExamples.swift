import Purser
import PurserSimulator
import Testing

// The first purchase and *Deliver* are programs of their own: Tests/FirstPurchase and Tests/FirstDelivery. The six lines at the
// top run on StoreKit's stand-in: Tests/StoreKitCheck. Products and a purchase are run with “Making purchases”.
@Suite("The examples of the README", .timeLimit(.minutes(30)))
struct ReadmeExamples {
    private let garden: Garden
    private var appStore: EmbeddedAppStore { garden.appStore }

    init() throws { garden = try Garden() }

    @Test("What is owned")
    func entitlements() async throws {
        let store = try await garden.open()
        try await store.purchase("com.example.garden.greenhouse")
        try await store.purchase("com.example.garden.club.monthly")
        if store.entitlements.contains("com.example.garden.greenhouse") { print("the greenhouse is open") }
        for subscription in store.entitlements.activeSubscriptions {
            print(subscription.productID, subscription.state, "until", subscription.expirationDate as Any)
        }
        #expect(store.entitlements.activeSubscriptions.count == 1)
        #expect(store.entitlements.contains("com.example.garden.greenhouse"))
        try await store.close()
    }

    @Test("Followed behind the first purchase, the loop prints that purchase and ends")
    func follow() async throws {
        let store = try await garden.open()
        try await store.purchase("com.example.garden.seeds.10")
        var printed: [String] = []
        for await update in store.updates {
            print(update.sequence, update.kind.rawValue, update.productID)
            printed.append("\(update.sequence) \(update.kind.rawValue) \(update.productID)")  // not shown
            if update.sequence == store.lastSequence { break }
        }
        #expect(printed == ["1 purchased com.example.garden.seeds.10"])
        try await store.close()
    }

    @Test("Ask to Buy in a test")
    func askToBuy() async throws {
        let store = try await garden.open()
        await appStore.nextPurchase(.asksToBuy)
        try await store.purchase("com.example.garden.pond")
        #expect(store.state(of: "com.example.garden.pond") == .pending)

        try await appStore.approveAll()
        let approved = await store.updates.first { $0.productID == "com.example.garden.pond" }
        #expect(approved?.kind == .purchased)
        #expect(store.entitlements.contains("com.example.garden.pond"))
        try await store.close()
    }
}
