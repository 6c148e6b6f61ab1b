import Foundation
import Purser
import Testing

@Suite("What an app's previews and tests can make")
struct MakingValuesTests {
    @Test("An update with its payment and what the buyer attached")
    func update() {
        let update = Samples.update
        #expect(update.sequence == 7 && update.phase == .payment && update.kind == .purchased)
        #expect(update.context == ["bed": "north, by the wall"])
        #expect(update.finishing == .manual)
        #expect(update.recordedAt == Samples.date)
        let later = Samples.date.addingTimeInterval(60)
        let renewal = StoreUpdate(
            sequence: 8, phase: .complete, kind: .renewed, transaction: Samples.club, recordedAt: later)
        #expect(renewal.recordedAt == later && renewal.intent == nil && renewal.context.isEmpty)
    }

    @Test("A purchase whose finishing does what a test says")
    func purchase() async throws {
        let done = StorePurchase(update: Samples.update)
        #expect(!done.needsFinish)
        try await done.finish()
        let failing = StorePurchase(update: Samples.update, needsFinish: true) { id throws(PurchaseFailure) in
            throw PurchaseFailure(.ledgerUnavailable, "Not written.", transactionID: id)
        }
        #expect(failing.needsFinish)
        let failure = await #expect(throws: PurchaseFailure.self) { try await failing.finish() }
        #expect(failure?.transactionID == "42")
        #expect(PurchaseOutcome.purchased(failing).purchase?.transaction == Samples.update.transaction)
    }

    @Test("A product with little said of it, and an answer that is gone through like a list")
    func products() {
        let seeds = StoreProduct(id: "seeds", type: .consumable, price: 1)
        #expect(seeds.displayName == "seeds" && seeds.displayPrice == "1 USD")
        #expect(StoreProduct(id: "seeds", price: 1, currencyCode: nil).displayPrice == "1")
        let answer = StoreProducts(products: [seeds, StoreProduct(id: "pond", price: 9)])
        #expect(answer.map(\.id) == ["seeds", "pond"])
        #expect(answer.count == 2 && answer[1].id == "pond" && answer["pond"] == answer.last)
        #expect(StoreProducts(products: []).isEmpty)
        #expect(Samples.update.productID == "com.example.seeds")
    }

    @Test("What a restore brought, and what could not be handed over")
    func failures() {
        let failed = RestoreOutcome.Failed(transaction: Samples.club, failure: Samples.failure)
        let outcome = RestoreOutcome(restored: [Samples.transaction()], failed: [failed])
        #expect(!outcome.isEmpty && RestoreOutcome().isEmpty)
        #expect(outcome.failed.first?.failure.code == .deliveryFailed)
        #expect(DeadLetter(update: Samples.update, reason: "No bed is free.").update.sequence == 7)
    }

    @Test("Entitlements from transactions and a date")
    func entitlements() {
        let greenhouse = Samples.transaction("44", "com.example.greenhouse", .nonConsumable)
        let refunded = Samples.transaction("45", "com.example.pond", .nonConsumable) {
            $0.revocationDate = Samples.date
        }
        let seeds = Samples.transaction("42") { $0.purchasedQuantity = 3 }
        let all = [seeds, Samples.club, greenhouse, refunded, seeds]
        let now = StoreEntitlements(all, at: Samples.date)
        #expect(now.active.map(\.productID) == ["com.example.club", "com.example.greenhouse"])
        #expect(now.purchasedQuantities == ["com.example.seeds": 3])
        #expect(now["com.example.club"]?.expirationDate == Samples.club.expirationDate)
        #expect(!now.contains("com.example.pond"))
        #expect(now.asOf == Samples.date)
        let later = StoreEntitlements(all, at: Samples.date.addingTimeInterval(29 * 86_400))
        #expect(later.active.map(\.productID) == ["com.example.greenhouse"])
        #expect(later.subscriptions.map(\.state) == [.expired])
        #expect(StoreEntitlements([], at: Samples.date).active.isEmpty)
    }

    @Test("A subscription in any state, and an entitlement of its own")
    func subscription() {
        let lapsed = StoreSubscription(Samples.club, state: .expired)
        #expect(lapsed.originalTransactionID == "41" && lapsed.productID == "com.example.club")
        #expect(lapsed.subscriptionGroupID == "club" && lapsed.state == .expired)
        let entitlement = StoreEntitlement(StoreSubscription(Samples.club, state: .subscribed))
        #expect(entitlement.subscription?.transaction == Samples.club)
        #expect(StoreEntitlement(Samples.transaction()).subscription == nil)
    }
}
