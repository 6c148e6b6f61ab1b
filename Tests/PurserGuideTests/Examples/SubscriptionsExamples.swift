import Purser
import PurserSimulator
import Testing

@Suite("The examples of “Subscriptions”", .timeLimit(.minutes(10)))
struct SubscriptionsExamples {
    private let garden: Garden

    init() throws { garden = try Garden() }

    @Test("The subscription of a group, and whether its introductory offer may be had")
    func group() async throws {
        let store = try await garden.open()
        let outcome = try await store.purchase("com.example.garden.club.monthly")
        if let club = store.entitlements.subscriptions[group: "garden-club"] {
            print(club.productID, club.state, "until", club.expirationDate as Any)
            if club.priceIncreaseStatus == .pending { print("a higher price waits for an answer") }
            if let next = club.renewalProductID { print("renews into", next) }
        }
        let showsTrial = store.entitlements.isEligibleForIntroductoryOffer("garden-club")
        #expect(showsTrial)
        guard case .purchased(let purchase) = outcome else { return }
        let group = try #require(purchase.transaction.subscriptionGroupID)
        #expect(store.entitlements.subscriptions[group: group]?.state == .subscribed)
        await store.close()
    }
}
