import Foundation
import Purser
import PurserTesting
import Testing

@testable import PurserSimulator

/// Controls of the whole session, by the name of Apple's method where there is one.
@Suite("Controls of a session as a whole", .timeLimit(.minutes(30)))
struct SessionResetTests {
    private let clock = VirtualClock()
    private let store: EmbeddedAppStore

    init() { store = EmbeddedAppStore(catalog: RandomLife.catalog, clock: clock) }

    @Test("clearTransactions(): the customer is new, and what they had does not come back")
    func clear() async throws {
        try await store.activate()
        try await store.submit([payment(1, "silver"), payment(2, "coins")])
        await store.deactivate()
        try await store.clearTransactions()
        clock.advance(by: .seconds(100 * 86_400))
        #expect(await store.transactions.isEmpty)
        #expect(await store.subscriptions.isEmpty)
        #expect(await store.charges.isEmpty)
        try await store.activate()
        try await store.submit([payment(1, "silver")])
        #expect(await store.transactions.map(\.offer?.type) == [.introductory])
    }

    @Test(
        "resetToDefaultState(): settings, storefront, scripts and answers are those of the beginning; transactions stay"
    )
    func reset() async throws {
        try await store.activate()
        try await store.submit([payment(1, "coins")])
        await store.updateSettings { ($0.failsRenewals, $0.asksToBuy, $0.locale) = (true, true, "de") }
        try await store.setStorefront(StoreStorefront(countryCode: "JPN", currencyCode: "JPY"))
        await store.nextPurchase(.userCancels)
        await store.nextRefundRequest(.declined)
        await store.setCanMakePayments(false)
        try await store.resetToDefaultState()
        let settings = await store.settings
        #expect(!settings.failsRenewals && !settings.asksToBuy && settings.locale == "en_US")
        #expect(settings.storefront == .unitedStates)
        try await store.submit([payment(2, "coins")])
        #expect(await store.chargeCount == 2)
        #expect(try await store.beginRefundRequest(for: "2000000000001", in: nil) == .success)
        #expect(await store.refunds.count == 1)
    }

    @Test("beginRefundRequest(in:): approved, declined by the App Store, or closed by the customer")
    func refundRequests() async throws {
        try await store.activate()
        try await store.submit([payment(1, "coins")])
        await store.nextRefundRequest(.cancelled)
        await store.nextRefundRequest(.declined)
        #expect(try await store.beginRefundRequest(for: "2000000000001", in: nil) == .userCancelled)
        #expect(try await store.beginRefundRequest(for: "2000000000001", in: nil) == .success)
        #expect(await store.refunds.isEmpty)
        #expect(await store.transactions.allSatisfy { $0.revocationTime == nil })
        await store.nextRefundRequest(.declined)
        await #expect(throws: BackendFailure.self) { try await store.beginRefundRequest(for: "7", in: nil) }
        #expect(try await store.beginRefundRequest(for: "2000000000001", in: nil) == .success)
        #expect(await store.refunds.count == 1)
    }

    @Test("setSimulatedError(_:forAPI:): each call fails as it is told, and well again without")
    func simulatedErrors() async throws {
        let mailbox = try await store.listening()
        let error = BackendFailure(.systemError, "by the test")
        func fails(_ call: () async throws -> Void) async -> Bool {
            do {
                try await call()
                return false
            } catch { return error is BackendFailure }
        }
        await store.updateSettings { settings in
            settings.failures = SimulatorFailures(
                loadProducts: error, purchase: error, verification: "invalid signature", restore: error, receipt: error)
            settings.failures.subscriptionStatus = error
            (settings.failures.manageSubscriptions, settings.failures.refundRequest) = (error, error)
            settings.failures.redeemCode = error
        }
        #expect(await fails { _ = try await store.products(for: ["coins"]) })
        #expect(await fails { _ = try await store.refreshReceipt() })
        #expect(await fails { _ = try await store.appTransaction(refresh: true) })
        #expect(await fails { try await store.showManageSubscriptions(subscriptionGroupID: nil, in: nil) })
        #expect(await fails { _ = try await store.beginRefundRequest(for: "2000000000001", in: nil) })
        #expect(await fails { try await store.redeemCode(in: nil) })
        try await store.submit([payment(1, "coins")])
        try await store.restore(RestoreID(rawValue: 1), for: nil)
        try await store.buyElsewhere("lamp")
        let events = await (mailbox.next() ?? []).flatMap { $0 }
        #expect(words(events) == ["coins 1 systemError", "restore 1 systemError", "lamp#01 elsewhere"])
        let verification = events.compactMap { $0.transaction?.verification }
        #expect(verification == [.invalid("invalid signature")])
        await store.updateSettings { $0.failures = SimulatorFailures() }
        #expect(try await store.products(for: ["coins"]).products.count == 1)
        _ = try await store.appTransaction(refresh: true)
        _ = try await store.refreshReceipt()
        try await store.showManageSubscriptions(subscriptionGroupID: nil, in: nil)
        try await store.redeemCode(in: nil)
    }

    @Test("PurchaseIntent: a promoted purchase carries its win-back offer, and the purchase gets it")
    func promotedWinBack() async throws {
        let mailbox = try await store.listening()
        try await store.submit([payment(1, "silver")])
        try await store.expire("silver")
        _ = await mailbox.next()
        let promoted = await store.promote("silver", options: [.winBackOffer("back")])
        #expect(words(await (mailbox.next() ?? []).flatMap { $0 }) == ["promoted silver"])
        try await store.submit([payment(2, promoted.productID, promoted.options)])
        #expect(await store.subscription("silver")?.transaction.offer?.type == .winBack)
    }

    @Test("Two devices of one customer at once: a subscription is charged once, and both have the same transaction")
    func twoDevices() async throws {
        for number: UInt64 in 1...20 {
            let store = EmbeddedAppStore(catalog: RandomLife.catalog, clock: clock)
            try await store.activate()
            let other = try await withThrowingTaskGroup(of: StoreTransaction?.self) { group in
                group.addTask {
                    try await store.submit([payment(number, "gold")])
                    return nil
                }
                group.addTask { try await store.buyElsewhere("gold") }
                return try await group.reduce(into: [StoreTransaction]()) { if let next = $1 { $0.append(next) } }
            }
            #expect(await store.chargeCount == 1)
            #expect(await store.transactions.map(\.id) == other.map(\.id))
        }
    }

    @Test("locale, while the store is open: names, descriptions and texts of prices are those of the language")
    func locale() async throws {
        let text = """
            {"products":[{"productID":"a","type":"Consumable","displayPrice":"1.50","localizations":[
              {"locale":"en_US","displayName":"Coin","description":"Money"},
              {"locale":"de","displayName":"Münze","description":"Geld"}]}]}
            """
        let store = EmbeddedAppStore(catalog: SimulatorCatalog(configuration: try configuration(text)), clock: clock)
        func reported() async throws -> String {
            let product = try #require(try await store.products(for: ["a"]).products.first)
            return "\(product.displayName), \(product.description), \(product.displayPrice.filter { $0 != "\u{a0}" })"
        }
        #expect(try await reported() == "Coin, Money, $1.50")
        await store.updateSettings { $0.locale = "de_DE" }
        #expect(try await reported() == "Münze, Geld, 1,50$")
        try await store.setStorefront(StoreStorefront(countryCode: "DEU", currencyCode: "EUR"))
        #expect(try await reported() == "Münze, Geld, 1,50€")
    }
}
