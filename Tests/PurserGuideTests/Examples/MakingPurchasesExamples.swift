import Foundation
import Purser
import PurserSimulator
import Testing

@Suite("The examples of “Making purchases”", .timeLimit(.minutes(30)))
struct MakingPurchasesExamples {
    private let garden: Garden

    init() throws { garden = try Garden() }

    @Test("What is owned is not charged again, and the answer says so")
    func buyAgain() async throws {
        let store = try await garden.open()
        let first = try #require(
            try await store.purchase("com.example.garden.greenhouse", context: ["screen": "shop"]).purchase)
        #expect(!first.wasRecordedBefore)
        let again = try await store.purchase("com.example.garden.greenhouse", context: ["screen": "settings"]).purchase
        switch try await store.purchase("com.example.garden.greenhouse", context: ["screen": "settings"]) {
        case .purchased(let purchase) where purchase.wasRecordedBefore:
            print("yours already, since", purchase.transaction.purchaseDate)
        case .purchased(let purchase): print("thank you for buying", purchase.transaction.productID)
        case .pending, .cancelled: break
        }
        #expect(again?.wasRecordedBefore == true && again?.context == ["screen": "shop"])
        #expect(again?.transaction == first.transaction)
        #expect(await garden.appStore.chargeCount == 1)
        try await store.close()
    }

    // The README shows these lines too.
    @Test("Products are shown, and one is bought")
    func showAndBuy() async throws {
        let store = try await garden.open()
        let answer = try await store.products(for: ["com.example.garden.greenhouse", "com.example.garden.club.monthly"])
        for product in answer.products {
            print(product.displayName, product.displayPrice)
        }
        if !answer.invalidIDs.isEmpty { print("not sold:", answer.invalidIDs) }
        #expect(answer.products.map(\.displayPrice) == ["$14.99", "$2.99"])

        let now = try await store.products(for: ["com.example.garden.greenhouse"], refreshing: true)
        #expect(now.products == [answer.products[0]])

        switch try await store.purchase("com.example.garden.greenhouse", context: ["screen": "shop"]) {
        case .purchased(let purchase): print("thank you for buying", purchase.transaction.productID)
        case .pending: print("a parent or the bank must approve it")
        case .cancelled: break
        }
        #expect(store.entitlements.contains("com.example.garden.greenhouse"))
        try await store.close()
    }

    @Test("What was bought is delivered by the grant handler")
    func deliver() async throws {
        let server = Server()
        var configuration = garden.configuration
        configuration.grant = { update in
            try await server.credit(update.transaction.productID, for: update.transaction.id)
        }
        configuration.retries.grant = RetryPolicy(maximumAttempts: 8)
        let store = try await PurchaseStore.open(configuration)
        try await store.purchase("com.example.garden.seeds.10")
        #expect(await server.credited.count == 1)
        try await store.close()
    }

    @Test("What the store takes back is taken back by the revoke handler")
    func takeBack() async throws {
        let server = Server()
        var configuration = garden.configuration
        configuration.grant = { update in await server.unlock(update.transaction.productID) }
        configuration.revoke = { update in
            try await server.debit(update.transaction.productID, for: update.transaction.id)
        }
        let store = try await PurchaseStore.open(configuration)
        let bought = try #require(try await store.purchase("com.example.garden.pond").purchase)
        #expect(await server.unlocked == ["com.example.garden.pond"])
        try await garden.appStore.refund(bought.transaction.id)
        while await !server.unlocked.isEmpty { await Task.yield() }
        try await store.close()
    }

    @Test("A promotional offer for a customer who was subscribed before")
    func promotionalOffer() async throws {
        let store = try await garden.open()
        let updates = store.updates
        try await store.purchase("com.example.garden.club.monthly")
        let offer = PurchaseOption.promotionalOffer("plus.loyal", compactJWS: "signed.by.server")
        try await store.purchase("com.example.garden.club.plus.monthly", options: [offer])
        for await update in updates where update.productID == "com.example.garden.club.plus.monthly" {
            #expect(update.transaction.offer?.id == "plus.loyal")
            break
        }
        try await store.close()
    }

    @Test("A product is finished by hand however it came")
    func finishByProduct() async throws {
        var configuration = garden.configuration
        configuration.finishing = { productID in
            productID == "com.example.garden.seeds.10" ? .manual : .atomic
        }
        let store = try await PurchaseStore.open(configuration)
        #expect(try await store.purchase("com.example.garden.seeds.10").purchase?.needsFinish == true)
        #expect(try await store.purchase("com.example.garden.pond").purchase?.needsFinish == false)
        try await store.close()
    }

    @Test("A dead letter is released once its cause is mended")
    func deadLetters() async throws {
        let server = MendableServer()
        var configuration = garden.configuration
        configuration.grant = { _ in try await server.credit() }
        configuration.retries.grant = .once
        let store = try await PurchaseStore.open(configuration)
        let failure = await #expect(throws: PurchaseFailure.self) {
            try await store.purchase("com.example.garden.pond")
        }
        #expect(failure?.code == .deliveryFailed)
        await server.mend()
        for letter in await store.deadLetters() {
            print(letter.update.transaction.id, letter.step?.description ?? "nothing left to do", letter.reason)
            try await store.releaseDeadLetter(letter.update.transaction.id)
        }
        while await server.credits == 0 { await Task.yield() }
        #expect(await store.deadLetters().isEmpty)
        try await store.close()
    }

    @Test("A purchase is finished by hand")
    func manual() async throws {
        let (store, garden) = (try await self.garden.open(), Bed())
        let outcome = try await store.purchase("com.example.garden.seeds.10", finishing: .manual)
        if let purchase = outcome.purchase {
            await garden.plant(purchase.transaction.purchasedQuantity)
            try await purchase.finish()
        }
        #expect(await garden.planted == 1)
        while await !store.unfinished().isEmpty { await Task.yield() }
        try await store.close()
    }

    @Test("A restore lists what the store delivered")
    func restore() async throws {
        let store = try await garden.open()
        try await store.purchase("com.example.garden.pond")
        let outcome = try await store.restorePurchases()
        print(outcome.restored.map(\.productID))
        for failed in outcome.failed { print(failed.transaction.productID, failed.failure.message) }
        #expect(outcome.restored.map(\.productID) == ["com.example.garden.pond"] && outcome.failed.isEmpty)
        try await store.close()
    }

    @Test("The offers of a subscription are listed")
    func offers() async throws {
        let store = try await garden.open()
        let clubs = try await store.products(for: ["com.example.garden.club.plus.monthly"])
        for offer in clubs.products.first?.subscription?.offers ?? [] {
            print(offer.type, offer.id ?? "no identifier", offer.price)
        }
        #expect(clubs.products.first?.subscription?.offers.map(\.id) == ["plus.loyal"])
        try await store.close()
    }

    @Test("A purchase begun in the App Store is put off, or made")
    func promoted() async throws {
        var configuration = self.garden.configuration
        let garden = Bed()
        configuration.promotedPurchases = { promoted in
            await garden.isSigningUp ? .later : .buy(context: ["from": "app store"])
        }
        let store = try await PurchaseStore.open(configuration)
        let updates = store.updates
        await self.garden.appStore.promote("com.example.garden.greenhouse")
        for await update in updates {
            #expect(update.context == ["from": "app store"])
            break
        }
        try await store.close()
    }

    @Test("One that was put off is the next user's to buy")
    func deferred() async throws {
        var configuration = garden.configuration
        let ada = UUID()
        configuration.account = .user(UUID())
        configuration.promotedPurchases = { _ in .later }
        let store = try await PurchaseStore.open(configuration)
        await garden.appStore.promote("com.example.garden.greenhouse")
        for await _ in store.promotedPurchaseDeferrals { break }
        try await store.switchAccount(to: .user(ada))
        for promoted in store.deferredPromotedPurchases {
            let outcome = try await store.purchase(deferred: promoted)
            print(promoted.productID, outcome)
        }
        #expect(await garden.appStore.transactions.map(\.appAccountToken) == [ada])
        try await store.close()
    }

    private actor Bed {
        private(set) var planted = 0
        let isSigningUp = false
        func plant(_ count: Int) { planted += count }
    }

    private actor MendableServer {
        private var isMended = false
        private(set) var credits = 0

        func mend() { isMended = true }

        func credit() throws {
            guard isMended else { throw Broken() }
            credits += 1
        }

        struct Broken: Error {}
    }
}
