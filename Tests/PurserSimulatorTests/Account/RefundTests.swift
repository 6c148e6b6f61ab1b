import Foundation
import Purser
import PurserTesting
import Testing

@testable import PurserSimulator

@Suite("What the embedded App Store says of a transaction")
struct RefundTests {
    @Test("D2: a part that is refunded leaves the rest in the balance, until the refund is undone")
    func partial() async throws {
        let seeds = StoreProduct(id: "seeds", type: .consumable, price: 2)
        let appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: [seeds]))
        let store = try await PurchaseStore.open(PurchaseStore.Configuration(backend: appStore))
        let request = PaymentRequest(productID: "seeds", quantity: 4)
        let bought = try #require(try await store.purchase(request).purchase).transaction
        #expect(bought.storefrontID == "143441" && bought.appTransactionID == "0")
        #expect(bought.appBundleID == "com.example.app")
        #expect(store.entitlements.purchasedQuantity(of: "seeds") == 4)
        var updates = try store.updates(after: store.lastSequence).makeAsyncIterator()
        try await appStore.refund(bought.id, percentage: 50)
        let refunded = try #require(await updates.next())
        #expect(refunded.kind == .revoked && refunded.transaction.revocationType == .proratedRefund)
        #expect(refunded.transaction.revocationPercentage == 50)
        #expect(store.entitlements.purchasedQuantity(of: "seeds") == 2)
        #expect(await appStore.refunds.map(\.amount) == [4])
        try await appStore.reinstate(bought.id)
        let undone = try #require(await updates.next())
        #expect(undone.kind == .reinstated && undone.transaction.revocationPercentage == nil)
        #expect(store.entitlements.purchasedQuantity(of: "seeds") == 4)
        try await appStore.revoke(bought.id)
        let revoked = try #require(await updates.next())
        #expect(revoked.transaction.revocationType == .familyRevocation)
        #expect(store.entitlements.purchasedQuantity(of: "seeds") == 0)
        try await store.close()
    }

    @Test(
        "A part that is no number from 0 to 100 is refused, and nothing is refunded",
        arguments: [
            Decimal.nan, -1, 100.01, Decimal(sign: .plus, exponent: 100, significand: 1),
        ])
    func impossible(percentage: Decimal) async throws {
        let seeds = StoreProduct(id: "seeds", type: .consumable, price: 2)
        let appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: [seeds]))
        try await appStore.buyElsewhere("seeds")
        let id = try #require(await appStore.transactions.first).id
        let error = await #expect(throws: BackendFailure.self) { try await appStore.refund(id, percentage: percentage) }
        #expect(error?.code == .invalidRequest)
        #expect(await appStore.refunds.isEmpty)
        for part in [0, 100] as [Decimal] { try await appStore.refund(id, percentage: part) }
        #expect(await appStore.refunds.count == 1, "once is enough")
    }
}

@Suite("No more is given back than was paid")
struct RefundSumTests {
    private static let catalog = SimulatorCatalog(products: [
        .simulated("low", .autoRenewable, price: 3, level: 3, period: SubscriptionPeriod(1, .week)),
        .simulated("top", .autoRenewable, price: 20, level: 1), .simulated("side", .autoRenewable, price: 9, level: 1),
        .simulated("coins", price: 2),
    ])

    @Test(
        "A refund of a period that a change has replaced pays back the rest",
        arguments: [("low", "top"), ("top", "side")])
    func replaced(_ old: String, _ new: String) async throws {
        let clock = VirtualClock()
        let appStore = EmbeddedAppStore(catalog: Self.catalog, clock: clock)
        let bought = try await appStore.buyElsewhere(old)
        clock.advance(by: .seconds(86_400))
        try await appStore.buyElsewhere(new)
        let first = try #require(await appStore.refunds.first).amount
        #expect(first > 0 && first < bought.price ?? 0)
        try await appStore.refund(bought.id)
        #expect(await appStore.refunds.map(\.amount) == [first, (bought.price ?? 0) - first])
    }

    @Test("A part is paid back of what is left at most, and what was refunded once never again")
    func parts() async throws {
        let clock = VirtualClock()
        let appStore = EmbeddedAppStore(catalog: Self.catalog, clock: clock)
        let period = try await appStore.buyElsewhere("low")
        clock.advance(by: .seconds(86_400))
        try await appStore.buyElsewhere("top")
        try await appStore.refund(period.id, percentage: 50)
        let coins = try await appStore.buyElsewhere("coins", quantity: 3)
        for part in [50, 50, 50] as [Decimal] {
            try await appStore.refund(coins.id, percentage: part)
            try await appStore.reinstate(coins.id)
        }
        var sums: [String: Decimal] = [:]
        for refund in await appStore.refunds { sums[refund.transactionID, default: 0] += refund.amount }
        #expect(sums == [period.id: 3, coins.id: 6])
    }
}
