import Foundation
import Purser
import PurserTesting
import Testing

@testable import PurserSimulator

@Suite("Failed payments of a subscription, as its transactions show them")
struct BillingProblemLifeTests {
    @Test(
        "Each lapse after which the App Store could charge is found with its dates, and nothing else",
        arguments: UInt64(0)..<40)
    func lives(_ seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let clock = VirtualClock()
        let product = StoreProduct.simulated("plus", .autoRenewable, price: 5)
        let appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: [product]), clock: clock)
        try await appStore.buyElsewhere("plus")
        var expected: [BillingProblem] = []
        for _ in 0..<8 {
            let hasGrace = Bool.random(using: &random)
            await appStore.updateSettings { $0.hasBillingGracePeriod = hasGrace }
            let end = try #require(await appStore.subscription("plus")).periodEnd
            let rest = end.timeIntervalSince(clock.currentDate())
            switch Int.random(in: 0..<3, using: &random) {
            case 0:
                // The payment fails, and succeeds some days and an odd time later.
                try await appStore.setPaymentsFail(true, for: "plus")
                let delay = Double(Int.random(in: 1..<24, using: &random) * 86_400 + 9_999)
                clock.advance(by: .seconds(rest + delay))
                let state = await appStore.subscription("plus")?.state
                try await appStore.resolveIssue(with: "plus")
                guard state == .inBillingRetryPeriod else { continue }
                expected.append(BillingProblem(startDate: end, recoveryDate: clock.currentDate()))
            case 1:
                // The customer turns renewal off, and buys again later.
                try await appStore.setAutoRenew(false, for: "plus")
                clock.advance(by: .seconds(rest + 86_400 * 3 + 9_999))
                try await appStore.buyElsewhere("plus")
            default: clock.advance(by: .seconds(rest + 86_400))
            }
        }
        let owned = StoreEntitlements(await appStore.transactions, at: clock.currentDate())
        let club = try #require(owned.subscriptions.first)
        #expect(owned.billingProblems(of: club) == expected)
    }
}
