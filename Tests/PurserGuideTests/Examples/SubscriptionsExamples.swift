import Foundation
import Purser
import PurserPersistence
import PurserSimulator
import PurserTesting
import Testing

@Suite("The examples of “Subscriptions”", .timeLimit(.minutes(30)))
struct SubscriptionsExamples {
    private let garden: Garden

    init() throws { garden = try Garden() }

    @Test("What an app decides about what was not heard of")
    func policy() async throws {
        var configuration = garden.configuration
        configuration.entitlementPolicy.renewalGrace = .seconds(3 * 86_400)
        configuration.entitlementPolicy.endsWhenStale = true
        let store = try await PurchaseStore.open(configuration)
        #expect(!store.entitlements.isStale)
        try await store.close()
    }

    @Test("Subscriptions of several apps")
    func severalApps() async throws {
        let kitchen = try SharedEntitlements(file: garden.folder.appendingPathComponent("kitchen.json"))
        var configuration = garden.configuration
        configuration.publish = { try kitchen.publish($0) }
        let kitchenStore = try await PurchaseStore.open(configuration)
        let club = try await kitchenStore.purchase("com.example.garden.club.monthly").purchase
        let transactions = [try #require(club?.transaction)]
        try await kitchenStore.close()
        let store = try await garden.open()
        let isMember =
            try store.entitlements.contains("com.example.garden.club.monthly")
            || kitchen.read().contains("com.example.kitchen.club")
        #expect(try !isMember && kitchen.read().contains("com.example.garden.club.monthly"))
        let other = StoreEntitlements(transactions, at: Date())
        let both = MultiAppSubscriptions(
            store.entitlements, of: "com.example.garden", with: ["com.example.kitchen": other])
        if let club = both.best { print(club.subscription.productID, "of", club.appID) }
        #expect(both.active.count == 1)
        try await store.close()
    }

    @Test("SwiftyStoreKit's questions")
    func verify() async throws {
        let store = try await garden.open()
        switch store.entitlements.verifySubscriptions(productIds: ["club.monthly", "club.yearly"]) {
        case .purchased(let expiryDate, let items): print(items[0].productID, "is valid until", expiryDate)
        case .inGracePeriod(let expiryDate, _): print("not paid, kept until", expiryDate)
        case .expired(let expiryDate, _): print("over since", expiryDate)
        case .notPurchased: print("never bought")
        }

        let pass = SubscriptionType.nonRenewing(validDuration: .seconds(30 * 86_400))
        let hasPass = store.entitlements.verifySubscription(ofType: pass, productId: "pass").isValid
        #expect(!hasPass)
        try await store.close()
    }

    @Test("Since when a subscription is not paid, and that it was not before")
    func payments() async throws {
        let clock = VirtualClock()
        let appStore = EmbeddedAppStore(
            catalog: SimulatorCatalog(products: [.simulated("plus", .autoRenewable, price: 5)]), clock: clock)
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.clock = clock
        let store = try await PurchaseStore.open(configuration)
        try await store.purchase("plus")
        await appStore.updateSettings { $0.failsRenewals = true }
        clock.advance(by: .seconds(45 * 86_400))
        try await appStore.resolveIssue(with: "plus")
        for await owned in store.entitlementUpdates where owned.subscriptions.first?.state == .subscribed { break }
        clock.advance(by: .seconds(40 * 86_400))
        for await owned in store.entitlementUpdates
        where owned.subscriptions.first?.state == .inBillingRetryPeriod { break }

        for club in store.entitlements.subscriptions {
            if let problem = club.billingProblem { print("not paid since", problem.startDate) }
            let earlier = store.entitlements.billingProblems(of: club).filter { $0.recoveryDate != nil }
            print(earlier.isEmpty ? "always paid" : "had a problem before: \(earlier)")
        }
        let plus = try #require(store.entitlements.subscriptions.first)
        #expect(plus.billingProblem != nil && store.entitlements.billingProblems(of: plus).count == 2)
        try await store.close()
    }

    @Test("The subscription of a group, and whether its introductory offer may be had")
    func group() async throws {
        let store = try await garden.open()
        let outcome = try await store.purchase("com.example.garden.club.monthly")
        if let club = store.entitlements.subscriptions[groupID: "garden-club"] {
            print(club.productID, club.state, "until", club.expirationDate as Any)
            if club.priceIncreaseStatus == .pending { print("a higher price waits for an answer") }
            if let next = club.renewalProductID { print("renews into", next) }
        }
        let product = try await store.product(for: "com.example.garden.club.plus.yearly")
        let showsTrial =
            product?.subscription?.introductoryOffer != nil
            && store.entitlements.isEligibleForIntroductoryOffer("garden-club")
        #expect(showsTrial)
        guard case .purchased(let purchase) = outcome else { return }
        let group = try #require(purchase.transaction.subscriptionGroupID)
        #expect(store.entitlements.subscriptions[groupID: group]?.state == .subscribed)
        try await store.close()
    }
}
